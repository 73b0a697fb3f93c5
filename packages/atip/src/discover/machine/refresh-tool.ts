import { existsSync } from 'node:fs'
import { VERSION } from '../../version.js'
import { mergeScan, registryFile, updateRegistry } from '../catalog/index.js'
import { findDescription } from '../native/store.js'
import type { Program } from '../types.js'
import { withKnowledge } from './knowledge.js'
import type { Machine } from './machine.js'

/**
 * Puts what was just seen of one tool into the catalog, if the machine has one: its bytes changed since the last scan
 * (RFC 4.3), or it is new. Whoever asked gets an answer all the same, so failing to write is no failure.
 */
export async function refreshTool(machine: Machine, program: Program): Promise<void> {
  if (!existsSync(registryFile(machine.places))) return
  const { found } = findDescription(machine.places, program)
  try {
    await updateRegistry(
      machine.places,
      (current) => {
        const { registry } = mergeScan(current, { programs: [program], folders: [] }, new Date(), () => true)
        const native = new Map<string, string>()
        for (const [name, entry] of Object.entries(current.tools)) {
          if (entry.source === 'native') native.set(name, entry['x-atip']?.description ?? '')
        }
        native.delete(program.name)
        if (found?.source === 'native') native.set(program.name, found.tool.description)
        return withKnowledge(registry, machine, native)
      },
      { name: 'atip', version: VERSION },
    )
  } catch {
    // The next scan sees it as well.
  }
}
