import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { mergeLayers } from '../layers/index.js'
import { knownProgram } from './find-tool.js'
import { thisMachine, type Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/**
 * What the catalog knows about a program that is called by this word, for those who judge calls. The user's own words and
 * the curated shims count; where there are none, the tool's own description counts, marked so in `trust`. No program is run,
 * and a program whose bytes have changed since the last scan is not known.
 */
export function lookupInCatalog(word: string, machine: Machine = thisMachine()): AtipTool | undefined {
  const program = knownProgram(machine, word)
  if (program === undefined) return undefined
  const { layers, override } = storedLayers(machine, program)
  const trusted = layers.filter(({ layer }) => layer === 'local-shim' || layer === 'curated')
  const native = layers.filter(({ layer }) => layer === 'native')
  const chosen = trusted.length > 0 ? trusted : native
  if (chosen.length === 0) return undefined
  const { tool } = mergeLayers(chosen, override)
  return { ...tool, name: basename(word) }
}
