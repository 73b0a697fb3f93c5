import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { SearchIndex } from '@atip/registry/search'
import { openIndex, type OpenOptions } from './open-index.js'

/** What is known about a machine, as far as search asks for it. */
export interface MachineCatalog {
  places: {
    /** The folder for what can be made again. */
    cache: string
  }
  /** Changes whenever the tools do: an index with another stamp is not used. */
  stamp: string
  /** All tools, their layers merged. Asked for only if there is no index that fits, so what it needs may be loaded then. */
  tools: () => Iterable<AtipTool> | Promise<Iterable<AtipTool>>
}

/** The index of a machine: from its cache, or built and put there. Undefined if nothing is known about the machine. */
export async function machineIndex(
  catalog: MachineCatalog | undefined,
  options: OpenOptions = {},
): Promise<SearchIndex | undefined> {
  if (catalog === undefined) return undefined
  const { places, stamp, tools } = catalog
  const file = join(places.cache, 'search.index')
  return openIndex(file, stamp, options) ?? (await rebuild(file, stamp, await tools()))
}

async function rebuild(file: string, stamp: string, tools: Iterable<AtipTool>): Promise<SearchIndex> {
  // Most searches find an index, and need none of what builds one.
  const { indexOf, saveIndex } = await import('./catalog-index.js')
  const index = indexOf(tools)
  try {
    saveIndex(file, stamp, index)
  } catch {
    // A cache that cannot be written makes the next search slower, and no search wrong.
  }
  return index
}
