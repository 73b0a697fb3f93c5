import { join } from 'node:path'
import { shippedStamp } from '@atip/shims'
import { VERSION } from '../version.js'
import { registryFile } from '../catalog/places.js'
import { ABSENT, identityAt } from '../scan/file/identity.js'
import type { MachineCatalog } from '../search/machine-index.js'
import type { Machine } from './machine.js'

/** What search asks of a machine; undefined if it was never scanned. Nothing is read or loaded before it is needed. */
export function searchableCatalog(machine: Machine): MachineCatalog | undefined {
  const { places } = machine
  const registry = identityAt(registryFile(places))
  if (registry === ABSENT) return undefined
  const own = [join(places.cache, 'generated'), join(places.config, 'overrides')].map(identityAt)
  const tools = async () => (await import('./all-tools.js')).allTools(machine)
  return { places, stamp: [VERSION, shippedStamp(), registry, ...own].join(' '), tools }
}
