import { createHash } from 'node:crypto'

/**
 * The name of a tool as a path segment: lower-case letters, digits, `.`, `_` and `-` stay, every other byte becomes `~`
 * and two digits. Safe on case-insensitive file systems, and in URLs without further encoding.
 */
export function fileNameOf(name: string): string {
  const safe = Array.from(new TextEncoder().encode(name), (byte, index) => {
    const character = String.fromCharCode(byte)
    const isSafe = /[a-z0-9_-]/.test(character) || (character === '.' && index > 0)
    return isSafe ? character : `~${byte.toString(16).padStart(2, '0')}`
  }).join('')
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - 33)}~${sha256(name).slice(0, 32)}`
}

const LONGEST = 120

/** The path of the catalog file of a name. Its SHA-256 spreads the names, so that no folder gets too large. */
export function catalogPath(name: string): string {
  const spread = sha256(name)
  return `/catalog/${spread.slice(0, 2)}/${spread.slice(2, 4)}/${fileNameOf(name)}.jsonl`
}

/** In hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
