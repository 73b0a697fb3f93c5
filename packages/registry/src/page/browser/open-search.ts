import {
  entryFrom,
  HEAD_PATH,
  INDEX_FILE,
  NAMES_FILE,
  SHARD,
  shardFile,
  type SearchHead,
  type ShownEntry,
} from '../search-format.js'
import { toolsBeginning } from '../../search/beginnings.js'
import { rank } from '../../search/search.js'
import type { SearchIndex } from '../../search/search-index.js'
import { fromServedBytes } from '../../search/served-index.js'

/** Reads a file of the registry by its path from the root. */
export type ReadFile = (address: string) => Promise<Uint8Array>

export interface PageHit extends ShownEntry {
  /** Loaded on first use. */
  description(): Promise<string>
}

export interface PageAnswer {
  /** Best first, as `atip search` ranks them. */
  hits: PageHit[]
  total: number
  /** Tools whose names begin with the query, except those among the hits. */
  names: PageHit[]
}

export interface OpenedSearch {
  answer(query: string, limit: number): PageAnswer
}

/** Loads the index and the names. Queries are then synchronous; only descriptions are loaded later, and cached. */
export async function openSearch(read: ReadFile): Promise<OpenedSearch> {
  const { folder } = JSON.parse(textOf(await read(HEAD_PATH))) as SearchHead
  const [bytes, names] = await Promise.all([INDEX_FILE, NAMES_FILE].map((name) => read(`${folder}/${name}`)))
  const index = fromServedBytes(bytes!)
  if (index === undefined) throw new Error('the index cannot be read')
  const lines = textOf(names!).split('\n')
  const shards = new Map<number, Promise<string[]>>()
  const shardOf = (number: number) => {
    const known = shards.get(number) ?? read(`${folder}/${shardFile(number)}`).then(descriptionsIn)
    shards.set(number, known)
    known.catch(() => shards.delete(number))
    return known
  }
  const hitAt = (entry: number): PageHit => ({
    ...entryFrom(lines[entry]!),
    description: async () => (await shardOf(Math.floor(entry / SHARD)))[entry % SHARD] ?? '',
  })
  return {
    answer(query, limit) {
      const { entries, total } = rank(index, query, { limit })
      const others = beginnings(index, query, limit).filter((entry) => !entries.includes(entry))
      return { hits: entries.map(hitAt), total, names: others.map(hitAt) }
    },
  }
}

const MOST_NAMES = 6

/** Only for a single word, which may be the beginning of a name. */
function beginnings(index: SearchIndex, query: string, limit: number): number[] {
  const word = query.trim()
  return word === '' || /\s/.test(word) ? [] : toolsBeginning(index, word, Math.min(limit, MOST_NAMES))
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const descriptionsIn = (bytes: Uint8Array) => JSON.parse(textOf(bytes)) as string[]
