import { isObject, toPointer } from '@atip/protocol'
import { canonical } from './canonical.js'

/** A deep, frozen copy. Throws if the value is not JSON. */
export function frozenCopy(value: unknown): unknown {
  return copy(value, 0)
}

const DEEPEST = 100

function copy(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new TypeError(`it is nested more than ${DEEPEST} levels deep`)
  if (Array.isArray(value)) return Object.freeze(value.map((one) => copy(one, depth + 1)))
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined)
    for (const [key] of entries) checkText(key)
    // `fromEntries` preserves an own `__proto__` as an ordinary property.
    return Object.freeze(Object.fromEntries(entries.map(([key, one]) => [key, copy(one, depth + 1)])))
  }
  if (typeof value === 'string') return checkText(value)
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value
  throw new TypeError(`${typeof value} is not a JSON value`)
}

/** A deep copy of any value that can be copied, with its lists and plain objects frozen. Throws if it cannot. */
export function frozenClone(value: unknown): unknown {
  return frozenInside(structuredClone(value))
}

function frozenInside(value: unknown, seen = new Set<unknown>()): unknown {
  const isPlain = Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype)
  if (!isPlain || seen.has(value)) return value
  seen.add(value)
  for (const one of Object.values(value as object)) frozenInside(one, seen)
  return Object.freeze(value)
}

function checkText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('it contains text that is not valid Unicode')
  return text
}

/** JSON pointers to the differences; lists are compared as a whole. */
export function changedFields(from: unknown, to: unknown): string[] {
  return differences(from, to, [])
}

function differences(from: unknown, to: unknown, keys: string[]): string[] {
  if (isObject(from) && isObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
    return names.flatMap((name) => differences(memberOf(from, name), memberOf(to, name), [...keys, name]))
  }
  return canonical(from) === canonical(to) && (from === undefined) === (to === undefined) ? [] : [toPointer(keys)]
}

function memberOf(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
