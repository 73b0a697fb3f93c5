import { VERSION } from '../version.js'
import { mergeScan, readRegistry, registryFile, updateRegistry } from '../catalog/index.js'
import { findDescription } from '../native/store.js'
import type { Program, Registry } from '../types.js'
import { askNew, type Asking } from './ask-new.js'
import { withKnowledge } from './knowledge.js'
import type { Machine } from './machine.js'

/**
 * Puts what was just seen of one tool into the catalog, if the machine has one: its bytes changed since the last scan
 * (RFC 4.3), it is new, or it was asked anew. Whoever asked gets an answer all the same, so failing to write is no
 * failure.
 */
export async function refreshTool(machine: Machine, program: Program, asking: Asking = {}): Promise<void> {
  // One that is damaged is made anew by a scan, not from a single tool.
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
    // The next scan sees it as well.
  }
}

/** So that it is found out anew. */
function withoutKnowledge(registry: Registry, name: string): Registry {
  const { 'x-atip': facts, ...entry } = registry.tools[name]!
  const { description: _, ...rest } = facts!
  const tools = Object.assign(Object.create(null) as Registry['tools'], registry.tools)
  tools[name] = { ...entry, source: 'unknown', 'x-atip': rest }
  return { ...registry, tools }
}
