import { quoteLine } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import type { RuntimeEvent } from '../events/event.js'
import type { RuntimeOptions } from '../options.js'
import { createRedactor } from '../redact/redactor.js'
import { createRuntime } from '../runtime.js'
import { defineTool } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'
import { ToolFailure } from './execute.js'

const SECRET = 'correct horse "battery" staple'
const redact = createRedactor({ secrets: [SECRET] })

const QUIET = { readOnly: true, destructive: false, openWorld: false, reversible: true, idempotent: true } as const

async function called(tool: Partial<RuntimeTool>, options: Partial<RuntimeOptions> = {}, input: object = {}) {
  const events: RuntimeEvent[] = []
  const tools = [
    defineTool({
      id: 'tool',
      namespace: 'x',
      name: 'tool',
      description: 'A tool',
      input: { type: 'object' },
      facts: () => QUIET,
      execute: () => 'done',
      ...tool,
    }),
  ]
  const audit = { next: 0, append: (event: RuntimeEvent) => void events.push(event) }
  const runtime = createRuntime({ tools, audit, redact, ...options })
  const [result] = await runtime.run(runtime.surface(), [{ id: '1', name: 'tool', input }]).results
  return { result: result!, events, log: JSON.stringify(events) }
}

const holdsSecret = (value: unknown) => /battery/.test(JSON.stringify(value))

describe('a secret that the redactor knows reaches neither the model nor the log', () => {
  test('in the structured content of a result, whose text does not show it', async () => {
    for (const output of [{ token: SECRET }, [[SECRET]], { [SECRET]: 1 }, { toJSON: () => SECRET }]) {
      const { result } = await called({ execute: () => output, toModel: () => 'done' })
      expect(result).toMatchObject({ status: 'succeeded', redaction_state: 'redacted' })
      expect(result.structured_content).toBeUndefined()
    }
    const { result } = await called({ execute: () => ({ n: 1, at: ['x'] }), toModel: () => 'done' })
    expect(result).toMatchObject({ structured_content: { n: 1, at: ['x'] }, redaction_state: 'none' })
  })

  test('in the output of a failure', async () => {
    const failing = (output: unknown) => ({
      execute: () => {
        throw new ToolFailure('no', { output })
      },
    })
    const { result } = await called(failing({ token: SECRET }))
    expect(result).toMatchObject({ status: 'failed', redaction_state: 'redacted' })
    expect(holdsSecret(result)).toBe(false)
    expect((await called(failing({ n: 1 }))).result.structured_content).toEqual({ n: 1 })
  })

  test('in the context that hooks add, and in what a provider says', async () => {
    const hook = (event: 'pre_tool_use' | 'post_tool_use' | 'post_tool_use_failure') => ({
      id: event,
      event,
      run: () => ({ additionalContext: `${event} ${SECRET}` }),
    })
    const hooks = [hook('pre_tool_use'), hook('post_tool_use'), hook('post_tool_use_failure')]
    const prime = () => ({ version: '1', session: { sessionId: 's' }, usageDirectives: { do: [SECRET] } })
    const good = await called({ provider: 'p' }, { hooks, providers: [{ id: 'p', prime }] })
    const execute = () => Promise.reject(new Error('no'))
    const bad = await called({ execute }, { hooks })
    expect(good.result.additional_context).toHaveLength(3)
    expect(bad.result.additional_context).toHaveLength(2)
    expect(holdsSecret([good, bad])).toBe(false)
  })

  test('in a report of progress, which cannot say that the call has ended either', async () => {
    const { events, log } = await called({
      execute: (_, { progress }) => {
        progress({ message: SECRET, tail: [SECRET], status: 'completed', percent: 5 })
        return 'done'
      },
    })
    expect(events.find(({ type }) => type === 'tool.invocation.progress')!.data).toMatchObject({
      status: 'running',
      percent: 5,
    })
    expect(holdsSecret(log)).toBe(false)
  })

  test('in the error of a provider that cannot be primed', async () => {
    const prime = () => Promise.reject(new Error(SECRET))
    expect(holdsSecret(await called({ provider: 'p' }, { providers: [{ id: 'p', prime }] }))).toBe(false)
  })
})

describe('the values of sensitive fields', () => {
  const input = { user: 'ann', password: "it's (hunter-2)", pin: 7, deep: { codes: ['a b'] } }
  const login: Partial<RuntimeTool> = {
    sensitive: ['password', 'pin', 'codes'],
    line: ({ user, password, pin, deep }: typeof input) =>
      quoteLine(['db', 'login', '--user', user, `--password=${password}`, '-p', String(pin), ...deep.codes, 'port-17']),
  }
  const HIDDEN = /hunter|a b\b|-p 7/

  test('are in no event: not in the line, the question, the reasons, the answer or the resources', async () => {
    const asked: object[] = []
    const { result, events, log } = await called(
      login,
      {
        hooks: [{ id: 'h', event: 'pre_tool_use', run: () => ({ permission: 'ask', reason: "uses it's (hunter-2)" }) }],
        approver: async (request) => {
          asked.push(request)
          return { behavior: 'allow', feedback: 'is "it\'s (hunter-2)" not weak?' }
        },
      },
      input,
    )
    expect(result.status).toBe('succeeded')
    expect(asked).toMatchObject([{ input: { user: 'ann' }, line: expect.stringContaining('db login --user ann') }])
    expect(asked).toMatchObject([{ line: expect.stringContaining('port-17') }])
    const request = events.find(({ type }) => type === 'tool.permission.requested')
    expect(JSON.stringify([asked, request])).not.toMatch(HIDDEN)
    expect(log).not.toMatch(HIDDEN)
  })

  test('may be long', async () => {
    const content = 'ab'.repeat(30_000)
    const facts = () => {
      throw new Error(`cannot judge ${content}`)
    }
    const { result, log } = await called({ sensitive: ['content'], facts }, {}, { content })
    expect(result.is_error).toBe(true)
    expect(JSON.stringify(result) + log).not.toContain(content)
  })

  test('are not in the record of a call that names a resource after them', async () => {
    const facts = ({ password }: typeof input) => ({
      ...QUIET,
      concurrencySafe: true,
      footprint: [{ key: `account:${password}`, access: 'read' as const }],
    })
    const { log } = await called({ sensitive: ['password'], facts }, {}, input)
    expect(log).toContain('account:[REDACTED]')
    expect(log).not.toContain('hunter')
  })
})

describe('failing code of the host', () => {
  const failing = Object.assign(
    (text: string): never => {
      throw new Error(`cannot redact ${text}`)
    },
    { stream: redact.stream },
  )

  test('a redactor that throws withholds the text, and the call ends as any other', async () => {
    const { result, log } = await called({ execute: () => SECRET }, { redact: failing })
    expect(result).toMatchObject({ status: 'failed', redaction_state: 'redacted' })
    expect(holdsSecret([result, log])).toBe(false)
    expect(log).toContain('tool.result.created')
  })

  test('a redactor that returns nothing shows nothing', async () => {
    const silent = Object.assign(() => undefined as never, { stream: redact.stream })
    const { result, log } = await called({ execute: () => SECRET }, { redact: silent })
    expect(result.status).toBe('failed')
    expect(holdsSecret([result, log])).toBe(false)
  })

  test('locks are released after it, so that later calls run', async () => {
    const tool = defineTool({
      id: 'tool',
      namespace: 'x',
      name: 'tool',
      description: 'Writes',
      input: { type: 'object' },
      facts: () => QUIET,
      execute: () => 'done',
    })
    const telemetry = {
      trace: {
        getTracer: () => ({
          startSpan: () => ({
            spanContext: () => ({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }),
            setAttribute: () => {},
            setStatus: () => {},
            end: () => {
              throw new Error('no exporter')
            },
          }),
        }),
        setSpan: () => ({}),
      },
      context: { active: () => ({}) },
    }
    const runtime = createRuntime({ tools: [tool], telemetry: telemetry as never })
    const calls = ['1', '2'].map((id) => ({ id, name: 'tool', input: {} }))
    const results = await runtime.run(runtime.surface(), calls).results
    expect(results.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  })

  test('an asynchronous listener that fails does not end the process', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const onEvent = async () => {
        throw new Error('no')
      }
      expect((await called({}, { onEvent })).result.status).toBe('succeeded')
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})
