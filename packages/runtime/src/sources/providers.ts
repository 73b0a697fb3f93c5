import type { PrimeQuestion, ToolProvider } from '../prime/prime.js'
import type { McpClientLike } from './from-mcp.js'

/** A program with a `prime` command that answers with JSON. */
export function programProvider(program: string, run: (argv: string[]) => Promise<string>): ToolProvider {
  return {
    id: program,
    prime: async (question) => JSON.parse(await run([program, 'prime', ...optionsOf(question)])) as unknown,
  }
}

function optionsOf({ agentId, sessionId, capabilities, locale, userRole }: PrimeQuestion): string[] {
  const given = {
    'agent-id': agentId,
    'session-id': sessionId,
    capabilities: capabilities && JSON.stringify(capabilities),
    locale,
    'user-role': userRole,
  }
  // In one word, so that a value cannot be taken for an option.
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]))
}

/** An MCP server; it is primed if it has a tool `prime`. */
export async function mcpProvider(client: McpClientLike, server: string): Promise<ToolProvider> {
  const { tools } = await client.listTools()
  if (!tools.some(({ name }) => name === 'prime')) return { id: server }
  return {
    id: server,
    async prime(question) {
      const request = { name: 'prime', arguments: { ...question } as Record<string, unknown> }
      const { structuredContent, content, isError } = await client.callTool(request)
      if (isError === true) throw new Error('the server refused to be primed')
      const [first] = Array.isArray(content) ? (content as { text?: string }[]) : []
      return structuredContent ?? (JSON.parse(first?.text ?? 'null') as unknown)
    },
  }
}
