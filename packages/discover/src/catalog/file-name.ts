/**
 * The name of a tool as a part of a file name: what could mean something to a file system is percent-encoded. No two names
 * meet, and none leaves its folder, hides, or passes for the name of a hash.
 */
export function fileNameOf(name: string): string {
  const safe = name.replace(UNSAFE, encode).replace(/^\./, '%2E').replace(LIKE_A_HASH, '%73')
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - DIGITS - 1)}~${digestOf(safe)}`
}

/** File systems take 255 bytes, of which hashes, endings and the names of drafts need some. */
const LONGEST = 120
const DIGITS = 32
const UNSAFE = /[^A-Za-z0-9._+@-]/gu
/** `tools/sha256-<hex>.json` belongs to the program with that hash, not to one with that name (decision 41). */
const LIKE_A_HASH = /^s(?=ha256-[0-9a-f]{64}$)/

function encode(character: string): string {
  // Half a surrogate pair has no bytes in UTF-8.
  if (!character.isWellFormed()) return `%u${character.charCodeAt(0).toString(16)}`
  return Array.from(new TextEncoder().encode(character), (byte) => `%${HEXADECIMAL(byte)}`).join('')
}

const HEXADECIMAL = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')

function digestOf(text: string): string {
  // Loaded for the rare name that needs it: it costs milliseconds.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
}
