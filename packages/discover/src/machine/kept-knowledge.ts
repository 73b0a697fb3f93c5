import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AtipTool, FilterOptions } from '@atip/protocol'
import type { ShimRecord } from '@atip/registry/stored'
import { shippedStamp } from '@atip/shims'
import { VERSION } from '../version.js'
import { fileNameOf } from '../catalog/file-name.js'
import { localShimFiles, overrideFile, overrideFileByName, shimFiles } from '../catalog/places.js'
import { identityAt } from '../scan/file/identity.js'
import type { LayerName, CatalogProgram } from '../types.js'
import { acceptanceStamp } from './accepted-shims.js'
import type { Machine } from './machine.js'

/** The requested part of a tool: one command or all, the depth of help requests, and the filters for the result. */
export interface Wanted {
  path: readonly string[]
  depth: number
  cut: FilterOptions
}

/** A merged description, reduced to the requested part. */
export interface Known {
  tool: AtipTool
  layers: readonly LayerName[]
  notes: readonly string[]
  /** By JSON pointer, the layer of a field and everything below it; the nearest pointer above applies. */
  sources: Readonly<Record<string, LayerName>>
  /** The registry that a shim comes from, and who vouches for it. */
  record?: ShimRecord
}

/**
 * The merged description from the cache, if no layer has changed since: merging reads and checks many files, this reads
 * one. Its lines are the stamp, the metadata, the tool, and the sources of its fields.
 */
export function readKnown(machine: Machine, program: CatalogProgram, wanted: Wanted): Known | undefined {
  try {
    const [stamp, about, tool, sources] = readFileSync(fileFor(machine, program, wanted), 'utf8').split('\n')
    if (stamp !== JSON.stringify(stampFor(machine, program)) || sources === undefined) return undefined
    const { layers, notes, record } = JSON.parse(about!) as Pick<Known, 'layers' | 'notes' | 'record'>
    return {
      tool: withoutPrototypes(JSON.parse(tool!) as AtipTool),
      layers,
      notes,
      ...(record && { record }),
      // Parsed lazily, because it is rarely needed.
      get sources() {
        return JSON.parse(sources) as Known['sources']
      },
    }
  } catch {
    return undefined
  }
}

/** Stores the merged description in the cache. */
export async function keepKnown(
  machine: Machine,
  program: CatalogProgram,
  wanted: Wanted,
  known: Known,
): Promise<void> {
  const { writeWhole } = await import('../catalog/write-file.js')
  const { layers, notes, tool, sources, record } = known
  const lines = [stampFor(machine, program), { layers, notes, ...(record && { record }) }, tool, sources]
  try {
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    writeWhole(fileFor(machine, program, wanted), text, { isDurable: false })
  } catch {
    // A failed write makes the next answer slower, not wrong.
  }
}

/** Names from outside may be `__proto__`, so the maps have no prototype. */
function withoutPrototypes<T extends { commands?: AtipTool['commands'] }>(node: T): T {
  if (node.commands === undefined) return node
  Object.setPrototypeOf(node.commands, null)
  for (const name in node.commands) withoutPrototypes(node.commands[name]!)
  return node
}

function fileFor({ places }: Machine, { name, file }: CatalogProgram, { path, depth, cut }: Wanted): string {
  const key = (file.closure ?? file.hash).slice('sha256:'.length)
  const part = fileNameOf([depth, cut.depth ?? '', cut.commands?.join(',') ?? '', ...path].join(' '))
  return join(places.cache, 'known', `${key}-${fileNameOf(name)}`, `${part}.json`)
}

/** Identifies everything a merged description depends on, except the program itself. */
function stampFor(machine: Machine, { name, file }: CatalogProgram): string[] {
  const { places } = machine
  const folders = [places.data, ...places.systemData].map((folder) => join(folder, 'tools'))
  const own = fileNameOf(name)
  const hashes = [...new Set([file.closure ?? file.hash, file.hash])]
  const byHash = hashes
    .map((hash) => hash.slice('sha256:'.length))
    .flatMap((hex) => [`sha256-${hex}.json`, `${own}-${hex}.json`])
  const files = [
    ...folders.flatMap((folder) => [...byHash, `${own}.json`].map((one) => join(folder, one))),
    ...localShimFiles(places, name),
    ...shimFiles(places, file.hash).flatMap((path) => [path, path.replace(/\.json$/, '.meta.json')]),
    overrideFile(places, file.hash),
    overrideFileByName(places, name),
  ]
  return [VERSION, shippedStamp(), acceptanceStamp(machine), ...files.map(identityAt)]
}
