import type { Effects } from '../types/tool.js'
import { isReadOnly } from './read-only.js'

/** The annotations of an MCP tool. Unknown ones are left out, and clients then assume the worst. */
export type McpHints = {
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

/** Translates effects into the annotations of MCP. */
export function mcpHints(effects: Effects): McpHints {
  const hints: McpHints = {}
  const { destructive, idempotent, network } = effects
  const changes = changesSomething(effects)
  if (changes !== undefined) hints.readOnlyHint = !changes
  if (destructive === true || deletesSomething(effects)) hints.destructiveHint = true
  // "Only additive updates" promises more than ATIP's "destroys nothing".
  else if (destructive === false && !isListed(effects.modifies)) hints.destructiveHint = false
  if (idempotent !== undefined) hints.idempotentHint = idempotent
  if (network !== undefined) hints.openWorldHint = network
  return hints
}

function changesSomething(effects: Effects): boolean | undefined {
  const { filesystem, destructive, creates, modifies } = effects
  if (destructive === true || filesystem?.write === true || deletesSomething(effects)) return true
  if (isListed(creates) || isListed(modifies)) return true
  return isReadOnly(effects) || onlyAsks(effects) ? false : undefined
}

/** Read-only although it uses the network: known to create, modify and delete nothing there either. */
function onlyAsks({ filesystem, destructive, creates, modifies, deletes }: Effects): boolean {
  const isKnown = creates !== undefined && modifies !== undefined && deletes !== undefined
  return isKnown && destructive === false && filesystem?.write === false && filesystem.delete === false
}

function deletesSomething({ filesystem, deletes }: Effects): boolean {
  return filesystem?.delete === true || isListed(deletes)
}

function isListed(list: readonly string[] | undefined): boolean {
  return list !== undefined && list.length > 0
}
