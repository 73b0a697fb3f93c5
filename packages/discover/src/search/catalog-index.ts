import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { buildIndex, type SearchEntry } from './build-index.js'
import { entriesOf } from './catalog-entries.js'
import { toBytes } from './index-file.js'
import type { SearchIndex } from './search-index.js'

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
