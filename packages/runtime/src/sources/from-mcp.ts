import { isObject } from '@atip/protocol'
import { ToolFailure } from '../pipeline/execute.js'
import { defineTool } from '../tool/define-tool.js'
import type { DeclaredFacts, ExecutionContext, JsonSchemaObject, RuntimeTool } from '../tool/tool.js'

/** The part of an MCP SDK client that is used. */
export interface McpClientLike {
  listTools(): Promise<{ tools: readonly McpListedTool[] }>
  callTool(
    request: { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> },
    options?: { signal?: AbortSignal },
  ): Promise<McpCallResult>
}

export interface McpListedTool {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: object
  outputSchema?: object | undefined
  annotations?: Readonly<Record<string, unknown>> | undefined
}

export interface McpCallResult {
  content?: unknown
  structuredContent?: unknown
  isError?: boolean | undefined
}

export interface McpSource {
  /** The name of the server: the namespace of its tools, and the provider that is primed. */
  server: string
}

/** The tools of an MCP server. Its annotations are not verified, so they can only make a call look worse. */
export async function toolsFromMcp(client: McpClientLike, { server }: McpSource): Promise<RuntimeTool[]> {
  const { tools } = await client.listTools()
  // Only hosts call `prime`.
  return tools.filter(({ name }) => name !== 'prime').map((tool) => toolOf(tool, client, server))
}

function toolOf(tool: McpListedTool, client: McpClientLike, server: string): RuntimeTool {
  const { name, title, description = name, inputSchema, outputSchema, annotations = {} } = tool
  return defineTool({
    id: `${server}.${name}`.replace(/[^\w.:/@-]/g, '_'),
    namespace: server,
    name,
    ...(title !== undefined && { title }),
    description,
    kind: 'mcp_tool',
    trust: 'untrusted',
    provider: server,
    native: { server_id: server, method: 'tools/call', tool_name: name },
    interrupt: 'cancel',
    input: inputSchema as JsonSchemaObject,
    ...(outputSchema !== undefined && { output: outputSchema as JsonSchemaObject }),
    facts: () => factsIn(annotations),
    execute: (input: Record<string, unknown>, { signal, traceparent }: ExecutionContext) => {
      const meta = traceparent === undefined ? {} : { _meta: { traceparent } }
      return client.callTool({ name, arguments: input, ...meta }, { signal }).then(outputOf)
    },
  })
}

function factsIn({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: Record<string, unknown>): DeclaredFacts {
  const told = {
    readOnly: readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => typeof value === 'boolean'))
}

function outputOf({ content, structuredContent, isError }: McpCallResult): unknown {
  const text = textIn(content)
  if (isError === true) throw new ToolFailure(text === '' ? 'the tool failed' : text)
  return structuredContent ?? text
}

/** The text of the content. Other parts are only named. */
function textIn(content: unknown): string {
  const parts = Array.isArray(content) ? (content as unknown[]) : []
  const texts = parts
    .filter(isObject)
    .map((part) => (typeof part.text === 'string' ? part.text : `[${String(part.type)}]`))
  return texts.join('\n')
}
