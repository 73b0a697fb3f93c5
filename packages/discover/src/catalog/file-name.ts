/**
 * The name of a tool as part of a file name, with unsafe characters percent-encoded. Results are unique, stay in their
 * folder, are not hidden, and never look like a hash.
 */
export function fileNameOf(name: string): string {
  const safe = name.replace(UNSAFE, encode).replace(/^\./, '%2E').replace(LIKE_A_HASH, '%73')
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - DIGITS - 1)}~${digestOf(safe)}`
}

/** File systems allow 255 bytes, and hashes, extensions and temporary names need some of them. */
const LONGEST = 120
const DIGITS = 32
const UNSAFE = /[^A-Za-z0-9._+@-]/gu
/** `tools/sha256-<hex>.json` belongs to the program with that hash, not to one with that name. */
const LIKE_A_HASH = /^s(?=ha256-[0-9a-f]{64}$)/

function encode(character: string): string {
  // A lone surrogate has no UTF-8 encoding.
  if (!character.isWellFormed()) return `%u${character.charCodeAt(0).toString(16)}`
  return Array.from(new TextEncoder().encode(character), (byte) => `%${HEXADECIMAL(byte)}`).join('')
}

const HEXADECIMAL = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')

function digestOf(text: string): string {
  // Loaded on demand, because it costs milliseconds and few names need it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
}
