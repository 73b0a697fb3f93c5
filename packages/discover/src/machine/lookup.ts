import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { SignerIdentity } from '@atip/registry'
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
  const { layers, override, record } = storedLayers(machine, program)
  const tool = toolToJudge(layers, override)
  const name = basename(word)
  // Approval is about the program: it holds whatever the description is worth, and also if there is none.
  const signer = record?.isOrganisation === true ? record.signer : undefined
  if (signer !== undefined) return approved(tool ?? { ...layers[0]!.tool, commands: {}, effects: {} }, name, signer)
  return tool && { ...tool, name }
}

function approved(tool: AtipTool, name: string, { identity }: SignerIdentity): AtipTool {
  const signature = { type: identity.startsWith('minisign:') ? ('minisign' as const) : ('cosign' as const), identity }
  return { ...tool, name, trust: { ...tool.trust, source: 'org', verified: true, shimIntegrity: { signature } } }
}
