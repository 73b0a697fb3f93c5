import { rootOf, splitOf, leafHash } from './merkle.js'

/** A tile holds 256 hashes of one level; their parents are in the tiles of the next level (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const HASH = 32

/** `/log/tile/0/x001/x234/067`; a partial tile of 12 hashes ends in `.p/12`. `level` is a number or `entries`. */
export function tilePath(level: number | 'entries', number: number, width = TILE_WIDTH): string {
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g)!
  const path = groups.map((group, index) => (index === groups.length - 1 ? group : `x${group}`)).join('/')
  return `/log/tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** The number of complete nodes of a level: each covers a full tile of the level below. */
const nodesAt = (size: number, level: number) => Math.floor(size / TILE_WIDTH ** level)

export type ReadTile = (path: string) => Uint8Array

export interface TileWrite {
  path: string
  bytes: Uint8Array
}

export interface LogHead {
  size: number
  /** In hexadecimal digits. */
  root: string
}

/** Appends entries to a log of this size. The files that it writes are new, or identical to files that the log had. */
export interface LogAppender {
  append(entry: string): number
  /** Writes the partial tiles, and returns the new head. */
  finish(): LogHead
}

export function openLog(size: number, read: ReadTile, write: (tile: TileWrite) => void): LogAppender {
  /** The last tile of each level, which may be partial. */
  const levels: Buffer[][] = []
  for (let level = 0; nodesAt(size, level) > 0; level++) {
    const [number, width] = lastTile(nodesAt(size, level))
    levels.push(width === 0 ? [] : hashesIn(read(tilePath(level, number, width))))
  }
  let entries = entriesIn(size % TILE_WIDTH === 0 ? undefined : read(entriesPath(size)))
  let count = size

  const push = (level: number, hash: Buffer) => {
    const tile = (levels[level] ??= [])
    tile.push(hash)
    if (tile.length < TILE_WIDTH) return
    const number = Math.floor(nodesAt(count, level) / TILE_WIDTH) - 1
    write({ path: tilePath(level, number), bytes: Buffer.concat(tile) })
    levels[level] = []
    push(level + 1, rootOf(tile))
  }
  return {
    append(entry) {
      entries.push(Buffer.from(entry))
      const index = count++
      if (entries.length === TILE_WIDTH) {
        write({ path: tilePath('entries', count / TILE_WIDTH - 1), bytes: entryBytes(entries) })
        entries = []
      }
      push(0, leafHash(entry))
      return index
    },
    finish() {
      for (const [level, tile] of levels.entries()) {
        const [number, width] = lastTile(nodesAt(count, level))
        if (width > 0) write({ path: tilePath(level, number, width), bytes: Buffer.concat(tile) })
      }
      if (entries.length > 0) write({ path: entriesPath(count), bytes: entryBytes(entries) })
      return { size: count, root: rootOfLevels(levels).toString('hex') }
    },
  }
}

function lastTile(nodes: number): [number: number, width: number] {
  return [Math.floor(nodes / TILE_WIDTH), nodes % TILE_WIDTH]
}

const entriesPath = (size: number) => tilePath('entries', ...lastTile(size))

function hashesIn(bytes: Uint8Array): Buffer[] {
  return Array.from({ length: bytes.length / HASH }, (_, index) =>
    Buffer.from(bytes.subarray(index * HASH, (index + 1) * HASH)),
  )
}

/** The rest of a level is the last node of the next level. */
function rootOfLevels(levels: readonly (readonly Buffer[])[]): Buffer {
  let rest: Buffer | undefined
  for (const tile of levels) {
    const nodes = rest === undefined ? tile : [...tile, rest]
    rest = nodes.length === 0 ? undefined : rootOf(nodes)
  }
  return rest ?? rootOf([])
}

/** Each entry, preceded by its length in two bytes. */
function entryBytes(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(entries.flatMap((entry) => [Buffer.from([entry.length >> 8, entry.length & 255]), entry]))
}

export function entriesIn(bytes: Uint8Array | undefined): Buffer[] {
  const entries: Buffer[] = []
  const all = Buffer.from(bytes ?? [])
  for (let at = 0; at + 2 <= all.length;) {
    const length = all.readUInt16BE(at)
    entries.push(all.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return entries
}

/** The inclusion proof for a leaf in a log of this size, from its tiles. */
export function inclusionProof(index: number, size: number, read: ReadTile): Buffer[] {
  const proof: Buffer[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    const isLeft = index < middle
    proof.push(isLeft ? subtree(middle, end, size, read) : subtree(start, middle, size, read))
    if (isLeft) end = middle
    else start = middle
  }
  return proof.reverse()
}

/** The root over the leaves from `start` up to `end`, from the largest nodes that the tiles contain. */
function subtree(start: number, end: number, size: number, read: ReadTile): Buffer {
  let level = 0
  while (TILE_WIDTH ** (level + 1) <= end - start && start % TILE_WIDTH ** (level + 1) === 0) level++
  const unit = TILE_WIDTH ** level
  const whole = Math.floor((end - start) / unit)
  const nodes = Array.from({ length: whole }, (_, index) => nodeAt(level, start / unit + index, size, read))
  const rest = start + whole * unit
  return rootOf(rest < end ? [...nodes, subtree(rest, end, size, read)] : nodes)
}

function nodeAt(level: number, number: number, size: number, read: ReadTile): Buffer {
  const tile = Math.floor(number / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, nodesAt(size, level) - tile * TILE_WIDTH)
  const at = (number % TILE_WIDTH) * HASH
  return Buffer.from(read(tilePath(level, tile, width)).subarray(at, at + HASH))
}
