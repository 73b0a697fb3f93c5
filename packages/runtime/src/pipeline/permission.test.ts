import { readPolicy } from '@atip/guard'
import { expect, test } from 'vitest'
import type { RuntimeEvent } from '../events/event.js'
import { createRuntime, type Runtime } from '../runtime.js'
import { defineTool } from '../tool/define-tool.js'

const policy = (auditAllCalls: boolean) =>
  readPolicy(JSON.stringify({ policy: { version: '1', execution: { auditAllCalls } } }), {
    source: 'org',
    file: 'policy.json',
  })

async function called(auditAllCalls: boolean, isKept: boolean): Promise<{ runs: number; said: string }> {
  let runs = 0
  const tool = defineTool({
    id: 'count',
    namespace: 'x',
    name: 'count',
    description: 'Count',
    input: { type: 'object' },
    facts: () => ({ readOnly: true, destructive: false, openWorld: false, reversible: true, idempotent: true }),
    execute: () => String(++runs),
  })
  const events: RuntimeEvent[] = []
  const audit = { next: 0, append: (event: RuntimeEvent) => void events.push(event) }
  const runtime = createRuntime({ tools: [tool], policies: [policy(auditAllCalls)], ...(isKept && { audit }) })
  const [result] = await runtime.run(runtime.surface(), [{ id: 'one', name: 'count', input: {} }]).results
  return { runs, said: JSON.stringify(result) }
}

test('where a policy demands a record of every call, nothing runs without a log', async () => {
  expect(await called(false, false)).toMatchObject({ runs: 1 })
  expect(await called(true, true)).toMatchObject({ runs: 1 })
  const refused = await called(true, false)
  expect(refused.runs).toBe(0)
  expect(refused.said).toContain('demands that every call is recorded')
})

/** Two calls of a provider that accepts one at a time: the second waits, and `change` is called meanwhile. */
async function waitedFor(change: (runtime: Runtime) => void, reply: 'allow' | 'deny' = 'deny') {
  let runs = 0
  let asked = 0
  const tool = defineTool({
    id: 'count',
    namespace: 'x',
    name: 'count',
    description: 'Count',
    provider: 'p',
    input: { type: 'object' },
    facts: () => ({ readOnly: true, openWorld: false, concurrencySafe: true, footprint: [] }),
    execute: () => String(++runs),
  })
  const rateLimits = { requestsPerMinute: 1_200, burst: 1 }
  const prime = () => ({ version: '1', session: { sessionId: 's' }, usageDirectives: {}, rateLimits })
  const runtime = createRuntime({
    tools: [tool],
    providers: [{ id: 'p', prime }],
    limits: { rateWaitMs: 60_000 },
    approver: async () => (asked++, { behavior: reply }),
    onEvent: ({ type }) => {
      if (type === 'tool.invocation.succeeded' && runs === 1) change(runtime)
    },
  })
  const calls = ['1', '2'].map((id) => ({ id, name: 'count', input: {} }))
  const results = await runtime.run(runtime.surface(), calls).results
  return { runs, asked, statuses: results.map(({ status }) => status) }
}

test('a call that waits for the rate limit is decided about again when the policy changes', async () => {
  const rule = (decision: 'allow' | 'ask' | 'deny') => (runtime: Runtime) =>
    runtime.setRules([{ decision, tool: 'count' }])
  expect(await waitedFor(rule('deny'))).toEqual({ runs: 1, asked: 0, statuses: ['succeeded', 'denied'] })
  expect(await waitedFor(rule('ask'))).toEqual({ runs: 1, asked: 1, statuses: ['succeeded', 'rejected'] })
  expect(await waitedFor(rule('ask'), 'allow')).toEqual({ runs: 2, asked: 1, statuses: ['succeeded', 'succeeded'] })
  expect(await waitedFor(rule('allow'))).toEqual({ runs: 2, asked: 0, statuses: ['succeeded', 'succeeded'] })
})
