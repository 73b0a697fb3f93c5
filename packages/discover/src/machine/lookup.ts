import { basename } from 'node:path'
import { isToolName, withDoubt, type AtipTool } from '@atip/protocol'
import type { SignerIdentity } from '@atip/registry'
import { lookupEntry, registryFile } from '../catalog/index.js'
import { findProgram } from '../describe/find-program.js'
import { TOOK_PART, toolToJudge } from '../layers/index.js'
import { knownProgram } from './find-tool.js'
import { thisMachine, type Machine } from './machine.js'
import { storedLayers, type StoredLayers } from './stored-layers.js'
import { unknownTool } from './unknown-tool.js'

/**
 * Looks up the program that this word calls, for judging calls. Nothing is run. Of a program whose bytes are not those of
 * the last scan, only what is known about its name counts.
 */
export function lookupInCatalog(word: string, machine: Machine = thisMachine()): AtipTool | undefined {
  const name = basename(word)
  if (!isToolName(name)) return undefined
  const program = knownProgram(machine, word)
  const stored = storedLayers(machine, program ?? { name })
  const { layers, override, record } = stored
  const judged = toolToJudge([...layers, { layer: 'generated', tool: unknownTool(name) }], override)
  const why = whyDoubtful(stored, judged)
  const tool = why === undefined ? judged : withDoubt(judged ?? unknownTool(name), why)
  // The approval is about the program, so it holds whatever its description says, even without one.
  const signer = record?.isOrganisation === true ? record.signer : undefined
  if (signer !== undefined) return approved(tool ?? { ...layers[0]!.tool, commands: {}, effects: {} }, name, signer)
  return tool && { ...tool, name }
}

/** A file of the user that cannot be used: it may say that calls are dangerous. */
function whyDoubtful(
  { ignored, override, overrideFile }: StoredLayers,
  judged: AtipTool | undefined,
): string | undefined {
  const file = ignored.find(({ isOfUser }) => isOfUser === true)
  if (file !== undefined) return `${file.path} cannot be used: ${file.reason}`
  const layers = judged?.[TOOK_PART] as readonly string[] | undefined
  if (override === undefined || layers?.includes('override') === true) return undefined
  return `${overrideFile} cannot be used: with it, the description would be invalid; atip doctor says more`
}

/** Why nothing is known about a program, if that can be changed: the end of a sentence about it. */
export function whyUnknown(word: string, machine: Machine = thisMachine()): string | undefined {
  if (lookupEntry(registryFile(machine.places), basename(word)) === undefined) return undefined
  const isThere = findProgram(word, machine.searchPath) !== undefined
  return isThere && knownProgram(machine, word) === undefined
    ? 'changed since the last scan; atip scan reads it again'
    : undefined
}

function approved(tool: AtipTool, name: string, { identity }: SignerIdentity): AtipTool {
  const signature = { type: identity.startsWith('minisign:') ? ('minisign' as const) : ('cosign' as const), identity }
  return { ...tool, name, trust: { ...tool.trust, source: 'org', verified: true, shimIntegrity: { signature } } }
}
