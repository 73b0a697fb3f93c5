import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@atip/files'
import type { AtipTool } from '@atip/protocol'
import { buildIndex, entriesOf, toBytes, type SearchEntry, type SearchIndex } from '@atip/registry/search'

/** Builds the index of these tools and writes it to a file atomically. */
export function writeIndex(file: string, stamp: string, tools: Iterable<AtipTool>): SearchIndex {
  const index = indexOf(tools)
  saveIndex(file, stamp, index)
  return index
}

export function indexOf(tools: Iterable<AtipTool>): SearchIndex {
  return buildIndex(entriesOfAll(tools))
}

export function saveIndex(file: string, stamp: string, index: SearchIndex): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeWhole(file, toBytes(index, stamp), { mode: 0o600 })
}

function* entriesOfAll(tools: Iterable<AtipTool>): Generator<SearchEntry> {
  for (const tool of tools) yield* entriesOf(tool)
}
