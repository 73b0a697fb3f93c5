import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { tracedCall, type TracedCall } from '../../testing/arbitrary-call.js'
import { place, PLACES, toolWith } from '../../testing/places.js'
import { strictClientRefuses } from '../../testing/strict-client.js'
import { ToolError, type AnyCli } from '../index.js'
import { connect, type ConnectOptions } from '../testing/index.js'

afterEach(() => vi.unstubAllEnvs())

/** The outcome of a call, as far as surfaces must agree. */
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
    return { data: plain(data), done: await trace(call) }
  } catch (error) {
    const { code, message, isRetryable } = error as ToolError
    return { code, message, isRetryable, done: await trace(call) }
  }
}

/** Over MCP, bytes are sent as a resource. */
const plain = (data: unknown): unknown =>
  data instanceof Uint8Array ? Buffer.from(data).toString('base64') : JSON.parse(JSON.stringify(data))

interface Document {
  ok: boolean
  data?: unknown
  error?: { code: string; message: string; is_retryable: boolean }
  meta?: { plan?: string[] }
}

async function throughClient(
  call: TracedCall,
  cli: AnyCli,
  toolName: string,
  options: ConnectOptions,
): Promise<Result> {
  const { dryRun = false } = call.callOptions
  const client = await connect(cli, options)
  try {
    const answer = await client.call(toolName, { ...call.input, ...(dryRun && { dryRun }) })
    const text = JSON.parse((answer.content[0] as unknown as { text: string }).text) as Document
    const isBytes = answer.content.length > 1
    const document = isBytes ? text : (answer.document as Document)
    // A client may show either of the two, so they must be equal.
    expect(text).toEqual(document)
    expect(answer.isError).toBe(!document.ok)
    const tool = (await client.tools()).find(({ name }) => name === toolName)!
    const structured = isBytes ? {} : { structuredContent: document }
    expect(strictClientRefuses(tool, { ...answer, ...structured })).toBeUndefined()
    const done = await trace(call)
    if (document.error !== undefined) {
      const { code, message, is_retryable: isRetryable } = document.error
      return { code, message, isRetryable, done }
    }
    if (dryRun) expect(document.meta?.plan).toEqual(['the first thing', 'the second thing'])
    const { resource } = (answer.content[1] ?? {}) as unknown as { resource?: { blob: string } }
    return { data: dryRun ? null : isBytes ? resource!.blob : document.data, done }
  } finally {
    await client.close()
  }
}

/** The effects of a call, including those of a body that continues after its timeout. */
async function trace({ done, behaviour }: TracedCall): Promise<string[]> {
  if (behaviour === 'goesOnTooLong') await new Promise((resolve) => setTimeout(resolve, 5))
  return done.splice(0)
}

/** Messages about consent differ between surfaces. */
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
      place,
      async (call, era, isLazy, isAsked, policy, where) => {
        const { yes = false, dryRun = false } = call.callOptions
        // A dry run is offered only by commands with something to skip.
        fc.pre(!dryRun || (call.hasDryRun && call.effects !== 'reader'))
        vi.stubEnv('TOOLI_POLICY', policy === 0 ? 'read-only' : '')
        const act = isLazy ? { description: 'x', load: async () => ({ default: call.command }) } : call.command
        const cli = toolWith(act, where, isAsked ? { group: call.shared } : {}, call.done)
        const consent = isAsked && yes ? { answers: [true, true] } : { yes }
        const direct = await throughProgram(call)
        const remote = await throughClient(call, cli, PLACES[where].toolName, { era, ...consent })
        expect({ era, ...apartFromWords(remote) }).toEqual({ era, ...apartFromWords(direct) })
        seen.codes.add(direct.code ?? 'ok')
        if (isAsked && yes) seen.asked++
      },
    ),
    { numRuns: 250 },
  )
  const codes = ['E1002', 'E1004', 'E1005', 'E1011', 'E3001', 'E3900', 'E3901', 'E4900', 'E5000', 'E5001', 'ok']
  expect([...seen.codes].sort()).toEqual(codes)
  expect(seen.asked).toBeGreaterThan(20)
})
