/** `sha256:` and 64 lower-case hexadecimal digits. */
export type Hash = `sha256:${string}`

const HASH = /^sha256:[0-9a-f]+$/
const LENGTH = 'sha256:'.length + 64

/** No `{64}` here: a counted repetition is much slower, and scans check thousands. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && value.length === LENGTH && HASH.test(value)
}

/**
 * The hash of an empty file. A file that is being written, or a failed download, has it too, so it identifies nothing.
 */
export const HASH_OF_NOTHING: Hash = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
