import { gzipSync } from 'node:zlib'
import { sha256 } from '../format/names.js'
import { buildIndex, type SearchEntry } from '../search/build-index.js'
import { oneLine, shorten } from '../search/entry-texts.js'
import { toServedBytes } from '../search/served-index.js'
import { summaryOf } from './page-entry.js'
import { entryLine, INDEX_FILE, NAMES_FILE, SHARD, shardFile, type SearchHead } from './search-format.js'

/** The search files: an index and names, which a page loads once, and small files with the descriptions of hits. */
export interface SearchFiles {
  head: SearchHead
  files: { path: string; bytes: Uint8Array }[]
}

/** Deterministic. The folder is named by the content, so that its files never change. */
export function searchFiles(entries: Iterable<SearchEntry>): SearchFiles {
  const names: string[] = []
  const descriptions: string[] = []
  function* noted() {
    for (const entry of entries) {
      const [name, tool, command] = [entry.name, entry.tool, entry.command ?? ''].map(oneLine)
      names.push(entryLine({ name: name!, tool: tool!, command: command!, ...summaryOf(entry) }))
      descriptions.push(oneLine(shorten(entry.description)))
      yield entry
    }
  }
  const index = toServedBytes(buildIndex(noted()))
  const shards = Array.from({ length: Math.ceil(descriptions.length / SHARD) }, (_, number) =>
    JSON.stringify(descriptions.slice(number * SHARD, (number + 1) * SHARD)),
  )
  const contents: [string, string | Uint8Array][] = [
    [INDEX_FILE, index],
    [NAMES_FILE, names.join('\n')],
    ...shards.map((text, number): [string, string] => [shardFile(number), text]),
  ]
  const folder = `search/${sha256(contents.map(([, content]) => sha256(content)).join()).slice(0, 32)}`
  const files = contents.map(([name, content]) => ({ path: `/${folder}/${name}`, bytes: gzipSync(content) }))
  return { head: { folder, count: names.length }, files }
}
