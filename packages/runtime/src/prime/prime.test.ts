import { expect, test } from 'vitest'
import { createRuntime } from '../runtime.js'
import { defineTool } from '../tool/define-tool.js'
import { fenceDirectives } from './directives.js'
import type { PrimeAnswer } from './prime.js'
import { problemsOfResponse } from './response-schema.js'

const answer = (more: Partial<PrimeAnswer> = {}): PrimeAnswer => ({
  version: '1',
  session: { sessionId: 's' },
  usageDirectives: {},
  ...more,
})

test('directives are cut where they are too long, list by list, and say so', () => {
  const dont = Array.from({ length: 3_000 }, (_, index) => `not ${index}`)
  const text = fenceDirectives('notes', answer({ usageDirectives: { dont, do: ['x'.repeat(100_000), 'be kind'] } }))!
  expect(text.length).toBeLessThan(10_000)
  expect(text).toContain('do: be kind')
  expect(text).toContain("don't: not 0")
  const shown = text.split('\n').filter((line) => line.startsWith("don't: ")).length
  expect(text).toMatch(new RegExp(`\\n\\[${3_000 - shown} more lines left out\\]$`))
  expect(fenceDirectives('notes', answer({ usageDirectives: { do: ['be kind'] } }))).not.toContain('left out')
})

test('the end of a session is a time that exists', () => {
  const problems = (expiresAt: string) => problemsOfResponse(answer({ session: { sessionId: 's', expiresAt } }))
  for (const time of ['2026-01-25T12:00:00Z', '2026-01-25T12:00:00.5+02:00']) expect(problems(time)).toEqual([])
  for (const time of ['2026-99-99Tzz', '2026-01-25', 'tomorrow']) expect(problems(time)).toHaveLength(1)
})

async function statuses(rateLimits: NonNullable<PrimeAnswer['rateLimits']>) {
  const tool = defineTool({
    id: 'tool',
    namespace: 'x',
    name: 'tool',
    description: 'A tool',
    provider: 'p',
    input: { type: 'object' },
    facts: () => ({ readOnly: true, openWorld: false }),
    execute: () => 'done',
  })
  const providers = [{ id: 'p', prime: () => answer({ rateLimits }) }]
  const runtime = createRuntime({ tools: [tool], providers, now: () => 0 })
  const calls = ['1', '2', '3'].map((id) => ({ id, name: 'tool', input: {} }))
  const results = await runtime.run(runtime.surface(), calls).results
  return results.map(({ status, error }) => error?.error_code ?? status)
}

test('limits of 0 are valid: without a burst one call at a time is allowed, with no calls a minute none', async () => {
  const limited = 'rate_limited'
  expect(await statuses({ requestsPerMinute: 6, burst: 2 })).toEqual(['succeeded', 'succeeded', limited])
  expect(await statuses({ requestsPerMinute: 6, burst: 0 })).toEqual(['succeeded', limited, limited])
  expect(await statuses({ requestsPerMinute: 0, burst: 2 })).toEqual([limited, limited, limited])
  expect(await statuses({ burst: 0 })).toEqual(['succeeded', 'succeeded', 'succeeded'])
})
