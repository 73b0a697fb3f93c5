import type { InputValue } from '@atip/protocol'

/** How deep lists can be nested on a command line: occurrences, and the words of each. */
const MAX_DEPTH = 3

/** Whether a value can be written on a command line: text, numbers, switches and lists. */
export function isInputValue(value: unknown, depth = 0): value is InputValue {
  if (Array.isArray(value)) return depth < MAX_DEPTH && value.every((entry) => isInputValue(entry, depth + 1))
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
