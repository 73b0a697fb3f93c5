/**
 * Clients that validate results against the announced schema discard those that do not match; the model never sees
 * them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { ERAS, openClient, type Document } from '../../testing/open-client.js'
import { strictClientRefuses } from '../../testing/strict-client.js'
import { command, defineCli, t, ToolError, type AnyCli } from '../index.js'

const rows = t.array(t.object({ path: t.string(), size: t.integer().min(0) }))

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'A demo',
  prime: { primaryIntents: ['try things'] },
  commands: {
    list: command({ description: 'List', output: rows, run: () => [{ path: 'a', size: 1 }] }),
    two: command({
      description: 'List at least two, the first of which is special',
      output: {
        type: 'array',
        items: { type: 'integer' },
        minItems: 2,
        contains: { const: 2 },
      },
      run: () => [1, 2, 3],
    }),
    stream: command({
      description: 'Stream',
      output: rows,
      async *run() {
        yield { path: 'a', size: 1 }
        yield { path: 'b', size: 2 }
      },
    }),
    nothing: command({ description: 'Nothing', run: () => undefined }),
    judged: command({
      description: 'Judge',
      output: t.object({ problems: t.integer() }),
      run({ ctx }) {
        ctx.exitWith(1)
        return { problems: 2 }
      },
    }),
    wipe: command({
      description: 'Wipe',
      args: t.object({ disk: t.enum(['sda', 'sdb']) }),
      output: t.object({ wiped: t.string() }),
      effects: { destructive: true },
      dryRun: true,
      async run({ args, ctx }) {
        await ctx.effect(`wipe ${args.disk}`, () => {})
        return { wiped: args.disk }
      },
    }),
    fails: command({
      description: 'Fail',
      output: rows,
      run: () => {
        throw new ToolError('E4007', 'try later', {
          retryable: true,
          suggestion: { action: 'retry', fix: 'Wait', applicability: 'maybe_incorrect' },
        })
      },
    }),
    breaks: command({
      description: 'Fail in the middle of a stream',
      output: rows,
      async *run() {
        yield { path: 'a', size: 1 }
        throw new Error('gone')
      },
    }),
    wrong: command({ description: 'Break its promise', output: rows, run: () => [{ path: 'a' }] as never }),
    circle: command({
      description: 'Return what is no JSON',
      run() {
        const circle: Record<string, unknown> = {}
        return Object.assign(circle, { circle })
      },
    }),
    picture: command({
      description: 'Picture',
      output: t.content(),
      run: () => [{ type: 'text' as const, text: 'x' }],
    }),
  },
}) as AnyCli

type Case = [string, string, Record<string, unknown>, Partial<Document>?]

const SUCCESSES: Case[] = [
  ['a success', 'list', {}, { data: [{ path: 'a', size: 1 }] }],
  ['a list cut short', 'two', { limit: 1 }, { data: [1] }],
  [
    'a stream',
    'stream',
    {},
    {
      data: [
        { path: 'a', size: 1 },
        { path: 'b', size: 2 },
      ],
    },
  ],
  ['the beginning of a stream', 'stream', { limit: 1 }, { data: [{ path: 'a', size: 1 }] }],
  ['no result', 'nothing', {}, { data: null }],
  ['a verdict with an exit code', 'judged', {}, { data: { problems: 2 } }],
  ['a dry run', 'wipe', { disk: 'sda', dryRun: true }, { meta: { dry_run: true, plan: ['wipe sda'] } }],
  ['parts for the client', 'picture', {}],
  ['an answer of prime', 'prime', { agentId: 'a', sessionId: 's' }],
]

const FAILURES: [string, string, Record<string, unknown>, Record<string, unknown>][] = [
  ['a failure', 'fails', {}, { code: 'E4007', is_retryable: true, suggestion: { action: 'retry', fix: 'Wait' } }],
  ['a stream that breaks', 'breaks', {}, { code: 'E5000' }],
  ['refused consent', 'wipe', { disk: 'sda' }, { code: 'E3900' }],
  ['a wrong value', 'wipe', { disk: 'sdc' }, { code: 'E1004', suggestion: { action: 'retry_with_modified_input' } }],
  ['an unknown argument', 'list', { x: 1 }, { code: 'E1002' }],
  ['a broken promise', 'wrong', {}, { code: 'E5001' }],
  ['a result that is no JSON', 'circle', {}, { code: 'E5000' }],
  ['a failure of prime', 'prime', {}, { code: 'E1005' }],
]

/** The result as it arrives, and the schema the tool announced for it. */
async function callOf(era: (typeof ERAS)[number], name: string, input: Record<string, unknown>) {
  const client = await openClient(cli, { era })
  try {
    const { tools } = await client.listTools()
    const tool = tools.find((one) => one.name === name)!
    return { tool, result: (await client.callTool({ name, arguments: input })) as CallToolResult }
  } finally {
    await client.close()
  }
}

describe.each(ERAS)('for a %s client that validates', (era) => {
  test.each(SUCCESSES)('%s fits the announced schema', async (_, name, input, document) => {
    const { tool, result } = await callOf(era, name, input)
    expect(result.isError ?? false).toBe(false)
    expect(strictClientRefuses(tool, result)).toBeUndefined()
    if (document !== undefined) expect(result.structuredContent).toMatchObject({ ok: true, ...document })
  })

  test.each(FAILURES)('%s keeps its whole error in front of the model', async (_, name, input, error) => {
    const { tool, result } = await callOf(era, name, input)
    expect(result.isError).toBe(true)
    expect(strictClientRefuses(tool, result)).toBeUndefined()
    const [shown] = result.content as { text: string }[]
    expect(JSON.parse(shown!.text)).toMatchObject({ ok: false, error })
    expect(result.structuredContent).toEqual(JSON.parse(shown!.text))
  })
})

test('tools that find and run commands keep their errors too', async () => {
  const client = await openClient({ ...cli, definition: { ...cli.definition, mcp: { tools: 'search' } } })
  const { tools } = await client.listTools()
  for (const [name, input] of [
    ['run_command', { command: 'fails' }],
    ['run_read_only_command', { command: 'wipe', arguments: { disk: 'sda' } }],
    ['describe_command', { command: 'lst' }],
  ] as const) {
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult
    expect(result.isError).toBe(true)
    expect(
      strictClientRefuses(
        tools.find((one) => one.name === name)!,
        result,
      ),
    ).toBeUndefined()
    expect(JSON.parse((result.content as { text: string }[])[0]!.text)).toHaveProperty('error.code')
  }
  await client.close()
})
