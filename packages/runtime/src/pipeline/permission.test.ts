import { readPolicy } from '@atip/guard'
import { expect, test } from 'vitest'
import type { RuntimeEvent } from '../events/event.js'
import { createRuntime } from '../runtime.js'
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
