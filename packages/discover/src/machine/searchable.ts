import { join } from 'node:path'
import { shippedStamp } from '@atip/shims'
import { VERSION } from '../version.js'
import { registryFile } from '../catalog/places.js'
import { ABSENT, identityAt } from '../scan/file/identity.js'
import type { MachineCatalog } from '../search/machine-index.js'
import type { Machine } from './machine.js'

/** The catalog for search; undefined if the machine was never scanned. Everything is read and loaded lazily. */
export function searchableCatalog(machine: Machine): MachineCatalog | undefined {
  const { places } = machine
  const registry = identityAt(registryFile(places))
  if (registry === ABSENT) return undefined
  const own = [join(places.cache, 'generated'), join(places.config, 'overrides')].map(identityAt)
  const tools = async () => (await import('./all-tools.js')).allTools(machine)
  return { places, stamp: [VERSION, shippedStamp(), registry, ...own].join(' '), tools }
}
