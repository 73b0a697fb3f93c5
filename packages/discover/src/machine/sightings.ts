import { statSync } from 'node:fs'
import { ABSENT } from '../scan/file/identity.js'
import type { FilePart } from '../types.js'

/**
 * What was seen of many files, as it is kept: how many there are, five numbers for each, and text, of which the last
 * lines are their paths. Numbers can be compared without making texts of two thousand files.
 */
export interface Sightings {
  numbers: BigInt64Array
  lines: string[]
  /** Which line has the first path. */
  first: number
}

/** Device, inode, size, and the nanoseconds of the last change of content and of state. */
const NUMBERS = 5
const NOTHING = -1n

/** Lines first, then the paths: none of them may have a line break in it. */
export function packSightings(lines: readonly string[], seen: readonly FilePart[]): Uint8Array {
  const numbers = BigInt64Array.from([BigInt(seen.length), ...seen.flatMap(numbersOf)])
  const text = Buffer.from([...lines, ...seen.map(({ path }) => path), ''].join('\n'))
  return Buffer.concat([Buffer.from(numbers.buffer), text])
}

function numbersOf({ identity }: FilePart): bigint[] {
  if (identity === ABSENT) return Array.from({ length: NUMBERS }, () => NOTHING)
  return identity.split(':').map(BigInt)
}

/** Undefined for bytes that are something else, or not all there. */
export function unpackSightings(bytes: Buffer): Sightings | undefined {
  // Copied to where the processor can read numbers: not every buffer begins there.
  const all = new BigInt64Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 3)
  const end = 1 + NUMBERS * Number(all[0] ?? -1n)
  if (end < 1 || end > all.length) return undefined
  const lines = bytes.toString('utf8', end * 8).split('\n')
  if (lines.pop() !== '') return undefined
  return { numbers: all.subarray(1, end), lines, first: lines.length - Number(all[0]) }
}

/** Whether everything is now what it was. */
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
    // As with what is absent: nothing can be launched from there.
    return numbers[at] === NOTHING
  }
}
