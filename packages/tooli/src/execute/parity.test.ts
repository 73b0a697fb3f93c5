import { CallError, toArgv, type InputValue } from '@atip/protocol'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { BEHAVIOURS, INPUTS, tracedCall, type TracedCall } from '../../testing/arbitrary-call.js'
import { describeTool } from '../describe/agent.js'
import { command, defineCli, t, ToolError, type AnyCli } from '../index.js'
import { run } from '../testing/index.js'

afterEach(() => vi.unstubAllEnvs())

/** What came of a call, as far as surfaces must agree. */
interface Result {
  data?: unknown
  code?: string
  exitCode: number
  done: string[]
}

/** The rules of docs and PRD in plain words, without the code under test: what must come of a call. */
function expected({ inputIs, behaviour, effects, hasDryRun, callOptions }: TracedCall, isPolicy: boolean) {
  const { yes = false, dryRun = false } = callOptions
  const refused = (code: string, exitCode: number) => ({ code, exitCode, done: [] as string[] })
  if (inputIs !== 'fitting')
    return refused({ unknown: 'E1002', missing: 'E1005', foreign: 'E1004', outside: 'E1004' }[inputIs], 2)
  if (isPolicy && effects !== 'reader') return refused('E3901', 77)
  if (dryRun && !hasDryRun && effects !== 'reader') return refused('E1009', 2)
  if (!dryRun && !yes && ['destructive', 'irreversible'].includes(effects)) return refused('E3900', 77)
  const first = dryRun ? [] : ['the first thing']
  const both = dryRun ? [] : ['the first thing', 'the second thing']
  switch (behaviour) {
    case 'fails':
    case 'crashes':
      return { code: BEHAVIOURS[behaviour], exitCode: 1, done: first }
    case 'hangs':
    case 'goesOnTooLong':
      return { code: 'E4900', exitCode: 75, done: first }
    case 'asks':
      return yes || dryRun ? { exitCode: 0, done: both } : { code: 'E3900', exitCode: 77, done: first }
    case 'breaksPromise':
      return dryRun ? { exitCode: 0, done: both } : { code: 'E5001', exitCode: 1, done: both }
    default:
      return { exitCode: 0, done: both }
  }
}

const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

async function throughProgram(call: TracedCall, act: () => Promise<unknown>): Promise<Result> {
  try {
    const data = jsonOf(await act())
    return { data, exitCode: 0, done: await trace(call) }
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError)
    const { code, exitCode } = error as ToolError
    return { code, exitCode, done: await trace(call) }
  }
}

async function throughLine(
  call: TracedCall,
  cli: AnyCli,
  words: readonly string[],
): Promise<Result & { plan?: string[] }> {
  const { code: exitCode, document } = await run(cli, words, { env: { ...process.env } })
  const { data, error, meta } = document as { data?: unknown; error?: { code: string }; meta: { plan?: string[] } }
  const done = await trace(call)
  return error === undefined
    ? { data, exitCode, done, ...(meta.plan && { plan: meta.plan }) }
    : { code: error.code, exitCode, done }
}

/** What was done, also by a body that goes on after it was given up. */
async function trace({ done, behaviour }: TracedCall): Promise<string[]> {
  if (behaviour === 'goesOnTooLong') await new Promise((resolve) => setTimeout(resolve, 10))
  return done.splice(0)
}

/** The call in the words of its description; undefined if it has none, as for an input that the description forbids. */
async function toWords(cli: AnyCli, call: TracedCall): Promise<string[] | undefined> {
  const tool = await describeTool(cli.definition)
  const values = Object.entries(call.input).map(([key, value]) => [key, asWritten(value)] as const)
  // Nothing and an empty list have no words; left out, they would be another call.
  if (values.some(([, value]) => value === null || (Array.isArray(value) && value.length === 0))) return undefined
  const isArgument = ([key]: readonly [string, unknown]) => call.argumentKeys.includes(key)
  try {
    const words = toArgv(tool, ['group', 'act'], {
      arguments: Object.fromEntries(values.filter(isArgument)),
      options: Object.fromEntries(values.filter((entry) => !isArgument(entry))),
    })
    return [...flagsOf(call), ...words.slice(1)]
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

/** Objects are written as JSON text. */
function asWritten(value: unknown): InputValue {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? JSON.stringify(value) : (value as InputValue)
}

const flagsOf = ({ callOptions: { yes, dryRun } }: TracedCall) => [
  ...(yes ? ['--yes'] : []),
  ...(dryRun ? ['--dry-run'] : []),
]

test.each([
  ['as an ordinary line', ['remove', 'x', '--dry-run']],
  ['with the flag first', ['--dry-run', 'remove', 'x']],
  ['behind two dashes', ['remove', '--dry-run', '--', 'x']],
  ['with the rest of the input as JSON', ['remove', '--dry-run', '--input', '{"name":"x"}']],
  ['with an argument from a bundle of letters', ['remove', '-qv', 'x', '--dry-run']],
])('a dry run does nothing, however its line is read: %s', async (_, line) => {
  let isDone = false
  const remove = command({
    description: 'Remove',
    args: t.object({ name: t.string('Name') }),
    dryRun: true,
    run: ({ ctx }) => ctx.effect('remove it', () => (isDone = true)),
  })
  const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { remove } })
  const { document } = await run(cli, line)
  expect(document).toMatchObject({ ok: true, meta: { dry_run: true, plan: ['remove it'] } })
  expect(isDone).toBe(false)
})

test('a command line, JSON input, a call by path and a plain call agree in result, error and effects', async () => {
  const seen = { runs: 0, lines: 0, inputs: new Map<string, number>(), outcomes: new Map<string, number>() }
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  const isLazy = fc.boolean()
  const isPolicy = fc.nat(5).map((number) => number === 0)
  await fc.assert(
    fc.asyncProperty(tracedCall, isLazy, isPolicy, async (call, lazy, policy) => {
      vi.stubEnv('TOOLI_POLICY', policy ? 'read-only' : '')
      const act = lazy ? { description: 'x', load: async () => ({ default: call.command }) } : call.command
      const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { group: { act } } })
      const { input, callOptions } = call
      const must = expected(call, policy)

      const direct = await throughProgram(call, () => call.command(input as never, callOptions))
      const byPath = await throughProgram(call, () => cli.call('group act', input as never, callOptions))
      const json = ['group', 'act', '--input', JSON.stringify(input), ...flagsOf(call)]
      const { plan, ...byJson } = await throughLine(call, cli, json)
      expect(direct).toMatchObject(must)
      expect({ surface: 'path', ...byPath }).toEqual({ surface: 'path', ...direct })
      expect({ surface: 'json', ...byJson }).toEqual({ surface: 'json', ...direct })
      if (must.exitCode === 0)
        expect(plan).toEqual(callOptions.dryRun ? ['the first thing', 'the second thing'] : undefined)
      if (must.exitCode === 0 && callOptions.dryRun) expect(direct.data).toBeNull()

      const words = await toWords(cli, call)
      if (words !== undefined) {
        seen.lines++
        const { plan: _, ...byLine } = await throughLine(call, cli, words)
        expect({ words, ...byLine }).toEqual({ words, ...direct })
      }
      seen.runs++
      count(seen.inputs, call.inputIs)
      count(seen.outcomes, direct.code ?? 'ok')
    }),
    { numRuns: 600 },
  )
  // The generator reaches every kind of input and every way a call can end.
  expect([...seen.inputs.keys()].sort()).toEqual([...INPUTS].sort())
  const codes = ['E1002', 'E1004', 'E1005', 'E1009', 'E3001', 'E3900', 'E3901', 'E4900', 'E5000', 'E5001', 'ok']
  expect([...seen.outcomes.keys()].sort()).toEqual(codes)
  expect(seen.lines).toBeGreaterThan(seen.runs * 0.5)
})
