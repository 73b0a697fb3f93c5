import type { Hash } from '../types.js'

const HASH = /^sha256:[0-9a-f]+$/
const LENGTH = 'sha256:'.length + 64

/** `sha256:` and 64 lower-case hex digits. No `{64}` here: a counted repetition is much slower, and scans check thousands. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && value.length === LENGTH && HASH.test(value)
}
