import type { RuntimeTool } from '../tool/tool.js'

/**
 * Tools that are described by ATIP, but run through the program's MCP server if the server keeps state (RFC 6.3). Calls
 * are judged by the description; only the executor differs.
 */
export function throughServer(
  described: readonly RuntimeTool[],
  served: readonly RuntimeTool[],
  keepsState: (tool: RuntimeTool) => boolean,
): RuntimeTool[] {
  const servers = new Map(served.map((tool) => [keyOf(tool.name), tool]))
  return described.map((tool) => {
    const server = keepsState(tool) ? servers.get(keyOf(tool.name)) : undefined
    if (server === undefined) return tool
    const native = { ...tool.native, ...server.native }
    return { ...tool, native, execute: (input: never, context) => server.execute(input, context) }
  })
}

/** `notes_tag_add` and `notes-tag-add` are the same command. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}
