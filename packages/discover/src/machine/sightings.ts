import { statSync } from 'node:fs'
import { ABSENT } from '../scan/file/identity.js'
import type { FilePart } from '../types.js'

/**
 * The identities of many files in their stored form: a count, five numbers for each file, and lines of text, of which
 * the last are the paths. Comparing numbers avoids creating thousands of strings.
 */
export interface Sightings {
  numbers: BigInt64Array
  lines: string[]
  /** The index of the line with the first path. */
  first: number
}

/** Device, inode, size, mtime and ctime, the times in nanoseconds. */
const NUMBERS = 5
const NOTHING = -1n

/** `lines` first, then the paths. Neither may contain a line break. */
export function packSightings(lines: readonly string[], seen: readonly FilePart[]): Uint8Array {
  const numbers = BigInt64Array.from([BigInt(seen.length), ...seen.flatMap(numbersOf)])
  const text = Buffer.from([...lines, ...seen.map(({ path }) => path), ''].join('\n'))
  return Buffer.concat([Buffer.from(numbers.buffer), text])
}

function numbersOf({ identity }: FilePart): bigint[] {
  if (identity === ABSENT) return Array.from({ length: NUMBERS }, () => NOTHING)
  return identity.split(':').map(BigInt)
}

/** Undefined if the bytes are truncated or something else. */
export function unpackSightings(bytes: Buffer): Sightings | undefined {
  // Copied, because a BigInt64Array needs aligned memory and a Buffer may start anywhere.
  const all = new BigInt64Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 3)
  const end = 1 + NUMBERS * Number(all[0] ?? -1n)
  if (end < 1 || end > all.length) return undefined
  const lines = bytes.toString('utf8', end * 8).split('\n')
  if (lines.pop() !== '') return undefined
  return { numbers: all.subarray(1, end), lines, first: lines.length - Number(all[0]) }
}

/** Whether all files are unchanged. */
export function isAsSeen({ numbers, lines, first }: Sightings): boolean {
  for (let line = first, at = 0; line < lines.length; line++, at += NUMBERS) {
    if (!isSame(lines[line]!, numbers, at)) return false
  }
  return true
}

const OPTIONS = { bigint: true, throwIfNoEntry: false } as const

function isSame(path: string, numbers: BigInt64Array, at: number): boolean {
  try {
    const stats = statSync(path, OPTIONS)
    if (stats === undefined) return numbers[at] === NOTHING
    return (
      stats.ctimeNs === numbers[at + 4] &&
      stats.mtimeNs === numbers[at + 3] &&
      stats.size === numbers[at + 2] &&
      stats.ino === numbers[at + 1] &&
      stats.dev === numbers[at]
    )
  } catch {
    // Like an absent file: nothing can be launched from there.
    return numbers[at] === NOTHING
  }
}
