import { describe, expect, test } from 'vitest'
import type { HookInput, HookOutput, RuntimeHook } from '../hooks/hook.js'
import type { RuntimeOptions } from '../options.js'
import { createRuntime } from '../runtime.js'
import { defineTool } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

const QUIET = { readOnly: true, destructive: false, openWorld: false, reversible: true, idempotent: true } as const

async function called(hooks: RuntimeHook[], tool: Partial<RuntimeTool> = {}, options: Partial<RuntimeOptions> = {}) {
  let runs = 0
  const tools = [
    defineTool({
      id: 'tool',
      namespace: 'x',
      name: 'tool',
      description: 'A tool',
      input: { type: 'object' },
      facts: () => QUIET,
      execute: () => (runs++, { list: [1] }),
      ...tool,
    }),
  ]
  const runtime = createRuntime({ tools, hooks, ...options })
  const [result] = await runtime.run(runtime.surface(), [{ id: '1', name: 'tool', input: {} }]).results
  return { runs, result: result! }
}

const pre = (run: (input: HookInput) => unknown): RuntimeHook => ({
  id: 'hook',
  event: 'pre_tool_use',
  run: run as () => HookOutput,
})
const post = (run: (input: HookInput) => unknown): RuntimeHook => ({ ...pre(run), event: 'post_tool_use' })

test.each([
  { permission: 'DENY' },
  { permission: null },
  { permission: ['deny'] },
  { stop: true },
  { additionalContext: {} },
  { reason: 1 },
  { progress: [] },
  'deny',
])('a hook that answers %j has failed, so the call does not run', async (answer) => {
  const { runs, result } = await called([pre(() => answer)])
  expect(result).toMatchObject({ status: 'denied', error: { error_code: 'hook_failed' } })
  expect(runs).toBe(0)
})

describe('what a hook gets is frozen', () => {
  test('so that it cannot remove the question of a tool that needs a person', async () => {
    const asks = { facts: () => ({ ...QUIET, requiresUserInteraction: true }) }
    const forget = pre(({ facts }) => void Object.assign(facts!, { requiresUserInteraction: false }))
    for (const onError of ['deny', 'ignore'] as const) {
      const { runs, result } = await called([{ ...forget, onError }], asks)
      expect([runs, result.status]).toEqual([0, 'denied'])
    }
  })

  test('so that only a new output changes the result', async () => {
    const push = post(({ output }) => void (output as { list: number[] }).list.push(2))
    const withheld = await called([push])
    expect(withheld.result.error).toMatchObject({ error_code: 'post_hook_failed' })
    const ignored = await called([{ ...push, onError: 'ignore' }])
    expect(ignored.result.structured_content).toEqual({ list: [1] })
    const replaced = await called([post(() => ({ updatedOutput: { list: [3] } }))])
    expect(replaced.result.structured_content).toEqual({ list: [3] })
  })

  test('as the model sees it: also what only toJSON shows', async () => {
    const execute = () => ({ address: new URL('http://x/SECRET') })
    const stop = post(({ output }) => (JSON.stringify(output).includes('SECRET') ? { stop: 'a secret' } : undefined))
    expect((await called([stop], { execute })).result.status).not.toBe('succeeded')
  })

  test('or a copy, of an output that is not JSON', async () => {
    const execute = () => ({ at: new Date(0), bytes: Buffer.from('a'), names: new Map([['a', 1]]), none: undefined })
    const seen: unknown[] = []
    const look = post(({ output }) => void seen.push(output))
    const change = post(({ output }) => void (output as { names: Map<string, number> }).names.clear())
    const { result } = await called([change, look], { execute, toModel: () => 'done' })
    expect(result.status).toBe('succeeded')
    expect(seen).toMatchObject([{ at: new Date(0), names: new Map([['a', 1]]) }])
  })
})

test('after a cancellation no further hook runs', async () => {
  const ran: string[] = []
  const stop = new AbortController()
  const tools = [defineTool({ id: 't', namespace: 'x', name: 't', description: 't', input: {}, execute: () => '' })]
  const end = pre(() => {
    ran.push('first')
    setImmediate(() => stop.abort())
    return new Promise((resolve) => setTimeout(() => resolve({}), 20))
  })
  const late = pre(() => void ran.push('second'))
  const runtime = createRuntime({ tools, hooks: [end, late] })
  const options = { signal: stop.signal }
  const [result] = await runtime.run(runtime.surface(), [{ id: '1', name: 't', input: {} }], options).results
  expect(result!.status).toBe('canceled')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(ran).toEqual(['first'])
})
