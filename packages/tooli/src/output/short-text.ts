import type { PlainData } from './plain-data.js'
import { printable } from './printable.js'

/** A value in one line: lists of scalars with commas, deeper values as JSON. */
export function shortText(value: PlainData): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isNested(value)) return printable(JSON.stringify(value))
  return Array.isArray(value) ? value.map(shortText).join(', ') : printable(String(value))
}

/** Whether a value has a structure that a line of words cannot show. */
export function isNested(value: PlainData): boolean {
  return !isScalar(value) && !(Array.isArray(value) && value.every(isScalar))
}

export function isScalar(value: PlainData): value is null | boolean | number | string {
  return typeof value !== 'object' || value === null
}
