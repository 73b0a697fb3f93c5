import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { tracedCall, type TracedCall } from '../../testing/arbitrary-call.js'
import { strictClientRefuses } from '../../testing/strict-client.js'
import { defineCli, ToolError, type AnyCli } from '../index.js'
import { connect, type ConnectOptions } from '../testing/index.js'

afterEach(() => vi.unstubAllEnvs())

/** What came of a call, as far as surfaces must agree. */
interface Result {
  data?: unknown
  code?: string
  message?: string
  isRetryable?: boolean
  done: string[]
}

async function throughProgram(call: TracedCall): Promise<Result> {
  try {
    const data = (await call.command(call.input as never, call.callOptions)) ?? null
    return { data: JSON.parse(JSON.stringify(data)), done: await trace(call) }
  } catch (error) {
    const { code, message, isRetryable } = error as ToolError
    return { code, message, isRetryable, done: await trace(call) }
  }
}

interface Document {
  ok: boolean
  data?: unknown
  error?: { code: string; message: string; is_retryable: boolean }
  meta?: { plan?: string[] }
}

async function throughClient(call: TracedCall, cli: AnyCli, options: ConnectOptions): Promise<Result> {
  const { dryRun = false } = call.callOptions
  const client = await connect(cli, options)
  try {
    const answer = await client.call('group_act', { ...call.input, ...(dryRun && { dryRun }) })
    const document = answer.document as Document
    // Whichever of the two a client shows, its model reads the same.
    expect(JSON.parse((answer.content[0] as unknown as { text: string }).text)).toEqual(document)
    expect(answer.isError).toBe(!document.ok)
    const tool = (await client.tools()).find(({ name }) => name === 'group_act')!
    expect(strictClientRefuses(tool, { ...answer, structuredContent: document })).toBeUndefined()
    const done = await trace(call)
    if (document.error !== undefined) {
      const { code, message, is_retryable: isRetryable } = document.error
      return { code, message, isRetryable, done }
    }
    if (dryRun) expect(document.meta?.plan).toEqual(['the first thing', 'the second thing'])
    return { data: dryRun ? null : document.data, done }
  } finally {
    await client.close()
  }
}

/** What was done, also by a body that goes on after it was given up. */
async function trace({ done, behaviour }: TracedCall): Promise<string[]> {
  if (behaviour === 'goesOnTooLong') await new Promise((resolve) => setTimeout(resolve, 10))
  return done.splice(0)
}

/** Consent to a dangerous call is asked for in words of the surface. */
const apartFromWords = ({ message, ...result }: Result) => (result.code === 'E3900' ? result : { message, ...result })

const ERA = fc.constantFrom('modern' as const, 'legacy' as const)

test('a call over MCP agrees with a call in the program in result, error and effects, in both eras', async () => {
  const seen = { codes: new Set<string>(), asked: 0 }
  await fc.assert(
    fc.asyncProperty(
      tracedCall,
      ERA,
      fc.boolean(),
      fc.boolean(),
      fc.nat(5),
      async (call, era, isLazy, isAsked, policy) => {
        const { yes = false, dryRun = false } = call.callOptions
        // A dry run is only offered where there is something to run dry.
        fc.pre(!dryRun || (call.hasDryRun && call.effects !== 'reader'))
        vi.stubEnv('TOOLI_POLICY', policy === 0 ? 'read-only' : '')
        const act = isLazy ? { description: 'x', load: async () => ({ default: call.command }) } : call.command
        const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { group: { act } } })
        const consent = isAsked && yes ? { answers: [true, true] } : { yes }
        const direct = await throughProgram(call)
        const remote = await throughClient(call, cli, { era, ...consent })
        expect({ era, ...apartFromWords(remote) }).toEqual({ era, ...apartFromWords(direct) })
        seen.codes.add(direct.code ?? 'ok')
        if (isAsked && yes) seen.asked++
      },
    ),
    { numRuns: 400 },
  )
  const codes = ['E1002', 'E1004', 'E1005', 'E3001', 'E3900', 'E3901', 'E4900', 'E5000', 'E5001', 'ok']
  expect([...seen.codes].sort()).toEqual(codes)
  expect(seen.asked).toBeGreaterThan(20)
})
