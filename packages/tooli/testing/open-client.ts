import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AnyCli } from '../src/callable/cli.js'
import { connectionServer } from '../src/mcp/connection-server.js'
import { createServing } from '../src/mcp/serving.js'

export type Era = 'modern' | 'legacy'

export const ERAS: readonly Era[] = ['modern', 'legacy']

export interface OpenOptions {
  era?: Era
  yes?: boolean
  capabilities?: ClientOptions['capabilities']
  /** Called before the client connects, to add handlers for requests of the server. */
  prepare?: (client: Client) => void
}

export function clientFor(era: Era, options: ClientOptions = {}): Client {
  const mode = era === 'modern' ? { pin: '2026-07-28' as const } : ('legacy' as const)
  return new Client({ name: 'test', version: '1.0.0' }, { ...options, versionNegotiation: { mode } })
}

/** The official client, connected to a tool in this process. */
export async function openClient(cli: AnyCli, options: OpenOptions = {}): Promise<Client> {
  const { era = 'modern', yes = false, capabilities = {}, prepare } = options
  const [near, far] = InMemoryTransport.createLinkedPair()
  const serving = createServing(cli.definition, { yes })
  serveStdio((context) => connectionServer(serving, context.era), { transport: far as Transport })
  const client = clientFor(era, { capabilities })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK knows no other way
  client.onclose = () => serving.close()
  prepare?.(client)
  await client.connect(near as unknown as Parameters<Client['connect']>[0])
  return client
}

/** The document in a tool result. */
export interface Document {
  ok: boolean
  data?: unknown
  error?: { code: string; message: string; suggestion?: { action: string; fix: string; example?: string } }
  meta?: Record<string, unknown>
}

export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Document> {
  return (await client.callTool({ name, arguments: input })).structuredContent as unknown as Document
}
