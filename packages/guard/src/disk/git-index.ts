import { createHash } from 'node:crypto'

/** The hash that a repository uses for the ids of its objects. */
export type GitHash = 'sha1' | 'sha256'

/** The state of a file that git recorded last. */
export interface GitIndexEntry {
  mode: number
  /** In nanoseconds. */
  ctime: bigint
  mtime: bigint
  /** Truncated to 32 bits. A size of 0 may also mean that git has not compared the file. */
  inode: number
  size: number
  /** The hash of the content, in hexadecimal. */
  id: string
}

export type GitIndex = ((path: string) => GitIndexEntry | undefined) & { paths: Iterable<string> }

/**
 * Reads a git index of version 2 to 4, as gitformat-index(5) specifies it. Undefined for others, and for split and sparse
 * ones, which do not list all files. Files in conflict, or only intended to be added, are left out.
 */
export function readIndex(bytes: Buffer, hash: GitHash): GitIndex | undefined {
  try {
    return isWhole(bytes, hash) ? indexOf(bytes, ID_LENGTHS[hash]) : undefined
  } catch (error) {
    // The index is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ID_LENGTHS = { sha1: 20, sha256: 32 }
const STAT_LENGTH = 40
const IS_EXTENDED = 0x4000
const STAGE = 0x3000
const IS_INTENDED = 0x2000

/** Whether the checksum at the end is right. Some settings replace it by zeros. */
function isWhole(bytes: Buffer, hash: GitHash): boolean {
  const end = bytes.length - ID_LENGTHS[hash]
  if (end < 12) return false
  const checksum = bytes.subarray(end)
  return (
    checksum.every((byte) => byte === 0) || createHash(hash).update(bytes.subarray(0, end)).digest().equals(checksum)
  )
}

function indexOf(bytes: Buffer, idLength: number): GitIndex | undefined {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined
  const count = bytes.readUInt32BE(8)
  const offsets = new Map<string, number>()
  let at = 12
  let name: Buffer = Buffer.alloc(0)
  for (let number = 0; number < count; number++) {
    const start = at
    const flags = bytes.readUInt16BE(start + STAT_LENGTH + idLength)
    const isExtended = version > 2 && (flags & IS_EXTENDED) !== 0
    const more = isExtended ? bytes.readUInt16BE(start + STAT_LENGTH + idLength + 2) : 0
    at = start + STAT_LENGTH + idLength + (isExtended ? 4 : 2)
    let kept = name.subarray(0, 0)
    if (version === 4) {
      const removed = readOffset(bytes, at)
      if (removed.value > name.length) return undefined
      kept = name.subarray(0, name.length - removed.value)
      at = removed.end
    }
    const end = bytes.indexOf(0, at)
    if (end === -1) return undefined
    name = kept.length === 0 ? bytes.subarray(at, end) : Buffer.concat([kept, bytes.subarray(at, end)])
    // Up to version 3, each entry is padded with at least one zero to a multiple of eight bytes.
    at = version === 4 ? end + 1 : start + 8 * (Math.floor((end - start) / 8) + 1)
    if ((flags & STAGE) === 0 && (more & IS_INTENDED) === 0) offsets.set(name.toString(), start)
  }
  if (!areOptional(bytes, at, bytes.length - idLength)) return undefined
  const find = (path: string) => {
    const offset = offsets.get(path)
    return offset === undefined ? undefined : entryAt(bytes, offset, idLength)
  }
  return Object.assign(find, { paths: [...offsets.keys()] })
}

function entryAt(bytes: Buffer, at: number, idLength: number): GitIndexEntry {
  const number = (index: number) => bytes.readUInt32BE(at + 4 * index)
  return {
    ctime: BigInt(number(0)) * 1_000_000_000n + BigInt(number(1)),
    mtime: BigInt(number(2)) * 1_000_000_000n + BigInt(number(3)),
    inode: number(5),
    mode: number(6),
    size: number(9),
    id: bytes.toString('hex', at + STAT_LENGTH, at + STAT_LENGTH + idLength),
  }
}

/** Seven bits in each byte, the highest first. Each further byte adds one, so that every number has one form. */
function readOffset(bytes: Buffer, start: number): { value: number; end: number } {
  let at = start
  let byte = bytes.readUInt8(at++)
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++)
    value = (value + 1) * 0x80 + (byte & 0x7f)
  }
  return { value, end: at }
}

/** Whether the rest are extensions that may be ignored: their names start with a capital letter. */
function areOptional(bytes: Buffer, start: number, end: number): boolean {
  let at = start
  while (at < end) {
    const first = bytes.readUInt8(at)
    if (first < 0x41 || first > 0x5a) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end
}
