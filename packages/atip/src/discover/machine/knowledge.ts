import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { shippedShims } from '../../shims/index.js'
import { VERSION } from '../../version.js'
import { fileNameOf } from '../catalog/index.js'
import { createPageFinder } from '../describe/manual/find-page.js'
import { summaryOfPage } from '../describe/manual/summary.js'
import { belongsToSystem, programPaths } from '../describe/subject.js'
import type { Entry, EntrySource, Registry } from '../types.js'
import type { Machine } from './machine.js'

/** In the head of `registry.json`: which version said where knowledge comes from. Another one ships other shims. */
const KNOWN_BY = 'x-atip-version'

/**
 * Adds to each tool what it is for and where more is known. `native` has what tools say about themselves in one line.
 * The very registry that was given if that changes nothing.
 */
export function withKnowledge(registry: Registry, machine: Machine, native: ReadonlyMap<string, string>): Registry {
  const isCurrent = registry.extra?.[KNOWN_BY] === VERSION
  const sourceOf = sources(machine, native)
  const describe = summaries()
  const tools = Object.create(null) as Registry['tools']
  let isSame = isCurrent
  for (const [name, entry] of Object.entries(registry.tools)) {
    const facts = entry['x-atip']
    const isNew = facts !== undefined && (facts.description === undefined || !isCurrent)
    const isSettled = !isNew && (entry.source === 'shim' || entry.source === 'native') && !native.has(name)
    const source = isSettled ? entry.source : sourceOf(name, entry)
    tools[name] = entry
    if (!isNew && source === entry.source) continue
    isSame = false
    const description = native.get(name) ?? (isNew ? describe(name, entry) : facts?.description)
    tools[name] = { ...entry, source, ...(facts && { 'x-atip': { ...facts, description } }) }
  }
  return isSame ? registry : { ...registry, tools, extra: { ...registry.extra, [KNOWN_BY]: VERSION } }
}

/** Where more is known about a tool, looked up in a few lists that are made once. */
function sources(
  { places }: Machine,
  native: ReadonlyMap<string, string>,
): (name: string, entry: Entry) => EntrySource {
  const folders = [places.data, ...places.systemData].map((folder) => join(folder, 'shims'))
  const byName = new Set(folders.flatMap(filesIn))
  const byHash = new Set(folders.flatMap((folder) => filesIn(join(folder, 'sha256'))))
  const generated = new Set(filesIn(join(places.cache, 'generated')))
  let shipped: ReadonlySet<string> | undefined
  return (name, entry) => {
    const { hash, 'x-atip': facts } = entry
    if (native.has(name) || entry.source === 'native') return 'native'
    const hex = hash.slice('sha256:'.length)
    if (byName.has(`${fileNameOf(name)}.json`) || byHash.has(`${hex}.json`)) return 'shim'
    shipped ??= new Set(shippedShims().names())
    if (shipped.has(name)) return 'shim'
    const key = (facts?.file.closure ?? hash).slice('sha256:'.length)
    return generated.has(`${key}-${fileNameOf(name)}`) ? 'generated' : 'unknown'
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What a tool is for: the first line of its manual page, which is about this very name; else as is shipped. */
function summaries(): (name: string, entry: Entry) => string {
  let shipped: ReadonlyMap<string, string> | undefined
  let finder: ReturnType<typeof createPageFinder> | undefined
  return (name, { path, 'x-atip': facts }) => {
    const subject = { name, path: [], program: { path, file: { path: facts?.file.path ?? path } } }
    finder ??= createPageFinder()
    const page = finder.find(name, programPaths(subject), { alsoSystem: belongsToSystem(subject) })
    const summary = page && summaryOfPage(finder, page, name)
    return summary ?? (shipped ??= shippedShims().summaries()).get(name) ?? ''
  }
}
