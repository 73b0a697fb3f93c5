/**
 * Both official clients validate results against the announced schema; nevertheless, the model must see every failure.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, test } from 'vitest'
import { areInstalled, programFile } from '../fixtures/real-programs.js'

const isSkipped = !areInstalled('.suites') && process.env.CI === undefined
if (isSkipped) console.warn('no MCP client of version 1: node scripts/install-real-programs.mjs installs it')

const NOTES = fileURLToPath(new URL('../../examples/notes/notes.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atip-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'notes'))
writeFileSync(join(folder, 'notes/old.md'), 'title: Old\n\nwords\n')

interface AnyClient {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<unknown>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

const SERVER = {
  command: process.execPath,
  args: [NOTES, '--serve-mcp', 'stdio', '--yes'],
  cwd: folder,
  env: { PATH: process.env.PATH!, HOME: folder },
}

/** As the Inspector, Gemini CLI and opencode use it. */
async function version1(): Promise<[AnyClient, unknown]> {
  const load = async (path: string) =>
    (await import(pathToFileURL(programFile('.suites', `@modelcontextprotocol/sdk/dist/esm/${path}`)).href)) as {
      Client: new (about: object) => AnyClient
      StdioClientTransport: new (server: object) => unknown
    }
  const { Client: First } = await load('client/index.js')
  const { StdioClientTransport: Transport } = await load('client/stdio.js')
  return [new First({ name: 'test', version: '1.0.0' }), new Transport(SERVER)]
}

async function version2(): Promise<[AnyClient, unknown]> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  return [client as unknown as AnyClient, new StdioClientTransport(SERVER)]
}

const FAILURES: [string, Record<string, unknown>, object][] = [
  ['delete', { names: ['missing'] }, { code: 'E3100', suggestion: { example: 'notes list' }, is_retryable: false }],
  ['add', {}, { code: 'E1005' }],
  ['list', { srot: 'title' }, { code: 'E1002' }],
]

describe.skipIf(isSkipped).each([
  ['1', version1],
  ['2', version2],
])('the official client of version %s', (_, open) => {
  test('gives its user the whole error, as text and as data, and results as before', async () => {
    const [client, transport] = await open()
    await client.connect(transport)
    try {
      // Clients validate results only against schemas that they have listed.
      await client.listTools()
      for (const [name, input, error] of FAILURES) {
        const answer = (await client.callTool({ name, arguments: input })) as {
          isError?: boolean
          content: { text: string }[]
          structuredContent?: unknown
        }
        expect(answer.isError).toBe(true)
        expect(JSON.parse(answer.content[0]!.text)).toMatchObject({ ok: false, error })
        expect(answer.structuredContent).toMatchObject({ ok: false, error })
      }
      expect(await client.callTool({ name: 'list', arguments: {} })).toMatchObject({
        structuredContent: { ok: true, data: [{ name: 'old' }] },
      })
    } finally {
      await client.close()
    }
  })
})
