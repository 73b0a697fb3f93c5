import type { AtipTool } from '@atip/protocol'
import { readRegistry, registryFile } from '../catalog/index.js'
import { readKept } from '../describe/kept.js'
import { mergeLayers } from '../layers/index.js'
import type { RegistryEntry, CatalogProgram } from '../types.js'
import type { Machine } from './machine.js'
import { storedLayers, type StoredLayers } from './stored-layers.js'
import { openSummaries } from './summaries.js'

/** Yields every tool of the catalog with its stored description; no program is run. */
export function* allTools(machine: Machine): Generator<AtipTool> {
  const reading = readRegistry(registryFile(machine.places))
  if (!reading.ok) return
  const summaries = openSummaries(machine)
  for (const [name, entry] of Object.entries(reading.registry.tools)) {
    yield knownBy(machine, name, entry, summaries.of(name, entry))
  }
  summaries.keep()
}

/** The stored description of one tool of the catalog. */
export function knownBy(machine: Machine, name: string, entry: RegistryEntry, description: string): AtipTool {
  const facts = entry['x-atip']
  const bare: AtipTool = { atip: { version: '0.6' }, name, version: '0', description }
  if (facts === undefined) return bare
  const program: CatalogProgram = { name, path: entry.path, file: { ...facts.file, hash: entry.hash }, others: [] }
  const stored: StoredLayers = entry.source === 'unknown' ? { layers: [], ignored: [] } : storedLayers(machine, program)
  const { layers, override } = stored
  const kept = readKept(machine.places.cache, program, [])?.description?.metadata
  if (kept !== undefined) layers.push({ layer: 'generated', tool: kept })
  if (layers.length === 0) return bare
  const { tool } = layers.length === 1 && override === undefined ? layers[0]! : mergeLayers(layers, override)
  if (tool.name === name) return tool.description === '' ? { ...tool, description: bare.description } : tool
  // A shim for several names calls itself by the first, and its description is about all of them.
  return { ...tool, name, description: bare.description || tool.description }
}
