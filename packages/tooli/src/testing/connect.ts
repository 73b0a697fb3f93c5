import { Client, type CallToolResult, type ElicitRequest } from '@modelcontextprotocol/client'
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AnyCli } from '../callable/cli.js'
import { connectionServer } from '../mcp/connection-server.js'
import { createServing } from '../mcp/serving.js'

export interface ConnectOptions {
  /** The protocol of the client: that of 2026-07-28, or the one before it. */
  era?: 'modern' | 'legacy'
  /** Answers to questions about something dangerous, in order; without them the client cannot be asked. */
  answers?: readonly boolean[]
  /** The server was started with `--yes`. */
  yes?: boolean
}

/** An MCP client of a tool in this process. */
export interface Connection {
  /** The result of `tools/list`. */
  tools(): Promise<{ name: string; [field: string]: unknown }[]>
  /** Calls a tool. */
  call(name: string, input?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<CallResult>
  /** The questions so far. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export interface CallResult {
  /** The answer's `structuredContent`. */
  document: unknown
  content: readonly { type: string; [field: string]: unknown }[]
  isError: boolean
}

export async function connectTo(cli: AnyCli, options: ConnectOptions): Promise<Connection> {
  const { era = 'modern', answers, yes = false } = options
  const [near, far] = InMemoryTransport.createLinkedPair()
  const serving = createServing(cli.definition, { yes })
  const handle = serveStdio(({ era }) => connectionServer(serving, era), { transport: far as Transport })
  const left = [...(answers ?? [])]
  const asked: string[] = []
  const client = new Client(
    { name: 'tooli-testing', version: '1.0.0' },
    {
      capabilities: answers === undefined ? {} : { elicitation: {} },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (answers !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }: ElicitRequest) => {
      asked.push(params.message)
      return left.shift() === true ? { action: 'accept', content: {} } : { action: 'decline' }
    })
  }
  await client.connect(near as unknown as Parameters<typeof client.connect>[0])
  return {
    asked,
    tools: async () => (await client.listTools()).tools,
    async call(name, input = {}, meta) {
      const answer = (await client.callTool({ name, arguments: input, ...(meta && { _meta: meta }) })) as CallToolResult
      return { document: answer.structuredContent, content: answer.content, isError: answer.isError === true }
    },
    async close() {
      await client.close()
      serving.close()
      await handle.close()
    },
  }
}
