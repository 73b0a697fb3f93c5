import type { SearchEntry } from '../search/build-index.js'
import { toolAddress } from './addresses.js'
import { ASSETS, assetsFolder } from './assets.js'
import type { CatalogTool } from '../format/catalog.js'
import type { PageSite } from './layout.js'
import type { PageBuild, PageFiles } from './page-build.js'
import { pageEntry, type PageEntry } from './page-entry.js'
import { BUCKETS, bucketOf, openPageState, type PageState } from './page-state.js'
import { registryTool } from './registry-tool.js'
import { renderLists, type ListedTool } from './render-lists.js'
import { renderTool } from './render-tool.js'
import { searchFiles } from './search-files.js'
import { HEAD_PATH } from './search-format.js'

/**
 * Above this many commands, search covers tools only: the index must suit a phone, and building it must fit in memory.
 */
const MOST_SEARCHED = 200_000

/** Raise it when the same input gives different pages. */
const FORMAT = 1

/** The inputs of the last build's pages, and the files that a later build may remove. */
interface PageHead {
  made: string
  named: string[]
}

/**
 * Writes the pages of a registry: first those of changed tools, then lists and search. Pages of unchanged tools are not
 * rendered again. Every file is written atomically, so that an interrupted build leaves working pages.
 */
export function writePages(build: PageBuild): PageFiles {
  const site: PageSite = { name: build.registry.name, assets: assetsFolder(), kind: 'registry' }
  const made = JSON.stringify([FORMAT, site])
  const before = headFrom(build.readState(HEAD))
  const isWhole = build.isWhole || before?.made !== made
  for (const [path, text] of Object.entries(ASSETS)) {
    if (before?.made !== made || build.isWhole) build.write(`/${site.assets}/${path}`, text)
  }
  const state = openPageState(build, isWhole)
  const isChanged = writeTools(build, site, state, isWhole)
  const assets = Object.keys(ASSETS).map((path) => `/${site.assets}/${path}`)
  if (!isChanged && before !== undefined) return { used: before.named, superseded: [] }

  const { tools, entries, notSearched } = takeStock(state)
  const search = searchFiles(entries)
  for (const { path, bytes } of search.files) build.write(path, bytes)
  const totals = { tools: tools.length, commands: tools.reduce((sum, { commands }) => sum + commands, 0), notSearched }
  const lists = new Set<string>()
  for (const { address, text } of renderLists(site, tools, totals)) {
    lists.add(`/${address}`)
    build.write(`/${address}`, text)
  }
  // Written last: from now on, pages use the new index.
  build.write(`/${HEAD_PATH}`, JSON.stringify(search.head))
  for (const path of build.list('/browse')) if (!lists.has(path)) build.remove(path)
  const named = [...assets, ...search.files.map(({ path }) => path)]
  build.writeState(HEAD, JSON.stringify({ made, named } satisfies PageHead))
  // An interrupted build may have left files that no build has listed.
  const there = isWhole ? [...build.list('/assets'), ...build.list('/search')] : (before?.named ?? [])
  const used = new Set([...named, `/${HEAD_PATH}`])
  return { used: named, superseded: there.filter((path) => !used.has(path)) }
}

const HEAD = 'head.json'

function headFrom(text: string | undefined): PageHead | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as PageHead)
}

/** Renders the changed tools, or all. Returns whether there were any. */
function writeTools(build: PageBuild, site: PageSite, state: PageState, isWhole: boolean): boolean {
  const written = new Set<string>()
  const waiting = new Set(isWhole ? BUCKETS : [])
  let bucket: string | undefined
  let changes = new Map<string, PageEntry | undefined>()
  const flush = () => {
    if (bucket !== undefined) state.change(bucket, changes)
    waiting.delete(bucket ?? '')
    changes = new Map()
  }
  // Both are ordered by the SHA-256 of the name, so that the tools of a bucket are adjacent.
  for (const tool of isWhole ? build.tools() : build.changed()) {
    const next = bucketOf(tool.name)
    if (next !== bucket) flush()
    bucket = next
    const entry = writeTool(build, site, tool)
    if (isWhole && entry !== undefined) written.add(`/${toolAddress(tool.name)}`)
    changes.set(tool.name, entry)
  }
  flush()
  for (const empty of waiting) state.change(empty, new Map())
  if (isWhole) for (const path of build.list('/tools')) if (!written.has(path)) build.remove(path)
  return bucket !== undefined || isWhole
}

function writeTool(build: PageBuild, site: PageSite, found: CatalogTool): PageEntry | undefined {
  const address = toolAddress(found.name)
  if (address === undefined) return undefined
  const page = registryTool(found, build)
  if (page === undefined) {
    build.remove(`/${address}`)
    return undefined
  }
  build.write(`/${address}`, renderTool(site, page))
  return pageEntry(page.tool)
}

/** All tools for the lists, and the entries for search. */
function takeStock(state: PageState): { tools: ListedTool[]; entries: Iterable<SearchEntry>; notSearched: number } {
  const tools = Array.from(state.tools(), ({ listed }) => listed)
  const commands = tools.reduce((sum, one) => sum + one.commands, 0)
  const isTooMuch = tools.length + commands > MOST_SEARCHED
  function* entries() {
    let count = 0
    for (const tool of state.tools()) {
      if (count >= MOST_SEARCHED) return
      const all = isTooMuch ? tool.entries().slice(0, 1) : tool.entries()
      count += all.length
      yield* all
    }
  }
  const notSearched = isTooMuch ? commands + Math.max(0, tools.length - MOST_SEARCHED) : 0
  return { tools, entries: entries(), notSearched }
}
