import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { toolToJudge } from '../layers/index.js'
import { knownProgram } from './find-tool.js'
import { thisMachine, type Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/**
 * What the catalog knows about a program that is called by this word, for those who judge calls. Nothing is run, and a
 * program whose bytes have changed since the last scan is not known.
 */
export function lookupInCatalog(word: string, machine: Machine = thisMachine()): AtipTool | undefined {
  const program = knownProgram(machine, word)
  if (program === undefined) return undefined
  const { layers, override } = storedLayers(machine, program)
  const tool = toolToJudge(layers, override)
  return tool && { ...tool, name: basename(word) }
}
