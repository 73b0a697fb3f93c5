import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callTool, ERAS, openClient } from '../../testing/open-client.js'
import { command, defineCli, t, type AnyCli, type CommandMap } from '../index.js'
import { connect } from '../testing/index.js'

const done: string[] = []
const READS = { filesystem: { write: false, delete: false }, network: false }

const report = (number: number) =>
  command({ description: `Make report number ${number}`, effects: READS, run: () => `report ${number}` })

const commands: CommandMap = {
  ...Object.fromEntries(Array.from({ length: 70 }, (_, number) => [`report-${number}`, report(number)])),
  shred: command({
    description: 'Destroy papers for good\nNobody can read them afterwards',
    args: t.object({ paper: t.enum(['letter', 'bill'], 'Which one') }),
    effects: { destructive: true },
    examples: [{ run: 'shred letter', description: 'Destroy a letter' }],
    run: ({ args }) => void done.push(`shredded ${args.paper}`),
  }),
  stamps: { buy: command({ description: 'Purchase postage', run: () => void done.push('bought') }) },
  'post-letter': command({
    description: 'Send mail to a customer',
    effects: { filesystem: { write: false, delete: false }, network: true, reversible: false },
    run: () => void done.push('posted'),
  }),
  safe: command({ description: 'Open the safe', hidden: true, effects: READS, run: () => 'gold' }),
}
const office = defineCli({ name: 'office', version: '1.0.0', description: 'Office work', commands }) as AnyCli

const TOOLS = ['search_commands', 'describe_command', 'run_read_only_command', 'run_command', 'prime']

describe.each(ERAS)('a %s client of a tool with many commands', (era) => {
  let client: Client
  const answers: ('accept' | 'decline')[] = []
  beforeEach(async () => {
    client = await openClient(office, {
      era,
      capabilities: { elicitation: {} },
      prepare: (opened) =>
        opened.setRequestHandler('elicitation/create', async () => ({ action: answers.shift()!, content: {} })),
    })
  })
  afterEach(async () => {
    await client.close()
    done.length = 0
    vi.unstubAllEnvs()
  })

  test('sees few tools, the same before and after it used them, with honest hints', async () => {
    const before = (await client.listTools()).tools
    expect(before.map(({ name }) => name)).toEqual(TOOLS)
    const hints = Object.fromEntries(before.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))
    expect(hints).toEqual({
      search_commands: true,
      describe_command: true,
      run_read_only_command: true,
      run_command: undefined,
      prime: true,
    })
    await callTool(client, 'run_command', { command: 'stamps_buy' })
    expect((await client.listTools()).tools).toEqual(before)
    expect(client.getInstructions()).toContain('search_commands')
  })

  test.each([
    ['destroying a paper', 'shred'],
    ['shredder', 'shred'],
    ['buy a stamp', 'stamps_buy'],
    ['PURCHASING postage', 'stamps_buy'],
    ['mail customers', 'post-letter'],
    ['report 42', 'report-42'],
  ])('finds by plain words: %s', async (query, wanted) => {
    const { data } = await callTool(client, 'search_commands', { query })
    expect((data as { command: string }[])[0]!.command).toBe(wanted)
  })

  test('gets as many hits as it wants, briefly told, and none for what is not there or hidden', async () => {
    const search = async (input: Record<string, unknown>) => (await callTool(client, 'search_commands', input)).data
    expect(await search({ query: 'report' })).toHaveLength(8)
    expect(await search({ query: 'report', limit: 50 })).toHaveLength(50)
    expect(await search({ query: 'shred' })).toEqual([{ command: 'shred', description: 'Destroy papers for good' }])
    for (const query of ['xylophone', '', '…', 'open the safe gold']) {
      const hits = (await search({ query })) as { command: string }[]
      expect(hits.map(({ command: name }) => name)).not.toContain('safe')
      if (query === 'xylophone' || query === '') expect(hits).toEqual([])
    }
  })

  test('is told what a command takes, gives and does', async () => {
    const { data } = await callTool(client, 'describe_command', { command: 'shred' })
    expect(data).toMatchObject({
      command: 'shred',
      inputSchema: { properties: { paper: { enum: ['letter', 'bill'] } }, required: ['paper'] },
      annotations: { destructiveHint: true, readOnlyHint: false },
      effects: { destructive: true },
      examples: [{ run: 'shred letter' }],
    })
  })

  test('runs what only reads in a lane of its own, which refuses all else and does nothing', async () => {
    const run = (name: string, input = {}) =>
      callTool(client, 'run_read_only_command', { command: name, arguments: input })
    expect(await run('report-3')).toEqual({ ok: true, data: 'report 3' })
    for (const name of ['shred', 'stamps_buy', 'post-letter']) {
      const { error } = await run(name, name === 'shred' ? { paper: 'bill' } : {})
      expect(error).toMatchObject({ code: 'E3901', suggestion: { action: 'use_different_tool' } })
    }
    expect(done).toEqual([])
  })

  test('is asked for consent in the other lane, too', async () => {
    answers.push('decline', 'accept')
    const run = () => callTool(client, 'run_command', { command: 'shred', arguments: { paper: 'bill' } })
    expect(await run()).toMatchObject({ ok: false, error: { code: 'E3903' } })
    expect(done).toEqual([])
    expect(await run()).toMatchObject({ ok: true })
    expect(done).toEqual(['shredded bill'])
  })

  test('obeys a read-only policy', async () => {
    vi.stubEnv('TOOLI_POLICY', 'read-only')
    expect(await callTool(client, 'run_command', { command: 'stamps_buy' })).toMatchObject({ error: { code: 'E3901' } })
    expect(done).toEqual([])
  })

  test('hears what it may have meant', async () => {
    const unknown = await callTool(client, 'run_command', { command: 'shredd' })
    expect(unknown.error).toMatchObject({ code: 'E1001', suggestion: { fix: 'Did you mean "shred"?' } })
    const far = await callTool(client, 'describe_command', { command: 'xylophone' })
    expect(far.error).toMatchObject({ code: 'E1001', suggestion: { fix: 'Find it with search_commands' } })
    for (const name of ['safe', 'constructor', '__proto__', '']) {
      expect(await callTool(client, 'run_command', { command: name })).toMatchObject({ error: { code: 'E1001' } })
    }
  })

  test('gets a suggestion that it can send as it stands', async () => {
    const { error } = await callTool(client, 'run_command', { command: 'shred', arguments: { paper: 'leter' } })
    const { name, arguments: input } = JSON.parse(error!.suggestion!.example!) as {
      name: string
      arguments: Record<string, unknown>
    }
    answers.push('accept')
    expect(await callTool(client, name, input)).toMatchObject({ ok: true })
    expect(done).toEqual(['shredded letter'])
  })

  test.each([
    ['search_commands', {}],
    ['search_commands', { query: 5 }],
    ['search_commands', { query: 'x', limit: 0 }],
    ['search_commands', { query: 'x', limit: 51 }],
    ['describe_command', { command: ['shred'] }],
    ['run_command', { command: 'shred', arguments: 'letter' }],
    ['run_command', { command: 'shred', paper: 'letter' }],
    ['run_read_only_command', null],
  ])('is refused a wrong call of %s: %j', async (name, input) => {
    const { ok, error } = await callTool(client, name, (input ?? {}) as Record<string, unknown>)
    expect({ ok, category: error?.code.slice(0, 2) }).toEqual({ ok: false, category: 'E1' })
    expect(done).toEqual([])
  })

  test('can call prime, but no command under its own name', async () => {
    expect(await callTool(client, 'prime', { agentId: 'a', sessionId: 's' })).toMatchObject({
      session: { sessionId: 's' },
    })
    await expect(callTool(client, 'shred', { paper: 'bill' })).rejects.toThrow('there is no tool "shred"')
  })
})

test('an author decides otherwise', async () => {
  for (const [tools, count] of [
    ['each', 74],
    ['search', 5],
  ] as const) {
    const client = await openClient(defineCli({ ...office.definition, mcp: { tools } }) as AnyCli)
    expect((await client.listTools()).tools).toHaveLength(count)
    await client.close()
  }
})

test.each([
  [60, ['c0', 'prime']],
  [61, ['search_commands', 'prime']],
])('%i commands are served as %j', async (count, [first, last]) => {
  const one = command({ description: 'One', run: () => 1 })
  const names = Array.from({ length: count }, (_, index) => `c${index}`)
  const commands = Object.fromEntries(names.map((name) => [name, one]))
  const client = await connect(defineCli({ name: 'many', version: '1.0.0', description: 'Many', commands }))
  const tools = (await client.tools()).map(({ name }) => name)
  expect([tools[0], tools.at(-1)]).toEqual([first, last])
  await client.close()
})
