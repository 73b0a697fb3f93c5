import type { Hash } from '../types.js'

const HASH = /^sha256:[0-9a-f]+$/
const LENGTH = 'sha256:'.length + 64

/** Decision 40. Thousands are read at a start, and counting in the expression would take most of that time. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && value.length === LENGTH && HASH.test(value)
}
