import { closeSync, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import { hasRightSum, inMemory, readIndex, type SearchIndex } from '@atip/registry/search'
import { isSealed, seal } from './seal.js'

export interface OpenOptions {
  /** Read only what one query needs, if the index is sealed. The file stays open until the process ends. */
  isForOneQuery?: boolean
  /** The current time in milliseconds, as from `Date.now`. */
  now?: number
}

/** A million commands take less. */
const MOST_BYTES = 2 ** 30

/** The index in a file, if it is intact, of this version, and built for this stamp. */
export function openIndex(
  file: string,
  stamp: string,
  { isForOneQuery = false, now = Date.now() }: OpenOptions = {},
): SearchIndex | undefined {
  const opened = open(file)
  if (opened === undefined) return undefined
  const { descriptor, stats } = opened
  const size = Number(stats.size)
  const read = (start: number, length: number) => readAt(descriptor, start, length)
  const isWhole = isSealed(file, stats)
  if (isWhole && isForOneQuery) return readIndex({ size, read }, stamp)
  const bytes = read(0, size)
  closeSync(descriptor)
  if (!isWhole && !hasRightSum(bytes)) return undefined
  if (!isWhole) seal(file, stats, now)
  return readIndex(inMemory(bytes), stamp)
}

function open(file: string): { descriptor: number; stats: BigIntStats } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const stats = fstatSync(descriptor, { bigint: true })
    if (stats.isFile() && stats.size <= MOST_BYTES) return { descriptor, stats }
  } catch {
    // It does not exist or is not readable, and is built again.
  }
  if (descriptor !== undefined) closeSync(descriptor)
  return undefined
}

/** May return less, if the file is truncated meanwhile. */
function readAt(descriptor: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let taken = 0
  while (taken < length) {
    const count = readSync(descriptor, bytes, taken, length - taken, start + taken)
    if (count === 0) return bytes.subarray(0, taken)
    taken += count
  }
  return bytes
}
