import { VERSION } from '../version.js'
import { readRegistry, registryFile, updateRegistry } from '../catalog/index.js'
import { withKnowledge } from './knowledge.js'
import type { Machine } from './machine.js'

/** Updates the sources in the catalog after shims were added or removed. Does nothing before the first scan. */
export async function refreshKnowledge(machine: Machine): Promise<void> {
  if (!readRegistry(registryFile(machine.places)).ok) return
  const update = (current: Parameters<Parameters<typeof updateRegistry>[1]>[0]) =>
    withKnowledge(current, machine, new Map())
  await updateRegistry(machine.places, update, { name: 'atip', version: VERSION })
}
