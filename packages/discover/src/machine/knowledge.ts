import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { shippedShims } from '@atip/shims'
import { VERSION } from '../version.js'
import { fileNameOf } from '../catalog/index.js'
import { readKept } from '../describe/kept.js'
import { findDescription } from '../native/store.js'
import type { EntryFacts, RegistryEntry, EntrySource, Hash, CatalogProgram, Registry } from '../types.js'
import type { Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/** In the head of `registry.json`: the version that recorded the sources. Another version ships other shims. */
const KNOWN_BY = 'x-atip-version'

/**
 * Adds to each tool the source of its description and a summary. `native` has the summaries of tools that describe
 * themselves. Returns the same registry if nothing changes.
 */
export function withKnowledge(registry: Registry, machine: Machine, native: ReadonlyMap<string, string>): Registry {
  const isCurrent = registry.extra?.[KNOWN_BY] === VERSION
  const files = listFiles(machine)
  const sourceOf = sources(machine, native, files)
  const tools = Object.create(null) as Registry['tools']
  let isSame = isCurrent
  for (const [name, entry] of Object.entries(registry.tools)) {
    const facts = entry['x-atip']
    const source = sourceOf(name, entry)
    const isTold = files.hasDescription(name, entry) || files.hasShim(name, entry)
    const description = native.get(name) ?? (isTold ? ownSummary(machine, name, entry) : undefined)
    const url = source === 'shim' && files.hasRegistryShim(entry) ? registryOf(machine, name, entry) : undefined
    const shimRegistry = url ?? foreignRegistry(entry)
    const isShipped = source === 'shim' && shimRegistry === undefined && !files.hasShim(name, entry)
    const shim: EntryFacts['shim'] = url !== undefined ? 'registry' : isShipped ? 'atip' : undefined
    tools[name] = entry
    const isKnown = source === entry.source && description === facts?.description && shim === facts?.shim
    if (isKnown && shimRegistry === entry.shimRegistry) continue
    isSame = false
    const { shimRegistry: __, ...others } = entry
    const { description: _, shim: ___, ...rest } = facts ?? {}
    const told = { ...(description !== undefined && { description }), ...(shim && { shim }) }
    tools[name] = {
      ...others,
      source,
      ...(shimRegistry !== undefined && { shimRegistry }),
      ...(facts && { 'x-atip': { ...rest, file: facts.file, ...told } }),
    }
  }
  return isSame ? registry : { ...registry, tools, extra: { ...registry.extra, [KNOWN_BY]: VERSION } }
}

/** The address of a registry that another program wrote into the entry. */
function foreignRegistry({ shimRegistry, 'x-atip': facts }: RegistryEntry): string | undefined {
  return facts?.shim === 'registry' ? undefined : shimRegistry
}

function registryOf(machine: Machine, name: string, entry: RegistryEntry): string | undefined {
  const program = programOf(name, entry)
  return program && storedLayers(machine, program).record?.registry.url
}

/** Whether there is a file about a tool. The folders are listed once. */
interface Files {
  hasDescription: (name: string, entry: RegistryEntry) => boolean
  hasRegistryShim: (entry: RegistryEntry) => boolean
  hasShim: (name: string, entry: RegistryEntry) => boolean
  hasTexts: (name: string, entry: RegistryEntry) => boolean
}

function listFiles({ places }: Machine): Files {
  const folders = [places.data, ...places.systemData]
  const listed = (...parts: string[]) => new Set(folders.flatMap((folder) => filesIn(join(folder, ...parts))))
  const tools = listed('tools')
  const shims = listed('shims')
  const shimsByHash = listed('shims', 'sha256')
  const generated = new Set(filesIn(join(places.cache, 'generated')))
  const hexOf = (hash: Hash) => hash.slice('sha256:'.length)
  const keyOf = ({ hash, 'x-atip': facts }: RegistryEntry) => hexOf(facts?.file.closure ?? hash)
  return {
    hasDescription: (name, entry) =>
      tools.size > 0 &&
      [
        fileNameOf(name),
        ...[keyOf(entry), hexOf(entry.hash)].flatMap((hex) => [`sha256-${hex}`, `${fileNameOf(name)}-${hex}`]),
      ].some((file) => tools.has(`${file}.json`)),
    hasRegistryShim: ({ hash }) => shimsByHash.has(`${hexOf(hash)}.json`),
    hasShim(name, { hash }) {
      if (shimsByHash.has(`${hexOf(hash)}.json`)) return true
      const file = `${fileNameOf(name)}.json`
      return shims.has(file) || tools.has(file)
    },
    hasTexts: (name, entry) => generated.size > 0 && generated.has(`${keyOf(entry)}-${fileNameOf(name)}`),
  }
}

function sources(
  machine: Machine,
  native: ReadonlyMap<string, string>,
  { hasDescription, hasShim, hasTexts }: Files,
): (name: string, entry: RegistryEntry) => EntrySource {
  let shipped: ReadonlySet<string> | undefined
  return (name, entry) => {
    if (native.has(name)) return 'native'
    if (hasDescription(name, entry) && (entry.source === 'native' || isNative(machine, name, entry))) return 'native'
    if (hasShim(name, entry) || foreignRegistry(entry) !== undefined) return 'shim'
    shipped ??= new Set(shippedShims().names())
    if (shipped.has(name)) return 'shim'
    if (!hasTexts(name, entry)) return 'unknown'
    return entry.source === 'generated' || isGenerated(machine, name, entry) ? 'generated' : 'unknown'
  }
}

/** The same bytes also have other names, and the stored description may be for one of those. */
function isNative({ places }: Machine, name: string, entry: RegistryEntry): boolean {
  const program = programOf(name, entry)
  return program !== undefined && findDescription(places, program).found?.source === 'native'
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The cache also records tools without any text, so the existence of the file is not enough. */
function isGenerated({ places }: Machine, name: string, entry: RegistryEntry): boolean {
  const program = programOf(name, entry)
  return program !== undefined && readKept(places.cache, program, [])?.description !== undefined
}

function ownSummary(machine: Machine, name: string, entry: RegistryEntry): string | undefined {
  const program = programOf(name, entry)
  const layers = program === undefined ? [] : storedLayers(machine, program).layers
  return layers.find(({ layer, tool }) => layer !== 'curated' && tool.description !== '')?.tool.description
}

function programOf(name: string, { path, hash, 'x-atip': facts }: RegistryEntry): CatalogProgram | undefined {
  return facts && { name, path, file: { ...facts.file, hash }, others: [] }
}
