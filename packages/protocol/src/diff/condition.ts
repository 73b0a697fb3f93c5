import type { Condition } from '../types/x-atip.js'
import { equal } from '../equal.js'

/** More entries let more calls through. */
const WIDENING: readonly string[] = ['is', 'startsWith', 'contains', 'like']
/** More entries let fewer calls through. */
const NARROWING: readonly string[] = ['isNot', 'isNotLike', 'with', 'without']

/** Whether the first condition holds wherever the second does, as far as that can be told from their words. */
export function covers(wide: Condition = {}, narrow: Condition = {}): boolean {
  return Object.entries(wide).every(([part, words]: [string, unknown]) => {
    const other = (narrow as Record<string, unknown>)[part]
    if (WIDENING.includes(part)) return sameCase(wide, narrow) && isSubset(other, words)
    if (NARROWING.includes(part)) return (!part.startsWith('isNot') || sameCase(wide, narrow)) && isSubset(words, other)
    if (part === 'values') return coversValues(words as Values, other as Values | undefined)
    return part === 'ignoreCase' || equal(words, other)
  })
}

type Values = NonNullable<Condition['values']>

/** More values let more calls through, and more parameters fewer. */
function coversValues(wide: Values, narrow: Values = {}): boolean {
  return Object.entries(wide).every(([name, words]) => isSubset(narrow[name], words))
}

function sameCase(a: Condition, b: Condition): boolean {
  return (a.ignoreCase ?? false) === (b.ignoreCase ?? false)
}

function isSubset(part: unknown, whole: unknown): boolean {
  return Array.isArray(part) && Array.isArray(whole) && part.every((word) => whole.includes(word))
}

/** A key that is equal for equivalent conditions. */
export function conditionKey(when: Condition | undefined): string {
  const parts = Object.entries(when ?? {}).map(([part, words]: [string, unknown]) => [
    part,
    Array.isArray(words) ? [...words].sort() : words,
  ])
  return JSON.stringify(parts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
