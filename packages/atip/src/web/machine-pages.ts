import { hostname } from 'node:os'
import { searchableCatalog } from '@atip/discover/search'
import { namesIn, registryFile, type Machine } from '@atip/discover'
import type { PageSource } from '@atip/registry'
import {
  ASSETS,
  assetsFolder,
  HEAD_PATH,
  pageEntry,
  renderLists,
  renderTool,
  searchFiles,
  toolAddress,
  type ListedTool,
  type PageSite,
} from '@atip/registry/page'
import { machineTool } from './machine-tool.js'

/** The pages of a registry for all tools known on this machine. No program is run, and no other host is contacted. */
export function machinePages(machine: Machine): PageSource {
  const site: PageSite = { name: `Tools on ${hostname()}`, assets: assetsFolder(), kind: 'machine' }
  let lists: { stamp: string; files: Promise<Files> } | undefined
  const listed = () => {
    const catalog = searchableCatalog(machine)
    if (catalog === undefined) return undefined
    if (lists?.stamp !== catalog.stamp) lists = { stamp: catalog.stamp, files: listFiles(site, catalog) }
    return lists.files
  }
  return {
    async find(path) {
      const asset = path.startsWith(`/${site.assets}/`) ? path.slice(site.assets.length + 2) : ''
      if (Object.hasOwn(ASSETS, asset)) return ASSETS[asset]
      if (!path.startsWith('/tools/')) return (await listed())?.get(path)
      const name = nameOf(machine, path)
      const page = name === undefined ? undefined : await machineTool(machine, name)
      return page && renderTool(site, page)
    },
  }
}

type Files = Map<string, string | Uint8Array>

/** The start page, the lists and the search index, rebuilt when the catalog has changed. */
async function listFiles(site: PageSite, { tools }: NonNullable<ReturnType<typeof searchableCatalog>>): Promise<Files> {
  const files: Files = new Map()
  const listed: ListedTool[] = []
  const found = await tools()
  function* entries() {
    for (const tool of found) {
      const { entries: all, ...one } = pageEntry(tool)
      listed.push(one)
      yield* all
    }
  }
  const search = searchFiles(entries())
  for (const { path, bytes } of search.files) files.set(path, bytes)
  files.set(`/${HEAD_PATH}`, JSON.stringify(search.head))
  listed.sort((one, other) => (one.name < other.name ? -1 : 1))
  const commands = listed.reduce((sum, one) => sum + one.commands, 0)
  for (const { address, text } of renderLists(site, listed, { tools: listed.length, commands, notSearched: 0 })) {
    files.set(`/${address}`, text)
  }
  return files
}

function nameOf(machine: Machine, path: string): string | undefined {
  return namesIn(registryFile(machine.places), '').find((name) => `/${toolAddress(name)}` === path)
}
