import type { Hash } from '../types.js'

const HASH = /^sha256:[0-9a-f]{64}$/

/** Decision 40. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && HASH.test(value)
}
