import { isObject } from '@atip/protocol'
import { field, textIn } from './fields.js'

type Key = string | number

/** Arguments that arrive value by value, each with its place as a JSON path (`$.items[0].name`). */
export class PartialInput {
  readonly value: Record<string, unknown> = {}
  problem: string | undefined
  /** Paths of strings that the next piece continues. */
  private readonly open = new Set<string>()

  add(piece: unknown): void {
    const path = textIn(piece, 'json_path') ?? ''
    const keys = readPath(path)
    const isPlaced = keys !== undefined && this.put(keys, valueOf(piece), this.open.has(path))
    if (!isPlaced)
      this.problem ??= `a part of the arguments has a JSON path that cannot be used: ${JSON.stringify(path.slice(0, 60))}`
    if (field(piece, 'will_continue') === true) this.open.add(path)
    else this.open.delete(path)
  }

  /** Sets a value, or appends to a string. Lists grow by one element, so a huge index cannot allocate a huge list. */
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

/** The keys of a path such as `$.a['b'][0]` (RFC 9535); undefined if it can match more than one value. */
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

/** Treats `__proto__` as an ordinary key, as JSON.parse does. */
function define(place: object, key: Key, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true })
}
