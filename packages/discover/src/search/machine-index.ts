import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { SearchIndex } from '@atip/registry/search'
import { openIndex, type OpenOptions } from './open-index.js'

/** The catalog of a machine, as search needs it. */
export interface MachineCatalog {
  places: {
    /** The cache folder. */
    cache: string
  }
  /** Changes whenever the tools do: an index with another stamp is ignored. */
  stamp: string
  /** All tools, their layers merged. Called only to build an index, so it may load modules then. */
  tools: () => Iterable<AtipTool> | Promise<Iterable<AtipTool>>
}

/** The index of a machine: from its cache, or built and stored there. Undefined without a catalog. */
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
  // Most searches find an index, and need no code to build one.
  const { indexOf, saveIndex } = await import('./catalog-index.js')
  const index = indexOf(tools)
  try {
    saveIndex(file, stamp, index)
  } catch {
    // A failed write makes the next search slower, not wrong.
  }
  return index
}
