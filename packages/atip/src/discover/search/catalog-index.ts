import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs'
import { dirname } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { buildIndex, type SearchEntry, type SearchIndex } from './build-index.js'
import { entriesOf } from './catalog-entries.js'
import { fromBytes, toBytes } from './index-file.js'
import { isSealed, seal } from './seal.js'

/** No index is larger: a million commands take less. */
const MOST_BYTES = 2 ** 30

/** The index in a file, if it is whole, of this version, and made from what the stamp stands for. */
export function openIndex(file: string, stamp: string, now = Date.now()): SearchIndex | undefined {
  const found = readWhole(file)
  if (found === undefined) return undefined
  const isWhole = isSealed(file, found.stats)
  const index = fromBytes(found.bytes, stamp, { isWhole })
  if (index !== undefined && !isWhole) seal(file, found.stats, now)
  return index
}

/** Builds the index of these tools, one after the other, and puts it into a file in one step. */
export function writeIndex(file: string, stamp: string, tools: Iterable<AtipTool>): SearchIndex {
  const index = indexOf(tools)
  saveIndex(file, stamp, index)
  return index
}

export function indexOf(tools: Iterable<AtipTool>): SearchIndex {
  return buildIndex(entriesOfAll(tools))
}

/** Readers see the old one or the new one. */
export function saveIndex(file: string, stamp: string, index: SearchIndex): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${Date.now().toString(36)}.tmp`
  try {
    writeToDisk(draft, toBytes(index, stamp))
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** What is sealed later must be what is there after the power failed, too. */
function writeToDisk(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function* entriesOfAll(tools: Iterable<AtipTool>): Generator<SearchEntry> {
  for (const tool of tools) yield* entriesOf(tool)
}

function readWhole(file: string): { bytes: Uint8Array; stats: BigIntStats } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const stats = fstatSync(descriptor, { bigint: true })
    return stats.isFile() && stats.size <= MOST_BYTES ? { bytes: readFileSync(descriptor), stats } : undefined
  } catch {
    // Not there, or not ours to read: it is built again.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
