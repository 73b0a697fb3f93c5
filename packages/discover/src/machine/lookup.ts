import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { SignerIdentity } from '@atip/registry'
import { toolToJudge } from '../layers/index.js'
import { knownProgram } from './find-tool.js'
import { thisMachine, type Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/**
 * Looks up the program that this word calls, for judging calls. Nothing is run, and a program whose bytes have changed
 * since the last scan is unknown.
 */
export function lookupInCatalog(word: string, machine: Machine = thisMachine()): AtipTool | undefined {
  const program = knownProgram(machine, word)
  if (program === undefined) return undefined
  const { layers, override, record } = storedLayers(machine, program)
  const tool = toolToJudge(layers, override)
  const name = basename(word)
  // The approval is about the program, so it holds whatever its description says, even without one.
  const signer = record?.isOrganisation === true ? record.signer : undefined
  if (signer !== undefined) return approved(tool ?? { ...layers[0]!.tool, commands: {}, effects: {} }, name, signer)
  return tool && { ...tool, name }
}

function approved(tool: AtipTool, name: string, { identity }: SignerIdentity): AtipTool {
  const signature = { type: identity.startsWith('minisign:') ? ('minisign' as const) : ('cosign' as const), identity }
  return { ...tool, name, trust: { ...tool.trust, source: 'org', verified: true, shimIntegrity: { signature } } }
}
