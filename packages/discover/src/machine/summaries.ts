import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedStamp, shippedShims } from '@atip/shims'
import { writeWhole } from '../catalog/index.js'
import { belongsToSystem, createPageFinder, programPaths, summaryOfPage, type PageFinder } from '@atip/describe'
import type { RegistryEntry } from '../types.js'
import type { Machine } from './machine.js'

/** One-line summaries of tools. */
export interface Summaries {
  of(name: string, entry: RegistryEntry): string
  /** Stores new summaries in the cache. */
  keep(): void
}

/**
 * The summary from the manual page of exactly this name, else the shipped one. A scan does not read pages, because two
 * thousand of them take a third of its time; listing tools reads and caches them.
 */
export function openSummaries({ places }: Machine): Summaries {
  const file = join(places.cache, 'summaries.json')
  const known = readKept(file)
  let isNew = false
  let finder: PageFinder | undefined
  let shipped: ReadonlyMap<string, string> | undefined
  return {
    of(name, entry) {
      const { path, 'x-atip': facts } = entry
      if (facts?.description !== undefined) return facts.description
      const identity = facts?.file.identity ?? entry.hash
      const [seen, before] = known.get(name) ?? []
      if (seen === identity && before !== undefined) return before
      const subject = { name, path: [], program: { path, file: { path: facts?.file.path ?? path } } }
      finder ??= createPageFinder()
      const page = finder.find(name, programPaths(subject), { alsoSystem: belongsToSystem(subject) })
      const said = page && summaryOfPage(finder, page, name)
      const summary = said ?? (shipped ??= shippedShims().summaries()).get(name) ?? ''
      known.set(name, [identity, summary])
      isNew = true
      return summary
    },
    keep() {
      if (!isNew) return
      try {
        const summaries = Object.fromEntries(known)
        writeWhole(file, JSON.stringify({ shipped: shippedStamp(), summaries }), { isDurable: false })
      } catch {
        // They are looked up again next time.
      }
    },
  }
}

type Kept = Map<string, readonly [identity: string, summary: string]>

/** Cached summaries, if the shipped descriptions are unchanged. Entries of another shape are looked up again. */
function readKept(file: string): Kept {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as { shipped?: unknown; summaries?: Record<string, unknown> }
    if (value.shipped !== shippedStamp()) return new Map()
    const entries = Object.entries(value.summaries ?? {}).filter((entry): entry is [string, [string, string]] => {
      const pair = entry[1]
      return Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string')
    })
    return new Map(entries)
  } catch {
    return new Map()
  }
}
