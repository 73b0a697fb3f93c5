import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AtipTool, Effects } from '@atip/protocol'
import { lookupShim } from '@atip/shims'
import {
  createBudget,
  createCommandRunner,
  createRuntime,
  readResult,
  resultFolder,
  toolsFromAtip,
  type CommandRunner,
  type CommandRunnerOptions,
  type ResultRecord,
  type RuntimeEvent,
  type RuntimeOptions,
} from '@atip/runtime'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toolWith } from './fixtures/runner-people.js'

const folder = mkdtempSync(join(tmpdir(), 'runtime-runs-'))
const programs = join(folder, 'programs')
const cwd = join(folder, 'work')
mkdirSync(programs)
mkdirSync(cwd)
const results = resultFolder(join(folder, 'results'))
const runners: CommandRunner[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

let next = 0
function plant(script: string, effects?: Effects, more?: Partial<AtipTool>): AtipTool {
  const name = `story${next++}`
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, name), 0o755)
  return toolWith(name, effects, more)
}

function begin(tool: AtipTool, input: object, options: CommandRunnerOptions = {}, more: Partial<RuntimeOptions> = {}) {
  const env = { PATH: `${programs}:${process.env.PATH}`, HOME: folder }
  const limits = { timeoutMs: 20_000, graceMs: 300, backgroundAfterMs: 300, ...options.limits }
  const runner = createCommandRunner({ env, results, ...options, limits })
  runners.push(runner)
  const events: RuntimeEvent[] = []
  const runtime = createRuntime({
    tools: toolsFromAtip(tool, runner),
    cwd,
    home: folder,
    results,
    lookup: (program) => (program === tool.name ? tool : undefined),
    approver: async () => ({ behavior: 'allow' }),
    onEvent: (event) => events.push(event),
    ...more,
  })
  const surface = runtime.surface()
  const name = surface.loaded.find(({ id }) => id === tool.name || id === `${tool.name}.go`)!.name
  return { runner, events, batch: runtime.run(surface, [{ id: '1', name, input }]) }
}

async function call(
  tool: AtipTool,
  options?: CommandRunnerOptions,
  more?: Partial<RuntimeOptions>,
): Promise<ResultRecord> {
  return (await begin(tool, {}, options, more).batch.results)[0]!
}

const textOf = (result: ResultRecord) => result.model_facing_content[0]!.text

test('the output of a program is the result of the call', async () => {
  const result = await call(plant('echo hello'))
  expect(result).toMatchObject({
    status: 'succeeded',
    side_effects: 'none',
    structured_content: { exit_code: 0, sandboxed: false },
  })
  expect(textOf(result)).toBe('hello\n')
  expect(await call(plant('true'))).toMatchObject({ status: 'succeeded', empty: true, content: [] })
})

test('a failure keeps what the program printed', async () => {
  const result = await call(plant('echo some; exit 3'))
  expect(result).toMatchObject({
    status: 'failed',
    is_error: true,
    error: { error_class: 'execution_failed', error_code: 'nonzero_exit' },
    structured_content: { exit_code: 3, stdout: 'some\n' },
  })
})

test('a program that takes too long is timed out, and what it printed is there', async () => {
  const result = await call(plant('echo begun; exec sleep 100', { duration: { timeout: '400ms' } }))
  expect(result).toMatchObject({ status: 'timed_out', side_effects: 'possible', error: { error_class: 'timeout' } })
})

test('a cancelled call says what had been printed', async () => {
  const tool = plant('echo begun; exec sleep 100')
  const { batch, events } = begin(tool, {}, {}, { limits: { graceMs: 5_000 } })
  while (!events.some(({ data }) => data.message === 'begun')) await new Promise((resolve) => setTimeout(resolve, 10))
  batch.cancel()
  const [result] = await batch.results
  expect(result).toMatchObject({
    status: 'canceled',
    abort_reason: 'user_interruption',
    structured_content: { stdout: 'begun\n' },
  })
})

test('a call that is refused before it starts has changed nothing', async () => {
  const methods = [{ type: 'token', envVar: 'NO_SUCH_TOKEN', setupCommand: 'story login' }]
  const result = await call(plant('touch ran', undefined, { authentication: { required: true, methods } }))
  expect(result).toMatchObject({ status: 'failed', side_effects: 'none', error: { error_class: 'setup_required' } })
  expect(textOf(result)).toMatch(/run `story login`[^]*The call did not run; nothing changed\.$/)
  expect(readdirSync(cwd)).toEqual([])
})

test('billable calls stop where the budget ends', async () => {
  const budget = createBudget(12)
  const billable = (estimate?: string) =>
    plant('echo paid', { cost: { billable: true, ...(estimate && { estimate }) } })
  expect(await call(billable('medium'), { budget })).toMatchObject({ status: 'succeeded' })
  expect(budget.left()).toBe(2)
  expect(await call(billable('medium'), { budget })).toMatchObject({
    error: { error_class: 'policy_blocked', error_code: 'budget_exceeded' },
    side_effects: 'none',
  })
  expect(await call(billable(), { budget })).toMatchObject({ error: { error_code: 'budget_exceeded' } })
  expect(await call(plant('echo free'), { budget })).toMatchObject({ status: 'succeeded' })
  const missing = { ...billable('low'), name: 'no-such-program' }
  expect(await call(missing, { budget })).toMatchObject({ error: { error_code: 'not_started' } })
  expect(budget.left()).toBe(2)
})

test('long output is read in parts by the address in the result', async () => {
  const result = await call(plant('seq 1 50000'))
  expect(result.persistence).toMatchObject({ strategy: 'inline' })
  const [uri] = /file:\S+stdout/.exec(textOf(result))!
  expect(readResult(results, uri, { lines: { from: 40_000, to: 40_001 } }).text).toBe('40000\n40001\n')
  expect(readResult(results, uri, { tail: 1 }).text).toBe('50000\n')
})

test('a filter sees every byte before it is kept, shown or sent', async () => {
  const filter = () => ({
    push: (chunk: Uint8Array) => Buffer.from(Buffer.from(chunk).toString('latin1').replaceAll('7', 'X'), 'latin1'),
    end: () => Buffer.from('END'),
  })
  const sent: string[] = []
  const result = await call(plant('seq 1 20000; echo 7 >&2'), {
    filter,
    onOutput: (chunk) => sent.push(chunk.toString()),
  })
  const { stdout_ref, stderr } = result.structured_content as { stdout_ref: { uri: string }; stderr: string }
  expect(stderr).toBe('X\nEND')
  expect(readResult(results, stdout_ref.uri, { tail: 1 }).text).toBe('END')
  expect(readResult(results, stdout_ref.uri, { grep: '7' }).text).toBe('')
  expect(sent.join('')).not.toContain('7')
  const broken = () => ({
    push: () => {
      throw new Error('the filter broke')
    },
    end: () => Buffer.alloc(0),
  })
  expect(await call(plant('echo 7'), { filter: broken })).toMatchObject({
    status: 'failed',
    error: { message: 'the filter broke' },
  })
})

test('a full disk is a failure, not a crash', async () => {
  const full = {
    ...results,
    open: () => ({
      write: () => {
        throw new Error('ENOSPC: no space left on device')
      },
      readFrom: () => Buffer.alloc(0),
      close: () => {
        throw new Error('closed')
      },
      discard: () => {},
    }),
  }
  const result = await call(plant('exec yes'), { results: full, limits: { inlineBytes: 100 } })
  expect(result).toMatchObject({ status: 'failed', is_error: true })
  expect(textOf(result)).toContain('no space left')
})

describe('programs as their shims describe them', () => {
  test('tail -f runs on in the background, tail does not', async () => {
    const tail = lookupShim('tail')!
    const file = join(cwd, 'log')
    writeFileSync(file, 'one\n')
    const { batch, runner } = begin(tail, { file: [file], follow: 'descriptor' })
    const [result] = await batch.results
    expect(result).toMatchObject({ status: 'succeeded', structured_content: { background: 'bg_1', stdout: 'one\n' } })
    writeFileSync(file, 'two\n', { flag: 'a' })
    while (runner.background.read('bg_1')!.text !== 'one\ntwo\n')
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await runner.background.stop('bg_1')).toMatchObject({ state: 'ended' })
    const [short] = await begin(tail, { file: [file] }).batch.results
    expect(textOf(short!)).toBe('one\ntwo\n')
    rmSync(file)
  })
})
