import { isObject } from '@atip/protocol'
import { field, textIn } from './fields.js'

type Key = string | number

/** Arguments that arrive value by value, each with its place as a JSON path (`$.items[0].name`). */
export class PartialInput {
  readonly value: Record<string, unknown> = {}
  problem: string | undefined
  /** Texts that go on, by their path. */
  private readonly open = new Set<string>()

  add(piece: unknown): void {
    const path = textIn(piece, 'json_path') ?? ''
    const keys = readPath(path)
    const isPlaced = keys !== undefined && this.put(keys, valueOf(piece), this.open.has(path))
    if (!isPlaced) this.problem ??= `a piece of the arguments has no place: ${JSON.stringify(path.slice(0, 60))}`
    if (field(piece, 'will_continue') === true) this.open.add(path)
    else this.open.delete(path)
  }

  /** Sets a value, or appends to the text that is there. Lists grow by one, so that no index can make a huge one. */
  private put(keys: readonly Key[], value: unknown, isMore: boolean): boolean {
    let place: unknown = this.value
    for (const [depth, key] of keys.entries()) {
      if (!fits(place, key)) return false
      const next = keys[depth + 1]
      const old = ownValue(place, key)
      const isText = isMore && typeof old === 'string' && typeof value === 'string'
      const fresh = next === undefined ? (isText ? old + value : value) : (old ?? (typeof next === 'number' ? [] : {}))
      define(place as object, key, fresh)
      place = fresh
    }
    return true
  }
}

/** `$.a['b'][0]`, the form of RFC 9535 that names one place; undefined if it is another. */
function readPath(path: string): Key[] | undefined {
  const keys: Key[] = []
  const step = /\.([\w\u0080-\u{10ffff}-]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/suy
  if (!path.startsWith('$')) return undefined
  step.lastIndex = 1
  while (step.lastIndex < path.length) {
    const match = step.exec(path)
    if (match === null) return undefined
    const [, plain, index, single, double] = match
    keys.push(index === undefined ? (plain ?? unescape(single ?? double ?? '')) : Number(index))
  }
  return typeof keys[0] === 'string' ? keys : undefined
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, '$1')
}

function valueOf(piece: unknown): unknown {
  const given = ['string_value', 'number_value', 'bool_value'].map((name) => field(piece, name))
  return given.find((value) => value !== undefined) ?? null
}

function fits(place: unknown, key: Key): boolean {
  return Array.isArray(place)
    ? typeof key === 'number' && key <= place.length
    : isObject(place) && typeof key === 'string'
}

function ownValue(place: unknown, key: Key): unknown {
  return Object.hasOwn(place as object, key) ? (place as Record<Key, unknown>)[key] : undefined
}

/** As JSON.parse does it: `__proto__` is a name like any other. */
function define(place: object, key: Key, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true })
}
