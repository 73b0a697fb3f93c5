import { VERSION } from '../version.js'
import { mergeScan, readRegistry, registryFile, updateRegistry } from '../catalog/index.js'
import { findDescription } from '../native/store.js'
import type { CatalogProgram, Registry } from '../types.js'
import { askNew, type Asking } from './ask-new.js'
import { withKnowledge } from './knowledge.js'
import type { Machine } from './machine.js'

/**
 * Updates one tool in the catalog, if there is a catalog: its bytes changed since the last scan (RFC 4.3), it is new,
 * or it was asked again. The caller already has its result, so a failed write is ignored.
 */
export async function refreshTool(machine: Machine, program: CatalogProgram, asking: Asking = {}): Promise<void> {
  // A damaged catalog is rebuilt by a scan, not from a single tool.
  if (!readRegistry(registryFile(machine.places)).ok) return
  await askNew(machine, program, asking)
  const { found } = findDescription(machine.places, program)
  const native = new Map(found?.source === 'native' ? [[program.name, found.tool.description]] : [])
  try {
    await updateRegistry(
      machine.places,
      (current) => {
        const { registry } = mergeScan(current, { programs: [program], folders: [] }, new Date(), () => true)
        return withKnowledge(withoutKnowledge(registry, program.name), machine, native)
      },
      { name: 'atip', version: VERSION },
    )
  } catch {
    // The next scan finds it as well.
  }
}

/** Resets one tool, so that its source is determined again. */
function withoutKnowledge(registry: Registry, name: string): Registry {
  const { 'x-atip': facts, ...entry } = registry.tools[name]!
  const { description: _, ...rest } = facts!
  const tools = Object.assign(Object.create(null) as Registry['tools'], registry.tools)
  tools[name] = { ...entry, source: 'unknown', 'x-atip': rest }
  return { ...registry, tools }
}
