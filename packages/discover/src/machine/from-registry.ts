import { existsSync } from 'node:fs'
import { shimFiles } from '../catalog/index.js'
import type { CatalogProgram, RegistryEntry } from '../types.js'
import type { Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/** Whether the description that decides what a tool does comes from a registry, not from the shipped shims. */
export function isFromRegistry(machine: Machine, name: string, entry: RegistryEntry): boolean {
  const { path, hash, source, 'x-atip': facts } = entry
  if (source !== 'shim' || facts === undefined || !shimFiles(machine.places, hash).some((file) => existsSync(file)))
    return false
  const program: CatalogProgram = { name, path, file: { ...facts.file, hash }, others: [] }
  const { layers } = storedLayers(machine, program)
  const deciding = layers.find(({ layer, trusted }) => layer !== 'registry-shim' || trusted === true) ?? layers[0]
  return deciding?.layer === 'registry-shim'
}
