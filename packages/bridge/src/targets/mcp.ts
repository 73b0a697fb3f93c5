import { mcpHints, type McpHints } from '@atip/protocol'
import { IDENTIFIERS } from '../names/property-names.js'
import type { ObjectSchema } from '../schema/types.js'
import type { Target } from './target.js'

/** A tool as an MCP server lists it. */
export type McpTool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  annotations: McpHints
}

export const mcp: Target<McpTool> = {
  // Clients pass them on to any provider, and one bad key makes all tools of a server unusable.
  propertyNames: IDENTIFIERS,
  // Claude Code cuts descriptions at two kilobytes, and the flags are at the end.
  descriptions: { size: 2048, unit: 'bytes' },
  dialect: { anyChoice: true, anyCount: true },
  heeds: [],
  write: ({ draft: { name, tool, path, description, effects }, schema }) => ({
    name,
    title: [tool.name, ...path].join(' ').toWellFormed(),
    description,
    inputSchema: schema,
    annotations: mcpHints(effects),
  }),
  collect: (tools) => tools,
}
