import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { normalise, type AtipDocument } from '@atip/protocol'
import {
  createRuntime,
  mcpProvider,
  programProvider,
  throughServer,
  toolFromFunction,
  toolsFromAtip,
  toolsFromCli,
  toolsFromMcp,
  type CallableCli,
  type CommandRun,
  type RuntimeOptions,
} from '@atip/runtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelText } from '../testing/runtime-tools.js'
import { clientFor } from './fixtures/mcp-process.js'

const execute = promisify(execFile)
const program = fileURLToPath(new URL('../examples/notes/notes.mjs', import.meta.url))
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sources-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the example with these arguments. */
const start = async ([, ...words]: readonly string[]) => {
  const { stdout } = await execute(process.execPath, [program, ...words], { cwd: folder })
  return stdout
}
const describeNotes = async () => normalise(JSON.parse(await start(['notes', '--agent'])) as AtipDocument)
const run = ({ argv }: CommandRun) => start(argv)

/** Runs calls sequentially, and returns the results. */
async function runAll(options: RuntimeOptions, ...calls: [name: string, input: unknown][]) {
  const runtime = createRuntime({ cwd: folder, home: '/home/ann', ...options })
  const surface = runtime.surface()
  const results = await runtime.run(
    surface,
    calls.map(([name, input], index) => ({ id: String(index), name, input })),
  ).results
  return { runtime, results, statuses: results.map(({ status }) => status) }
}

const allow = async () => ({ behavior: 'allow' as const })

describe('a tool can come from', () => {
  test('a function, which is asked about unless it says what it does', async () => {
    const double = ({ n }: { n: number }) => String(2 * n)
    const input = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const quiet = toolFromFunction(double as never, { description: 'Doubles a number', input })
    const told = toolFromFunction(double as never, {
      name: 'told',
      description: 'Doubles a number',
      input,
      facts: () => ({ readOnly: true, openWorld: false }),
    })
    const { statuses, results } = await runAll({ tools: [quiet, told] }, ['double', { n: 4 }], ['told', { n: 4 }])
    expect(statuses).toEqual(['denied', 'succeeded'])
    expect(modelText(results[1]!)).toBe('8')
  })

  test('the description of a program: its calls are judged as command lines, and it is primed first', async () => {
    const metadata = await describeNotes()
    const started: string[][] = []
    const providers = [programProvider('notes', (argv) => (started.push(argv), start(argv)))]
    const tools = toolsFromAtip(metadata, { run: (call) => (started.push(call.argv), run(call)), provider: 'notes' })
    expect(tools.map(({ id }) => id)).toContain('notes.tag.add')
    const { statuses, results, runtime } = await runAll(
      { tools, providers, approver: allow, agentId: 'ann', sessionId: 's1' },
      ['notes_add', { title: 'Buy milk', tag: ['shop'] }],
      ['notes_list', { tag: 'shop' }],
      ['notes_list', { nonsense: 1 }],
    )
    expect(statuses).toEqual(['succeeded', 'succeeded', 'failed'])
    expect(started[0]!.slice(0, 4)).toEqual(['notes', 'prime', '--agent-id=ann', '--session-id=s1'])
    expect(started.length).toBe(3)
    expect(modelText(results[0]!)).toContain("don't: Do not delete a note that the user has not named")
    expect(modelText(results[1]!)).toContain('Buy milk')
    expect(results[2]!.error!.error_class).toBe('invalid_arguments')
    expect(runtime.context()).toMatchObject({
      availableTools: ['notes'],
      recentCommands: [
        { tool: 'notes', command: 'notes_add', exitCode: 0 },
        { tool: 'notes', command: 'notes_list', exitCode: 0 },
        { tool: 'notes', command: 'notes_list', exitCode: 1 },
      ],
    })
  })

  test('a description that only the program itself vouches for is not enough to run a call', async () => {
    const metadata = await describeNotes()
    const tools = toolsFromAtip({ ...metadata, trust: { source: 'native' } }, { run })
    expect((await runAll({ tools }, ['notes_list', {}])).statuses).toEqual(['denied'])
    const trusted = toolsFromAtip({ ...metadata, trust: { source: 'org' } }, { run })
    expect((await runAll({ tools: trusted }, ['notes_list', {}])).statuses).toEqual(['succeeded'])
  })

  test('a tooli program, called in this process', async () => {
    const module = new URL('../examples/notes/cli.mjs', import.meta.url).href
    const { default: notes } = (await import(module)) as { default: CallableCli }
    const tools = toolsFromCli(notes, await describeNotes())
    mkdirSync(join(folder, 'kept'))
    const given = { folder: join(folder, 'kept') }
    const { statuses, results } = await runAll(
      { tools, approver: allow },
      ['notes_add', { ...given, title: 'Buy milk' }],
      ['notes_list', given],
    )
    expect(statuses).toEqual(['succeeded', 'succeeded'])
    expect(modelText(results[1]!)).toContain('Buy milk')
    expect(readdirSync(join(folder, 'kept')).length).toBe(1)
  })

  test('an MCP server, whose word that a tool only reads is not enough; state stays in the server', async () => {
    const client = clientFor('modern')
    const args = [program, '--serve-mcp', 'stdio']
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }))
    try {
      const served = await toolsFromMcp(client as never, { server: 'notes' })
      const providers = [await mcpProvider(client as never, 'notes')]
      expect(served.map(({ name }) => name)).not.toContain('prime')
      const asked: string[] = []
      const approver = async ({ tool_id }: { tool_id: string }) => (asked.push(tool_id), { behavior: 'allow' as const })
      const list = served.find(({ name }) => name.endsWith('list'))!
      const add = served.find(({ name }) => name.endsWith('add') && !name.includes('tag'))!
      const { statuses, results } = await runAll(
        { tools: served, providers, approver },
        [add.name, { title: 'Buy milk' }],
        [list.name, {}],
      )
      expect(statuses).toEqual(['succeeded', 'succeeded'])
      expect(asked).toEqual([add.id, list.id])
      expect(modelText(results[1]!)).toContain('Buy milk')
      const described = toolsFromAtip(
        { ...(await describeNotes()), trust: { source: 'org' } },
        {
          run: () => {
            throw new Error('started a process')
          },
        },
      )
      const both = throughServer(
        described,
        served.map((tool) => ({ ...tool, name: `notes_${tool.name}` })),
        () => true,
      )
      expect((await runAll({ tools: both }, ['notes_list', {}])).statuses).toEqual(['succeeded'])
    } finally {
      await client.close()
    }
  })
})
