import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as otel from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import {
  createRedactor,
  defineTool,
  openAudit,
  replay,
  resultFolder,
  Scheduler,
  toEventRecord,
  verifyAudit,
  type ApprovalReply,
  type HookInput,
  type Runtime,
  type RuntimeHook,
  type RuntimeTool,
} from '@atip/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CloudEvent } from 'cloudevents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixtureTools, Harness, modelText, textOf, Workspace, type Scenario } from '../testing/runtime-tools.js'
import { until } from '../testing/until.js'

let space: Workspace
beforeEach(() => void (space = new Workspace()))
afterEach(() => space.remove())

const harness = (scenario?: Scenario) => new Harness(space, scenario)
const EDITS: Scenario = { mode: 'accept-edits' }

function hook(run: RuntimeHook['run'], more: Partial<RuntimeHook> = {}): RuntimeHook {
  return { id: 'h', event: 'pre_tool_use', run, ...more }
}

describe('calls in one batch', () => {
  test('A1: reads run at the same time, by name, alias or id, and results keep the order of the calls', async () => {
    for (const name of ['a', 'b', 'c']) space.write(name, name.toUpperCase())
    const results = await harness().run(
      ['read_file', { path: 'a', ms: 200 }],
      ['cat_file', { path: 'b', ms: 100 }],
      ['fs.read', { path: 'c', ms: 20 }],
    )
    expect(space.trace().slice(0, 3)).toEqual(['+Ra', '+Rb', '+Rc'])
    expect(space.trace().slice(3)).toEqual(['-Rc', '-Rb', '-Ra'])
    expect(results.map(({ native_call_id }) => native_call_id)).toEqual(['1', '2', '3'])
    expect(results.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(results.map(textOf)).toEqual(['A', 'B', 'C'])
  })

  test('A2: a read, an edit and a read of one file happen in this order, also under another name', async () => {
    space.write('f', 'old')
    const results = await harness(EDITS).run(
      ['read_file', { path: 'f' }],
      ['edit_file', { path: 'f', from: 'old', to: 'new' }],
      ['read_file', { path: './f' }],
    )
    expect(results.map(textOf)).toEqual(['old', 'edited', 'new'])
    expect(space.trace()).toEqual(['+Rf', '-Rf', '+Wf', '-Wf', '+Rf', '-Rf'])
  })

  test('A3: no edit is lost, edits of different files overlap, and runtimes can share a scheduler', async () => {
    space.write('g', 'one two')
    space.write('h', 'three')
    await harness(EDITS).run(
      ['edit_file', { path: 'g', from: 'one', to: '1' }],
      ['edit_file', { path: 'g', from: 'two', to: '2' }],
      ['edit_file', { path: 'h', from: 'three', to: '3' }],
    )
    expect(space.read('g')).toBe('1 2')
    const trace = space.trace()
    expect(trace.indexOf('+Wh')).toBeLessThan(trace.indexOf('-Wg'))
    space.write('shared', 'one two')
    const scheduler = new Scheduler()
    const [first, second] = [harness({ ...EDITS, scheduler }), harness({ ...EDITS, scheduler })]
    await Promise.all([
      first.run(['edit_file', { path: 'shared', from: 'one', to: '1' }]),
      second.run(['edit_file', { path: 'shared', from: 'two', to: '2' }]),
    ])
    expect(space.read('shared')).toBe('1 2')
  })

  test('A4: what says nothing about itself is asked about and runs alone', async () => {
    const one = harness({ approvals: ['yes'] })
    const batch = one.runtime.run(one.runtime.surface(), one.calls(['blind', { n: 1 }], ['blind', { n: 2 }]))
    await batch.results
    expect(space.trace()).toEqual(['+1', '-1', '+2', '-2'])
    expect(one.asked.length).toBe(2)
    const inferred = ['readOnly', 'destructive', 'openWorld', 'concurrencySafe', 'footprint']
    expect(batch.invocations()[0]!.facts!.inferred).toEqual(expect.arrayContaining(inferred))
    expect(batch.invocations()[0]!.facts).toMatchObject({
      is_read_only: false,
      is_destructive: true,
      is_open_world: true,
    })
  })

  test('A12: a failure leaves the others alone, or cancels all of them, or those that depend on it', async () => {
    const run = async (siblingFailure?: 'cancel_siblings' | 'cancel_dependent') => {
      const one = harness()
      const calls = one.calls(
        ['slow_a', { ms: 20, fail: true }],
        ['slow_b', { ms: 300 }],
        ['slow_c', { ms: 300 }, ['1']],
        ['slow_d', { ms: 5 }],
        ['slow_e', { ms: 300 }],
      )
      return await one.runtime.run(one.runtime.surface(), calls, { ...(siblingFailure && { siblingFailure }) }).results
    }
    const statuses = async (policy?: Parameters<typeof run>[0]) => (await run(policy)).map(({ status }) => status)
    expect(await statuses()).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded', 'succeeded'])
    expect(await statuses('cancel_dependent')).toEqual(['failed', 'succeeded', 'canceled', 'succeeded', 'succeeded'])
    const results = await run('cancel_siblings')
    expect(results.map(({ status }) => status)).toEqual(['failed', 'canceled', 'canceled', 'succeeded', 'canceled'])
    for (const result of results.filter(({ status }) => status === 'canceled')) {
      expect(result).toMatchObject({ synthetic: true, abort_reason: 'sibling_error', is_error: true })
      expect(result.error).toMatchObject({ error_class: 'sibling_canceled' })
    }
  })
})

describe('input and surface', () => {
  test('A5: arguments that do not fit the schema end the call before anything happens', async () => {
    const one = harness()
    const batch = one.runtime.run(one.runtime.surface(), one.calls(['read_file', { path: 3, x: 1 }]))
    const [result] = await batch.results
    expect(result).toMatchObject({ status: 'failed', is_error: true, side_effects: 'none' })
    expect(result!.error!.error_class).toBe('schema_validation_failed')
    const { status_transitions } = batch.invocations()[0]!
    expect(status_transitions.map(({ status }) => status)).toEqual(['planned', 'selected', 'schema_parse_failed'])
    expect(space.trace()).toEqual([])
  })

  test('A6: unknown and deferred tools cannot be called; a search loads what it finds', async () => {
    space.write('a', 'A')
    const { runtime, calls } = harness({ providers: [{ id: 'wiki', state: 'pending' }] })
    const surface = runtime.surface({ deferred: ['fs.*'] })
    const run = async (...all: Parameters<typeof calls>) => await runtime.run(surface, calls(...all)).results
    const refused = await run(['nope', {}], ['toString', {}], ['__proto__', {}], ['read_file', { path: 'a' }])
    const classes = refused.map(({ error }) => error!.error_class)
    expect(classes).toEqual(['unknown_tool', 'unknown_tool', 'unknown_tool', 'schema_not_loaded'])
    expect(modelText(refused[3]!)).toContain('select:read_file')
    expect(await runtime.search(surface, 'xyzzy frobnicate')).toMatchObject({
      matches: [],
      pending_providers: ['wiki'],
      next_action: 'retry_when_provider_ready',
    })
    const selected = await runtime.search(surface, 'select:read_file,missing_one')
    expect(selected.matches.map(({ tool_id }) => tool_id)).toEqual(['fs.read'])
    expect(selected).toMatchObject({ missing_names: ['missing_one'], total_deferred_tools: 2 })
    expect((await run(['read_file', { path: 'a' }]))[0]!.status).toBe('succeeded')
    expect((await runtime.search(surface, 'replace text in file')).matches[0]!.tool_id).toBe('fs.edit')
  })

  test('A8: each of the four inputs is kept, and each change of them is on the record', async () => {
    space.write('p', 'a b')
    const seen: HookInput[] = []
    const reply: ApprovalReply = { behavior: 'allow', updatedInput: { path: space.file('p'), from: 'b', to: 'Z' } }
    const one = harness({
      approvals: [reply],
      hooks: [
        hook(({ permissionInput }) => ({ updatedInput: { ...(permissionInput as object), from: 'b' } })),
        hook((given) => void seen.push(given), { id: 'after', event: 'post_tool_use' }),
      ],
    })
    const batch = one.runtime.run(one.runtime.surface(), one.calls(['edit_file', { path: 'p', from: 'a', to: 'X' }]))
    await batch.results
    const path = space.file('p')
    const inputs = {
      model_input: { path: 'p', from: 'a', to: 'X' },
      observable_input: { path, from: 'a', to: 'X' },
      permission_input: { path, from: 'b', to: 'X' },
      call_input: { path, from: 'b', to: 'Z' },
    }
    const record = batch.invocations()[0]!
    expect(record).toMatchObject(inputs)
    expect(new Set(Object.values(record.input_digests)).size).toBe(4)
    expect(record.mutations.map((one) => [one.source_type, ...one.changed_fields])).toEqual([
      ['adapter', '/path'],
      ['hook', '/from'],
      ['permission_prompt', '/to'],
    ])
    expect(space.read('p')).toBe('a Z')
    expect(seen[0]).toMatchObject({
      modelInput: inputs.model_input,
      observableInput: inputs.observable_input,
      permissionInput: inputs.permission_input,
      callInput: inputs.call_input,
    })
    const decided = one.ofType('tool.permission.decided')
    expect(decided.map(({ data }) => data.user_modified)).toEqual([true])
    expect(new Set(one.events.flatMap(({ invocationid }) => invocationid ?? [])).size).toBe(1)
  })
})

describe('permission', () => {
  const secret = { path: 's', from: 'a', to: 'b' }
  const deny = { decision: 'deny' as const, paths: ['s'] }
  const all = { decision: 'allow' as const, tool: '*' }

  test('A7: a hook cannot lift a denial or a question of a rule, and its own question counts', async () => {
    space.write('s', 'a')
    const vote = (permission: 'allow' | 'ask') => [hook(() => ({ permission }))]
    for (const hooks of [vote('allow'), vote('ask')]) {
      const one = harness({ rules: [deny, all], hooks, approvals: ['yes'] })
      const [result] = await one.run(['edit_file', secret])
      expect(result!.status).toBe('denied')
      expect(one.ofType('tool.permission.decided')[0]!.data.reason).toMatchObject({ rule_ref: 'rules#/rules/0' })
      expect(one.asked).toEqual([])
    }
    const ask = { decision: 'ask' as const, paths: ['s'] }
    for (const scenario of [
      { rules: [all], hooks: vote('ask') },
      { rules: [ask], hooks: vote('allow') },
    ]) {
      const one = harness({ ...scenario, approvals: ['no'] })
      const [result] = await one.run(['edit_file', secret])
      expect([result!.status, one.asked.length]).toEqual(['rejected', 1])
    }
    expect([space.trace(), space.read('s')]).toEqual([[], 'a'])
  })

  test('A9: what a person or a hook makes of a call is decided about again', async () => {
    space.write('s', 'a')
    space.write('free', 'a')
    const redirected = { ...secret, path: space.file('s') }
    const approver = harness({ rules: [deny], approvals: [{ behavior: 'allow', updatedInput: redirected }] })
    const [first] = await approver.run(['edit_file', { ...secret, path: 'free' }])
    const rewriting = hook(() => ({ permission: 'allow', updatedInput: redirected }))
    const [second] = await harness({ rules: [deny], hooks: [rewriting] }).run([
      'edit_file',
      { ...secret, path: 'free' },
    ])
    expect([first!.status, second!.status]).toEqual(['denied', 'denied'])
    expect([space.trace(), space.read('s')]).toEqual([[], 'a'])
  })

  test('A10: a rejection says why, and no approver or a broken hook is a denial', async () => {
    space.write('r1', 'a')
    space.write('r2', 'a')
    const edit = (path: string) => ['edit_file', { path, from: 'a', to: 'b' }] as [string, unknown]
    const one = harness({ approvals: [{ behavior: 'deny', feedback: 'use r3' }, 'yes'] })
    const results = await one.run(edit('r1'), edit('r2'))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'succeeded'])
    expect(modelText(results[0]!)).toContain('use r3')
    expect(modelText(results[0]!)).toContain('did not run')
    expect(new Set(one.asked.map(({ approval_id }) => approval_id)).size).toBe(2)
    const [alone] = await harness().run(edit('r1'))
    expect(alone).toMatchObject({ status: 'denied', side_effects: 'none' })
    expect(modelText(alone!)).toContain('non-interactive')
    const crash = hook(() => {
      throw new Error('boom')
    })
    const [crashed] = await harness({ ...EDITS, hooks: [crash] }).run(edit('r1'))
    expect(crashed!.status).toBe('denied')
    expect(crashed!.error!.error_class).toBe('hook_blocked')
    expect(space.read('r1')).toBe('a')
  })

  test('A11: a call that waits is decided about again when the policy changes', async () => {
    space.write('w', 'a')
    const one = harness({
      ...EDITS,
      onEvent: ({ type, toolid }) => {
        if (type === 'tool.invocation.queued' && toolid === 'fs.edit') one.runtime.setMode('plan')
      },
    })
    const [read, edit] = await one.run(
      ['read_file', { path: 'w', ms: 120 }],
      ['edit_file', { path: 'w', from: 'a', to: 'b' }],
    )
    expect([read!.status, edit!.status]).toEqual(['succeeded', 'denied'])
    expect(modelText(edit!)).toContain('policy changed')
    expect(space.read('w')).toBe('a')
  })

  test('A19: every command of a line is judged, and links do not lead out of what is allowed', async () => {
    const rules = [
      { decision: 'deny' as const, tool: 'rm' },
      { decision: 'allow' as const, tool: 'git' },
    ]
    const one = harness({ rules, approvals: ['no'] })
    const lines = [
      'git status && rm -rf x',
      'echo $(rm x)',
      "bash -c 'rm x'",
      'env A=1 sudo rm x',
      'git status; curl evil',
      'echo "open',
      'git status',
    ]
    const results = await one.run(...lines.map((command) => ['shell', { command }] as [string, unknown]))
    const statuses = results.map(({ status }) => status)
    expect(statuses).toEqual(['denied', 'denied', 'denied', 'denied', 'rejected', 'rejected', 'succeeded'])
    expect(space.trace()).toEqual(['+sh git status', '-sh git status'])
    mkdirSync(space.file('ws'))
    space.write('outside', 'a')
    symlinkSync(space.file('outside'), space.file('ws/link'))
    const linked = harness({ rules: [{ decision: 'allow', tool: 'fs.*', paths: ['ws/**'] }] })
    const [result] = await linked.run(['edit_file', { path: 'ws/link', from: 'a', to: 'b' }])
    expect([result!.status, space.read('outside')]).toEqual(['denied', 'a'])
    space.write('ws/inside', 'a')
    const [inside] = await linked.run(['edit_file', { path: 'ws/inside', from: 'a', to: 'b' }])
    expect(inside!.status).toBe('succeeded')
  })
})

describe('cancellation', () => {
  test('A13: a running call that can be interrupted, a waiting one, and one that must end', async () => {
    space.write('f', 'a')
    const one = harness(EDITS)
    const calls = one.calls(
      ['read_file', { path: 'f', ms: 60_000 }],
      ['edit_file', { path: 'f', from: 'a', to: 'b' }],
      ['stubborn', { ms: 300 }],
    )
    const batch = one.runtime.run(one.runtime.surface(), calls)
    await until(() => ['+Rf', '+stubborn'].every((mark) => space.trace().includes(mark)))
    batch.cancel()
    const [read, edit, stubborn] = await batch.results
    expect(read).toMatchObject({ status: 'canceled', side_effects: 'possible' })
    expect(modelText(read!)).toContain('may have happened')
    expect(edit).toMatchObject({ status: 'canceled', side_effects: 'none' })
    expect(modelText(edit!)).toContain('did not run')
    expect(stubborn!.status).toBe('succeeded')
    const facts = one.ofType('tool.invocation.progress').map(({ data, toolid }) => ({ toolid, ...data }))
    expect(facts).toContainEqual(
      expect.objectContaining({ toolid: 'stubborn', status: 'cancel_requested', interrupt_behavior: 'block' }),
    )
    expect(space.read('f')).toBe('a')
  })

  test('A14: a tool that does not stop has its one result in time, and keeps its locks', async () => {
    const one = harness({ rules: [{ decision: 'allow', tool: '*' }] })
    const [result] = await one.run(['deaf', { ms: 250 }])
    expect(result).toMatchObject({ status: 'timed_out', side_effects: 'possible' })
    expect(space.trace()).toEqual(['+deaf'])
    const late = () => one.ofType('tool.invocation.progress').filter(({ data }) => data.status === 'late_settlement')
    await until(() => late().length > 0)
    expect(late()).toHaveLength(1)
    expect(one.ofType('tool.result.created').length).toBe(1)
    space.write('st', 'a')
    const results = await one.run(['deaf', { ms: 250, path: 'st' }], ['edit_file', { path: 'st', from: 'a', to: 'b' }])
    expect(results.map(({ status }) => status)).toEqual(['timed_out', 'succeeded'])
    expect(space.trace().slice(2)).toEqual(['+deaf', '-deaf', '+Wst', '-Wst'])
  })
})

describe('results', () => {
  test('A15: long results are kept whole and shown in part, empty ones are marked, secrets are removed', async () => {
    const results = resultFolder(space.file('results'))
    const one = harness({ results, limits: { maxInlineChars: 1000 }, redact: createRedactor() })
    const whole = `${'😀'.repeat(40_000)}END`
    space.write('long', whole)
    const [long] = await one.run(['read_file', { path: 'long' }])
    expect(long!.persistence).toMatchObject({ strategy: 'preview_and_persist', original_size_bytes: 160_003 })
    const { uri, digest } = long!.persistence!.persisted_ref!
    const kept = fileURLToPath(uri)
    expect(readFileSync(kept, 'utf8')).toBe(whole)
    expect(`sha256:${createHash('sha256').update(readFileSync(kept)).digest('hex')}`).toBe(digest)
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    const shown = textOf(long!)
    expect([shown.isWellFormed(), shown.length < 4000, shown.includes('END')]).toEqual([true, true, true])
    const [again] = await one.run(['read_file', { path: kept }])
    expect(again!.persistence).toMatchObject({ strategy: 'never_persist', reason: 'circular_result_guard' })
    expect(again!.persistence).not.toHaveProperty('persisted_ref')
    space.write('empty', '')
    const [empty] = await one.run(['read_file', { path: 'empty' }])
    expect(empty).toMatchObject({ status: 'succeeded', empty: true, content: [] })
    const token = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`
    space.write('config', `the token is ${token}, keep it`)
    const [secret] = await one.run(['read_file', { path: 'config' }])
    expect(secret!.redaction_state).toBe('redacted')
    expect(textOf(secret!)).toContain('[REDACTED]')
    expect(JSON.stringify([secret, one.events])).not.toContain(token)
  })
})

describe('the audit log', () => {
  const log = () => space.file('audit.jsonl')

  test('A16: it tells everything but secrets in a chain, and nothing runs without it', async () => {
    space.write('a', 'A')
    const audit = openAudit(log())
    const one = harness({ audit, rules: [{ decision: 'allow', tool: '*' }] })
    await one.run(['read_file', { path: 'a' }], ['login', { password: 'hunter2' }], ['nope', { password: 'hunter2' }])
    audit.close()
    expect(verifyAudit(log())).toMatchObject({ ok: true })
    const text = readFileSync(log(), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; sequence: string; invocationid?: string })
    expect(lines.map(({ sequence }) => Number(sequence))).toEqual(lines.map((_, index) => index))
    for (const { invocationid } of lines.filter(({ type }) => type === 'tool.invocation.started')) {
      const own = lines.filter((line) => line.invocationid === invocationid).map(({ type }) => type)
      expect(own.indexOf('tool.permission.decided')).toBeLessThan(own.indexOf('tool.invocation.started'))
    }
    expect(lines.filter(({ type }) => type === 'tool.result.created').length).toBe(3)
    expect(text).not.toContain('hunter2')
    expect(statSync(log()).mode & 0o777).toBe(0o600)
    expect(replay(log()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'synthetic_error'])
    const at = text.indexOf('fs.read')
    writeFileSync(log(), `${text.slice(0, at)}F${text.slice(at + 1)}`)
    expect(verifyAudit(log())).toMatchObject({ ok: false, line: expect.any(Number) })
    expect(() => openAudit(log())).toThrow(/audit\.jsonl:\d+: /)
  })

  test('A16: a log that cannot be written stops every call before it starts', async () => {
    space.write('a', 'A')
    const append = () => {
      throw new Error('no space left on device')
    }
    const one = harness()
    const surface = one.runtime.surface()
    const broken = harness({ audit: { next: 0, append } })
    const [result] = await broken.runtime.run(surface, one.calls(['read_file', { path: 'a' }])).results
    expect(result!.error).toMatchObject({ error_class: 'dependency_unavailable', error_code: 'audit_unavailable' })
    expect(result!.side_effects).toBe('none')
    expect(space.trace()).toEqual([])
  })

  test('A16: after a kill the log verifies, and every call has one terminal state', async () => {
    const program = `
      import { createRuntime, openAudit } from '@atip/runtime'
      const facts = ({ key }) => ({ readOnly: false, destructive: false, openWorld: false, concurrencySafe: true,
        footprint: [{ key, access: 'write' }] })
      const tool = { id: 'wait', namespace: 'x', name: 'wait', description: 'waits', facts,
        input: { type: 'object' }, execute: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms)) }
      const onEvent = ({ type, data }) => type === 'tool.invocation.queued' && console.log('queued')
      const runtime = createRuntime({ tools: [tool], cwd: '/', home: '/', audit: openAudit(process.argv[1]), onEvent,
        rules: [{ decision: 'allow', tool: '*' }] })
      const run = (calls) => runtime.run(runtime.surface(), calls).results
      await run([{ id: 'done', name: 'wait', input: { ms: 0, key: 'a' } }])
      run([{ id: 'running', name: 'wait', input: { ms: 60000, key: 'a' } },
        { id: 'waiting', name: 'wait', input: { ms: 0, key: 'a' } }])`
    const root = fileURLToPath(new URL('..', import.meta.url))
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, log()], { cwd: root })
    let queued = 0
    const isReady = () => queued === 3 && readFileSync(log(), 'utf8').split('invocation.started').length === 3
    child.stdout.on('data', (data: Buffer) => void (queued += data.toString().split('queued').length - 1))
    while (!isReady() && child.exitCode === null) await sleep(10)
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGKILL')
    await ended
    appendFileSync(log(), '{"type":"tool.res')
    expect(verifyAudit(log())).toMatchObject({ ok: false, problem: 'the last line is not complete' })
    openAudit(log()).close()
    expect(verifyAudit(log())).toMatchObject({ ok: true })
    expect(replay(log()).map((call) => [call.native_call_id, call.status, call.side_effects])).toEqual([
      ['done', 'succeeded', 'completed'],
      ['running', 'canceled', 'possible'],
      ['waiting', 'canceled', 'none'],
    ])
  })
})

describe('prime', () => {
  const answer = (more: object = {}) => ({
    version: '1.0.0',
    session: { sessionId: 's', expiresAt: '2030-01-01T00:00:00Z' },
    usageDirectives: { do: ['Ask for one page at a time'] },
    rateLimits: { requestsPerMinute: 60, burst: 3 },
    schema: { preferredCommands: ['slow_b'], deprecatedCommands: ['slow_a'] },
    ...more,
  })

  function primed(prime: () => unknown, now = () => Date.parse('2029-01-01T00:00:00Z')) {
    const tools = fixtureTools(space).map((tool): RuntimeTool => ({ ...tool, provider: 'wiki' }))
    const provider = { id: 'wiki', prime: () => (space.mark('prime'), prime()) }
    return harness({ tools, providers: [provider], now })
  }

  test('A17: a provider is primed once before its first calls, and its limits hold', async () => {
    let time = Date.parse('2029-01-01T00:00:00Z')
    const one = primed(
      () => sleep(20).then(() => answer()),
      () => time,
    )
    const calls = ['slow_a', 'slow_b', 'slow_c', 'slow_d'].map((name) => [name, { ms: 1 }] as [string, unknown])
    const results = await one.run(...calls)
    expect(space.trace().filter((line) => line === 'prime')).toEqual(['prime'])
    expect(space.trace()[0]).toBe('prime')
    expect(results.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded'])
    const limited = results.find(({ status }) => status === 'failed')!
    expect(limited.error).toMatchObject({ error_class: 'rate_limited', retry_after: 1 })
    const shown = results.map(modelText).filter((text) => text.includes('one page at a time'))
    expect(shown.length).toBe(1)
    expect(shown[0]).toMatch(/untrusted text[^]*<(untrusted-\w+)>\ndo: Ask for one page at a time\n<\/\1>/)
    const deprecated = results.find(({ tool_id }) => tool_id === 'slow.a')!
    expect(modelText(deprecated)).toContain('Use slow_b instead')
    time = Date.parse('2030-01-01T00:00:01Z')
    await one.run(['slow_b', { ms: 1 }], ['slow_c', { ms: 1 }])
    expect(space.trace().filter((line) => line === 'prime').length).toBe(2)
  })

  test('A17: without a valid answer to prime no tool of the provider is called', async () => {
    const fails = () => {
      throw new Error('no network')
    }
    for (const prime of [fails, () => answer({ version: undefined })]) {
      const [result] = await primed(prime).run(['slow_b', { ms: 1 }])
      expect(result!.error).toMatchObject({ error_class: 'setup_required', error_code: 'prime_failed' })
      expect(result!.side_effects).toBe('none')
    }
    expect(space.trace()).toEqual(['prime', 'prime'])
  })
})

describe('delegation', () => {
  test('A18: a delegated runtime has only what it was given, and so have those it delegates to', async () => {
    const scope = {
      allowedTools: ['gh', 'git'],
      deniedCommands: ['gh repo delete'],
      effectRestrictions: { destructive: false as const },
    }
    const lead = harness({ mode: 'balanced', approvals: ['yes'] })
    const child = lead.runtime.delegate(scope)
    const surface = child.surface()
    const blocked = surface.record().blocked_tools.map(({ tool_id, reason }) => `${tool_id} ${reason}`)
    expect(blocked).toEqual(expect.arrayContaining(['shell role_not_allowed', 'fs.read role_not_allowed']))
    const run = async (runtime: Runtime, ...all: Parameters<Harness['calls']>) =>
      await runtime.run(runtime.surface(), lead.calls(...all)).results
    const gh = (...args: string[]) => ['gh', { args }] as [string, unknown]
    const results = await run(child, gh('pr', 'list'), gh('repo', 'delete', 'x'), gh('frobnicate'), [
      'shell',
      { command: 'ls' },
    ])
    expect(results.map(({ status }) => status)).toEqual(['succeeded', 'denied', 'denied', 'synthetic_error'])
    expect(modelText(results[2]!)).toContain('unknown')
    // External code could try: wider tools, a looser mode, no ceilings.
    const overrides = { mode: 'balanced' as const, scopes: [], ceilings: [] }
    const grandchild = child.delegate({ allowedTools: ['*'] }, overrides)
    expect(grandchild.surface().loaded.map(({ id }) => id)).toEqual(['gh'])
    const [denied] = await run(grandchild, gh('repo', 'delete', 'x'))
    expect(denied!.status).toBe('denied')
  })

  test('A18: a delegated runtime cannot allow itself anything, and obeys what its parent obeys later', async () => {
    space.write('f', 'a')
    const lead = harness({ rules: [{ decision: 'allow', tool: '*' }] })
    const rules = [{ decision: 'allow' as const, tool: '*' }]
    const child = lead.runtime.delegate({}, { rules, mode: 'balanced' })
    child.setRules(rules)
    const edit = lead.calls(['edit_file', { path: 'f', from: 'a', to: 'b' }])
    const run = async (runtime: Runtime, calls = edit) =>
      (await runtime.run(runtime.surface(), calls).results)[0]!.status
    expect(await run(child)).toBe('denied')
    const read = lead.calls(['read_file', { path: 'f' }])
    expect(await run(child, read)).toBe('succeeded')
    lead.runtime.setRules([{ decision: 'deny', paths: ['f'] }])
    expect(await run(child, read)).toBe('denied')
    lead.runtime.setRules([])
    lead.runtime.setMode('accept-edits')
    child.setMode('balanced')
    expect(await run(child)).toBe('succeeded')
    lead.runtime.setMode('plan')
    expect(await run(child)).toBe('denied')
    expect(space.read('f')).toBe('b')
  })

  test('A18: calls inside of a call do not wait for it', async () => {
    space.write('f', 'a')
    let runtime: Runtime
    const outer = defineTool({
      id: 'outer',
      namespace: 'test',
      name: 'outer',
      description: 'Calls other tools',
      input: { type: 'object' },
      execute: async () => {
        const inner = [
          { id: 'i1', name: 'edit_file', input: { path: 'f', from: 'a', to: 'b' } },
          { id: 'i2', name: 'read_file', input: { path: 'f' } },
        ]
        return (await runtime.run(runtime.surface(), inner).results).map(textOf).join()
      },
    })
    const tools = [...fixtureTools(space), outer]
    const rules = [{ decision: 'allow' as const, tool: '*' }]
    runtime = harness({ tools, scheduler: new Scheduler({ max: 1 }), rules }).runtime
    const calls = [
      { id: '1', name: 'outer', input: {} },
      { id: '2', name: 'edit_file', input: { path: 'f', from: 'b', to: 'c' } },
    ]
    const results = await runtime.run(runtime.surface(), calls).results
    expect(results.map(textOf)).toEqual(['edited,b', 'edited'])
    expect(space.read('f')).toBe('c')
  })
})

test('A18: a call inside of a call comes before later calls, also if only they conflict', async () => {
  const scheduler = new Scheduler()
  const { signal } = new AbortController()
  const file = [{ key: 'path:/f', access: 'write' as const }]
  const outer = scheduler.take()
  outer.claim([])
  await outer.admit(signal)
  const later = scheduler.take()
  const inner = scheduler.take(outer)
  later.claim(file)
  inner.claim(file)
  const order: string[] = []
  const start = async (name: string, ticket: typeof inner) => {
    await ticket.admit(signal)
    order.push(name)
    ticket.release()
  }
  await Promise.all([start('later', later), start('inner', inner)])
  expect(order).toEqual(['inner', 'later'])
})

describe('records', () => {
  test('A20: spans, events and records are what their standards say, and tell no arguments', async () => {
    space.write('a', 'A')
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
    const { setSpan } = otel.trace
    const telemetry = {
      trace: { getTracer: (name: string) => provider.getTracer(name), setSpan },
      context: otel.context,
    }
    const one = harness({ telemetry })
    const calls = one.calls(['read_file', { path: 'a' }], ['edit_file', { path: 'a', from: 'A', to: 'B' }])
    const batch = one.runtime.run(one.runtime.surface(), calls)
    const results = await batch.results
    expect(results.map(({ status }) => status)).toEqual(['succeeded', 'denied'])
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'agenttool.invocation edit_file',
      'agenttool.invocation read_file',
      'execute_tool read_file',
    ])
    const span = (name: string) => spans.find((one) => one.name === name)!
    const read = span('agenttool.invocation read_file')
    expect(span('execute_tool read_file').parentSpanContext?.spanId).toBe(read.spanContext().spanId)
    expect(span('execute_tool read_file').attributes['gen_ai.tool.call.id']).toBe('1')
    expect(span('agenttool.invocation edit_file').attributes['error.type']).toBe('permission_denied')
    expect(Object.keys(Object.assign({}, ...spans.map(({ attributes }) => attributes))).join()).not.toMatch(
      /argument|input/,
    )
    const ajv = new Ajv2020({ strict: false })
    const file = fileURLToPath(new URL('../packages/runtime/schema/records.json', import.meta.url))
    const schema = JSON.parse(readFileSync(file, 'utf8')) as { $id: string }
    ajv.addSchema(schema)
    const problems = (name: string, value: unknown) => {
      const check = ajv.getSchema(`${schema.$id}#/$defs/${name}`)!
      return check(value) === true ? [] : check.errors
    }
    for (const event of one.events) {
      expect(new CloudEvent(event as never).validate()).toBe(true)
      expect(problems('event', toEventRecord(event))).toEqual([])
    }
    for (const { data } of one.ofType('tool.permission.decided'))
      expect(problems('permission_decision', data)).toEqual([])
    for (const result of results) expect(problems('result', result)).toEqual([])
    for (const invocation of batch.invocations()) expect(problems('invocation', invocation)).toEqual([])
    expect(problems('surface', one.ofType('tool.surface.created')[0]!.data)).toEqual([])
  })
})
