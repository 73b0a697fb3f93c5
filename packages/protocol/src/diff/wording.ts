import type { Condition } from '../types/x-atip.js'

const LONG = 80

/** A value in a sentence; long ones are cut. */
export function show(value: unknown, absent = 'not stated'): string {
  if (value === undefined) return absent
  const text = JSON.stringify(value)
  return text.length > LONG ? `${text.slice(0, LONG - 3)}...` : text
}

const PARTS: readonly [keyof Condition, string][] = [
  ['is', 'its value is'],
  ['isNot', 'its value is not'],
  ['startsWith', 'its value starts with'],
  ['contains', 'its value contains'],
  ['like', 'its value is like'],
  ['isNotLike', 'its value is not like'],
  ['with', 'given with'],
  ['without', 'given without'],
]

/** ` (given with "all")`, or nothing for a rule that always holds. */
export function showCondition(when: Condition | undefined): string {
  if (when === undefined) return ''
  const parts = PARTS.filter(([part]) => Array.isArray(when[part])).map(
    ([part, words]) => `${words} ${(when[part] as string[]).map((word) => JSON.stringify(word)).join(', ')}`,
  )
  for (const [name, words] of Object.entries(when.values ?? {})) {
    parts.push(`given with ${JSON.stringify(name)} as ${words.map((word) => JSON.stringify(word)).join(', ')}`)
  }
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}
