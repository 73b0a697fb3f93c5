import { isReadOnly, type Effects } from '@atip/protocol'
import { IDENTIFIERS } from '../names/property-names.js'
import type { ObjectSchema } from '../schema/types.js'
import type { Target } from './target.js'

/** A tool as an MCP server lists it. */
export type McpTool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  annotations: McpAnnotations
}

/** What is not known is left out, and clients then assume the worst. */
export type McpAnnotations = {
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

export const mcp: Target<McpTool> = {
  // Clients hand them on to any provider, and one bad key makes all tools of a server unusable.
  propertyNames: IDENTIFIERS,
  // Claude Code cuts descriptions at two kilobytes, and the flags stand at the end.
  descriptions: { size: 2048, unit: 'bytes' },
  dialect: { anyChoice: true, anyCount: true },
  heeds: [],
  write: ({ draft: { name, tool, path, description, effects }, schema }) => ({
    name,
    title: [tool.name, ...path].join(' ').toWellFormed(),
    description,
    inputSchema: schema,
    annotations: annotationsOf(effects),
  }),
  collect: (tools) => tools,
}

function annotationsOf(effects: Effects): McpAnnotations {
  const annotations: McpAnnotations = {}
  const { destructive, idempotent, network } = effects
  const changes = changesSomething(effects)
  if (changes !== undefined) annotations.readOnlyHint = !changes
  if (destructive === true || deletesSomething(effects)) annotations.destructiveHint = true
  // "Only additive updates" is more than ATIP's "destroys nothing".
  else if (destructive === false && !isListed(effects.modifies)) annotations.destructiveHint = false
  if (idempotent !== undefined) annotations.idempotentHint = idempotent
  if (network !== undefined) annotations.openWorldHint = network
  return annotations
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
  return isKnown && destructive === false && filesystem?.write === false
}

function deletesSomething({ filesystem, deletes }: Effects): boolean {
  return filesystem?.delete === true || isListed(deletes)
}

function isListed(list: readonly string[] | undefined): boolean {
  return list !== undefined && list.length > 0
}
