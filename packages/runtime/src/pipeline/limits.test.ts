import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { RuntimeOptions } from '../options.js'
import { createRuntime } from '../runtime.js'
import { defineTool } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

const QUIET = { readOnly: true, destructive: false, openWorld: false, reversible: true, idempotent: true } as const

function begin(tool: Partial<RuntimeTool>, options: Partial<RuntimeOptions> = {}) {
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
  const runtime = createRuntime({ tools, ...options })
  return runtime.run(runtime.surface(), [{ id: '1', name: 'tool', input: {} }])
}

const slow = () => sleep(20, 'done')
const FAR = [Infinity, 3e9]

describe.each(FAR)('a limit of %d ms', (ms) => {
  test('lets a tool run', async () => {
    const [ofRuntime] = await begin({ execute: slow }, { limits: { timeoutMs: ms } }).results
    const [ofTool] = await begin({ execute: slow, timeoutMs: ms }).results
    expect([ofRuntime!.status, ofTool!.status]).toEqual(['succeeded', 'succeeded'])
  })

  test('lets a person think and a hook work', async () => {
    const approver = () => sleep(20, { behavior: 'allow' } as const)
    const hooks = [{ id: 'h', event: 'pre_tool_use', timeoutMs: ms, run: () => sleep(20, {}) }] as const
    const [result] = await begin({ facts: () => ({}) }, { limits: { approvalTimeoutMs: ms }, approver, hooks }).results
    expect(result!.status).toBe('succeeded')
  })
})

test('the grace period of a call that stopped at once leaves no timer, which would keep the process running', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const aborted = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const stops: Partial<RuntimeTool> = {
      interrupt: 'cancel',
      execute: (_, { signal }) => {
        setImmediate(() => batch.cancel())
        return aborted(signal)
      },
    }
    const batch = begin(stops, { limits: { graceMs: 600_000 } })
    const [result] = await batch.results
    expect(result!.status).toBe('canceled')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('Ctrl-C at the question of an approver cancels the call', async () => {
  const approver = () => Promise.reject(new DOMException('Aborted with Ctrl+C', 'AbortError'))
  const [result] = await begin({ facts: () => ({}) }, { approver }).results
  expect(result).toMatchObject({ status: 'canceled', abort_reason: 'user_interruption', side_effects: 'none' })
})

test('calls do not wait for a provider whose prime never answers', async () => {
  const providers = [{ id: 'p', prime: () => new Promise(() => {}) }]
  const limits = { timeoutMs: 10, approvalTimeoutMs: 10 }
  const [result] = await begin({ provider: 'p' }, { providers, limits }).results
  expect(result).toMatchObject({ status: 'failed', error: { error_code: 'prime_failed' } })
  expect(result!.error!.message).toContain('it took longer than 20 ms')
})
