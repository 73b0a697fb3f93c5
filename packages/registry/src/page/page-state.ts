import { sha256 } from '../format/names.js'
import type { SearchEntry } from '../search/build-index.js'
import type { PageBuild } from './page-build.js'
import type { PageEntry } from './page-entry.js'
import type { ListedTool } from './render-lists.js'

/** What the last build knew about the tools, in files by the first digits of the SHA-256 of their names. */
export interface PageState {
  /** Replaces the entries of these tools, which must all be in this bucket; undefined removes one. */
  change(bucket: string, changes: ReadonlyMap<string, PageEntry | undefined>): void
  /** Every tool, ordered by name. Reads each file in pieces. */
  tools(): Generator<KeptTool>
}

/** The search entries are parsed on demand. */
export interface KeptTool {
  listed: ListedTool
  entries(): SearchEntry[]
}

export const BUCKETS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
export const bucketOf = (name: string): string => sha256(name).slice(0, 2)

const fileOf = (bucket: string) => `tools-${bucket}.tsv`

export function openPageState({ stateLines, writeState }: PageBuild, isWhole: boolean): PageState {
  return {
    change(bucket, changes) {
      const lines = new Map<string, string>()
      if (!isWhole) for (const line of stateLines(fileOf(bucket))) lines.set(read(line).listed.name, line)
      for (const [name, entry] of changes) {
        if (entry === undefined) lines.delete(name)
        else lines.set(name, lineOf(entry))
      }
      const sorted = [...lines].sort(([one], [other]) => (one < other ? -1 : 1))
      writeState(fileOf(bucket), sorted.map(([, line]) => `${line}\n`).join(''))
    },
    *tools() {
      const heads = BUCKETS.flatMap((bucket) => {
        const rest = readAll(stateLines(fileOf(bucket)))
        const { value } = rest.next()
        return value === undefined ? [] : [{ tool: value, rest }]
      })
      while (heads.length > 0) {
        let least = 0
        for (const [index, { tool }] of heads.entries()) {
          if (tool.listed.name < heads[least]!.tool.listed.name) least = index
        }
        yield heads[least]!.tool
        const { value } = heads[least]!.rest.next()
        if (value === undefined) heads.splice(least, 1)
        else heads[least]!.tool = value
      }
    },
  }
}

function* readAll(lines: Iterable<string>): Generator<KeptTool, undefined> {
  for (const line of lines) yield read(line)
  return undefined
}

function lineOf({ entries, ...listed }: PageEntry): string {
  return `${JSON.stringify(listed)}\t${JSON.stringify(entries)}`
}

function read(line: string): KeptTool {
  const tab = line.indexOf('\t')
  const listed = JSON.parse(line.slice(0, tab)) as ListedTool
  return { listed, entries: () => JSON.parse(line.slice(tab + 1)) as SearchEntry[] }
}
