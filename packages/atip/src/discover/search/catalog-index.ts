import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { buildIndex, type SearchEntry, type SearchIndex } from './build-index.js'
import { entriesOf } from './catalog-entries.js'
import { fromBytes, toBytes } from './index-file.js'

/** No index is larger: a million commands take less. */
const MOST_BYTES = 2 ** 30

/** The index in a file, if it is whole, of this version, and made from what the stamp stands for. */
export function openIndex(file: string, stamp: string): SearchIndex | undefined {
  const bytes = readWhole(file)
  return bytes === undefined ? undefined : fromBytes(bytes, stamp)
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

/** Readers see the old one or the new one. Not forced to the disk: half an index is found out and built again. */
export function saveIndex(file: string, stamp: string, index: SearchIndex): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${Date.now().toString(36)}.tmp`
  try {
    writeFileSync(draft, toBytes(index, stamp), { flag: 'wx', mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function* entriesOfAll(tools: Iterable<AtipTool>): Generator<SearchEntry> {
  for (const tool of tools) yield* entriesOf(tool)
}

function readWhole(file: string): Uint8Array | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const status = fstatSync(descriptor)
    return status.isFile() && status.size <= MOST_BYTES ? readFileSync(descriptor) : undefined
  } catch {
    // Not there, or not ours to read: it is built again.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
