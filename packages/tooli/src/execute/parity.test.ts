import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CallError, findCommand, toArgv, type InputValue } from '@atip/protocol'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { BEHAVIOURS, INPUTS, tracedCall, type TracedCall } from '../../testing/arbitrary-call.js'
import { place, PLACES, toolWith } from '../../testing/places.js'
import { describeTool } from '../describe/agent.js'
import { command, defineCli, t, ToolError, type AnyCli } from '../index.js'
import { run } from '../testing/index.js'

afterEach(() => vi.unstubAllEnvs())

/** The outcome of a call, as far as surfaces must agree. */
interface Result {
  data?: unknown
  code?: string
  exitCode: number
  done: string[]
}

/** The expected outcome of a call, from the rules of docs and PRD and without the code under test. */
function expected(call: TracedCall, isPolicy: boolean): { code?: string; exitCode: number; done: string[] } {
  const { code, exitCode, done } = inside(call, isPolicy)
  const isRun = done.length > 0 || code === undefined || !isRefused(code)
  // Middleware begins before the body and ends after it, unless the body fails.
  const around =
    call.isAround && isRun ? ['before', ...done, ...(exitCode === 0 || code === 'E5001' ? ['after'] : [])] : done
  return { ...(code && { code }), exitCode, done: around }
}

const isRefused = (code: string) => code.startsWith('E1') || ['E3901', 'E3900'].includes(code)

type Expected = { code?: string; exitCode: number; done: string[] }

function inside({ inputIs, behaviour, effects, hasDryRun, callOptions }: TracedCall, isPolicy: boolean): Expected {
  const { yes = false, dryRun = false } = callOptions
  const refused = (code: string, exitCode: number) => ({ code, exitCode, done: [] as string[] })
  if (inputIs !== 'fitting')
    return refused(
      { unknown: 'E1002', missing: 'E1005', foreign: 'E1004', outside: 'E1004', contradicting: 'E1011' }[inputIs],
      2,
    )
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

/** A result as JSON, with bytes in base64. */
const jsonOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : JSON.parse(JSON.stringify(value ?? null))

function fromFile(data: unknown, { behaviour }: TracedCall): unknown {
  if (behaviour !== 'givesBytes' || data === null) return data
  const { file } = data as { file: string }
  const bytes = readFileSync(file)
  rmSync(dirname(file), { recursive: true })
  return bytes.toString('base64')
}

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
  const { code: exitCode, document } = await run(cli, words, { env: { ...process.env, TOOLI_OUTPUT: 'json' } })
  const { data, error, meta } = document as { data?: unknown; error?: { code: string }; meta: { plan?: string[] } }
  const done = await trace(call)
  return error === undefined
    ? { data: fromFile(data, call), exitCode, done, ...(meta.plan && { plan: meta.plan }) }
    : { code: error.code, exitCode, done }
}

/** The effects of a call, including those of a body that continues after its timeout. */
async function trace({ done, behaviour }: TracedCall): Promise<string[]> {
  if (behaviour === 'goesOnTooLong') await new Promise((resolve) => setTimeout(resolve, 5))
  return done.splice(0)
}

/**
 * The call as words, from the description; undefined if it cannot be written, such as an input that the description
 * forbids.
 */
async function toWords(cli: AnyCli, call: TracedCall, path: readonly string[]): Promise<string[] | undefined> {
  const tool = await describeTool(cli.definition)
  const { input, isCountedOrMap } = await writtenInput(cli, call, path)
  const values = Object.entries(input).map(
    ([key, value]) => [key, isCountedOrMap(key) ? value : asWritten(value)] as const,
  )
  // `null` and an empty list cannot be written; without them it would be another call.
  if (values.some(([, value]) => value === null || (Array.isArray(value) && value.length === 0))) return undefined
  const isArgument = ([key]: readonly [string, unknown]) => call.argumentKeys.includes(key)
  try {
    const words = toArgv(tool, path, {
      arguments: Object.fromEntries(values.filter(isArgument)),
      options: Object.fromEntries(values.filter((entry) => !isArgument(entry))),
    })
    return [...flagsOf(call), ...words.slice(1)]
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

/** Counted flags are repeated, and maps are written as KEY=VALUE. */
async function writtenInput(cli: AnyCli, call: TracedCall, path: readonly string[]) {
  const { options = [] } = findCommand(await describeTool(cli.definition), path)!.command
  const typeOf = (key: string) => options.find(({ name }) => name === key)
  const isCount = (key: string) => typeOf(key)?.type === 'boolean' && typeOf(key)?.variadic === true
  const isMap = (key: string, value: unknown) => typeOf(key)?.type === 'array' && isPlainObject(value)
  const written = Object.entries(call.input).map(([key, value]): [string, InputValue] => {
    if (isCount(key) && typeof value === 'number') return [key, Array<boolean>(Math.max(0, value)).fill(true)]
    if (isMap(key, value)) return [key, Object.entries(value as object).map(([name, entry]) => `${name}=${entry}`)]
    return [key, value as InputValue]
  })
  const special = new Set(Object.keys(call.input).filter((key) => isCount(key) || isMap(key, call.input[key])))
  return { input: Object.fromEntries(written), isCountedOrMap: (key: string) => special.has(key) }
}

const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The flags of options that may be objects. */
const FLAGS = { maxDepth: '--max-depth', base_url: '--base-url', constructor: '--constructor' }

/** The same words, with an object replaced by options for its keys. */
function byKey(words: readonly string[], { input, inputIs }: TracedCall): string[] {
  const line = [...words]
  const end = line.includes('--') ? line.indexOf('--') : line.length
  for (let index = end - 1; index > 0; index--) {
    const [, flag, text] = /^(--[a-z-]+)=(\{"size".*)$/.exec(`${line[index - 1]}=${line[index]}`) ?? []
    const key = Object.entries(FLAGS).find(([, written]) => written === flag)?.[0] ?? ''
    if (inputIs !== 'fitting' || !isPlainObject(input[key])) continue
    const value = JSON.parse(text!) as Record<string, unknown>
    const parts = Object.entries(value).map(([name, entry]) => `${flag}.${name}=${String(entry)}`)
    line.splice(index - 1, 2, ...parts)
  }
  return line
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

/** The level that also uses what the command shares; it must take effect only once. */
const SHARING = fc.constantFrom('nobody' as const, 'group' as const, 'tool' as const)

test('a command line, JSON input, a call by path and a plain call agree in result, error and effects', async () => {
  const seen = { runs: 0, lines: 0, nested: 0, inputs: new Map<string, number>(), outcomes: new Map<string, number>() }
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  const isLazy = fc.boolean()
  const isPolicy = fc.nat(5).map((number) => number === 0)
  await fc.assert(
    fc.asyncProperty(tracedCall, isLazy, isPolicy, SHARING, place, async (call, lazy, policy, sharing, where) => {
      vi.stubEnv('TOOLI_POLICY', policy ? 'read-only' : '')
      const act = lazy ? { description: 'x', load: async () => ({ default: call.command }) } : call.command
      const { path } = PLACES[where]
      const cli = toolWith(act, where, { [sharing]: call.shared }, call.done)
      const { input, callOptions } = call
      const must = expected(call, policy)

      const direct = await throughProgram(call, () => call.command(input as never, callOptions))
      const byPath = await throughProgram(call, () => cli.call(path.join(' '), input as never, callOptions))
      const json = [...path, '--input', JSON.stringify(input), ...flagsOf(call)]
      const { plan, ...byJson } = await throughLine(call, cli, json)
      expect(direct).toMatchObject(must)
      expect({ surface: 'path', ...byPath }).toEqual({ surface: 'path', ...direct })
      expect({ surface: 'json', ...byJson }).toEqual({ surface: 'json', ...direct })
      if (must.exitCode === 0)
        expect(plan).toEqual(callOptions.dryRun ? ['the first thing', 'the second thing'] : undefined)
      if (must.exitCode === 0 && callOptions.dryRun) expect(direct.data).toBeNull()

      const words = await toWords(cli, call, path)
      if (words !== undefined) {
        seen.lines++
        const { plan: _, ...byLine } = await throughLine(call, cli, words)
        expect({ words, ...byLine }).toEqual({ words, ...direct })
        const nested = byKey(words, call)
        if (nested.join() !== words.join()) {
          seen.nested++
          const { plan: __, ...byKeys } = await throughLine(call, cli, nested)
          expect({ nested, ...byKeys }).toEqual({ nested, ...direct })
        }
      }
      seen.runs++
      count(seen.inputs, call.inputIs)
      count(seen.outcomes, direct.code ?? 'ok')
    }),
    { numRuns: 400 },
  )
  // The generator must reach every kind of input and every outcome.
  expect([...seen.inputs.keys()].sort()).toEqual([...INPUTS].sort())
  const codes = [
    'E1002',
    'E1004',
    'E1005',
    'E1009',
    'E1011',
    'E3001',
    'E3900',
    'E3901',
    'E4900',
    'E5000',
    'E5001',
    'ok',
  ]
  expect([...seen.outcomes.keys()].sort()).toEqual(codes)
  expect(seen.lines).toBeGreaterThan(seen.runs * 0.5)
  expect(seen.nested).toBeGreaterThan(0)
})
