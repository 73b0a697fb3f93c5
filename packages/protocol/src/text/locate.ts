import { DEFAULT_MAX_DEPTH, readJson, type TextPlace } from './json.js'
import { fromPointer } from './pointer.js'

/** A range of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  start: number
  end: number
}

/** Where a value is, and its key if it is a member of an object. */
export interface Location extends Span {
  key?: Span
}

export interface LocateOptions {
  /** Objects and arrays inside each other. Default 256. */
  maxDepth?: number
}

/** The places of these JSON pointers in the text, found in one pass; undefined for values that are not in it. */
export function locate(
  text: string,
  pointers: readonly string[],
  { maxDepth = DEFAULT_MAX_DEPTH }: LocateOptions = {},
): (Location | undefined)[] {
  const wanted: TextPlace = {}
  const places = pointers.map((pointer) => placeIn(wanted, pointer))
  if (places.length > 0) readJson(text, { maxDepth, wanted })
  return places.map(locationOf)
}

function placeIn(tree: TextPlace, pointer: string): TextPlace {
  let place = tree
  for (const key of fromPointer(pointer)) {
    place.children ??= new Map()
    let child = place.children.get(key)
    if (child === undefined) place.children.set(key, (child = {}))
    place = child
  }
  return place
}

/** In a text that is cut off, some values begin but never end. */
function locationOf({ offset, end, keyOffset, keyEnd }: TextPlace): Location | undefined {
  if (offset === undefined) return undefined
  const key = keyOffset === undefined ? undefined : { start: keyOffset, end: keyEnd! }
  return { start: offset, end: end ?? offset + 1, ...(key && { key }) }
}
