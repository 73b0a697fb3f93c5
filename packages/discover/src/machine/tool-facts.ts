import { lookupShim } from '@atip/shims'
import { factsOfTool, NOTHING_KNOWN, type EffectFacts } from '@atip/registry/search'
import type { RegistryEntry } from '../types.js'
import { knownBy } from './all-tools.js'
import type { Machine } from './machine.js'
import { hasOwnDescriptions } from './own-descriptions.js'

export interface ToolFacts {
  /** The effects of calling it; read them with `effectsIn`. */
  effects: EffectFacts
  hasCommands: boolean
}

/** The effects of tools, as search shows them, without building an index. */
export function openToolFacts(machine: Machine): (name: string, entry: RegistryEntry) => ToolFacts {
  const isShimEnough = !hasOwnDescriptions(machine.places)
  return (name, entry) => {
    if (entry.source === 'unknown') return { effects: NOTHING_KNOWN, hasCommands: false }
    const shim = isShimEnough && entry.source === 'shim' ? lookupShim(name) : undefined
    const tool = shim ?? knownBy(machine, name, entry, '')
    const hasCommands = Object.keys(tool.commands ?? {}).some((command) => command !== '')
    return { effects: factsOfTool(tool), hasCommands }
  }
}
