import { existsSync, readFileSync } from 'node:fs'
import { isReadOnly } from '@atip/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { command } from '../callable/command.js'
import type { CliDefinition, CommandMap, PrimeDefinition } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import { offersPrime, primeCommandDefinition, primeResponse, printsBare, readPrimeRequest } from './prime.js'
import { PRIME_REQUEST, PRIME_RESPONSE } from './prime-schema.js'

const specification = new URL('../../../../../shared/seeds/prime-rfc.md', import.meta.url)
const isHere = existsSync(specification)

/** The schemas of section 8 in the specification; if it is not available, ours. */
function rfc(name: 'request' | 'response'): object {
  if (!isHere) return name === 'request' ? PRIME_REQUEST : PRIME_RESPONSE
  const blocks = [...readFileSync(specification, 'utf8').matchAll(/^```json\n([^]*?)^```/gm)].map(([, text]) => text!)
  return JSON.parse(blocks.find((text) => text.includes(`prime-${name}.json`))!) as object
}

const ajv = new Ajv2020({ strict: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
const isRequest = ajv.compile(rfc('request'))
const isResponse = ajv.compile(rfc('response'))

function problemsOf(response: unknown): unknown[] {
  return isResponse(response) ? [] : isResponse.errors!
}

const prime: PrimeDefinition = {
  toolName: 'Example Tool',
  primaryIntents: ['summarization'],
  do: ["Prefer 'analyze' before 'execute'."],
  dont: ['Do not send PII payloads.'],
  capabilities: { pagination: true },
  rateLimits: { requestsPerMinute: 60, burst: 5, perDay: 1000 },
  preferredCommands: ['analyze'],
  deprecatedCommands: ['legacy-run'],
  examples: [{ description: 'A flow', sequence: ['analyze', 'execute'] }],
  breakingChangeSince: '2.0.0',
  minAgentVersion: '1.0.0',
  expiresIn: '1h',
}
const cli: CliDefinition<CommandMap> = { name: 'example-tool', version: '3.0.0', description: 'x', prime }
const request = readPrimeRequest({ agentId: 'a', sessionId: 's' })
const at = (time: string) => () => Date.parse(time)
const NOON = at('2026-01-25T12:00:00Z')

test.runIf(isHere || process.env.CI)("the schemas are the RFC's, word for word", () => {
  expect(isHere).toBe(true)
  expect(PRIME_REQUEST).toEqual(rfc('request'))
  expect(PRIME_RESPONSE).toEqual(rfc('response'))
})

test('everything the RFC lets a tool say can be declared, and the answer satisfies its schema', () => {
  const response = primeResponse(cli, request, NOON)
  expect(problemsOf(response)).toEqual([])
  expect(response).toEqual({
    version: '1.0.0',
    toolName: 'Example Tool',
    session: { sessionId: 's', expiresAt: '2026-01-25T13:00:00.000Z' },
    usageDirectives: { primaryIntents: prime.primaryIntents, do: prime.do, dont: prime.dont },
    capabilities: prime.capabilities,
    rateLimits: prime.rateLimits,
    schema: { preferredCommands: ['analyze'], deprecatedCommands: ['legacy-run'] },
    examples: prime.examples,
    breakingChangeSince: '2.0.0',
    minAgentVersion: '1.0.0',
  })
  const { required: _, properties } = rfc('response') as { required: unknown; properties: object }
  expect(Object.keys(response).sort()).toEqual(Object.keys(properties).sort())
})

test('a tool that declares nothing still answers validly, and expires only if it says so', () => {
  const response = primeResponse({ ...cli, prime: undefined }, request, NOON)
  expect(response).toEqual({
    version: '1.0.0',
    toolName: 'example-tool',
    session: { sessionId: 's' },
    usageDirectives: {},
  })
  expect(problemsOf(response)).toEqual([])
})

test('any declaration gives a valid answer', () => {
  const texts = fc.option(fc.array(fc.string()), { nil: undefined })
  const text = fc.option(fc.string(), { nil: undefined })
  const declaration = fc.record({
    toolName: text,
    primaryIntents: texts,
    do: texts,
    dont: texts,
    capabilities: fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined }),
    rateLimits: fc.option(fc.record({ requestsPerMinute: fc.nat(), burst: fc.nat() }, { requiredKeys: [] }), {
      nil: undefined,
    }),
    preferredCommands: texts,
    deprecatedCommands: texts,
    examples: fc.option(fc.array(fc.record({ description: fc.string(), sequence: fc.array(fc.string()) })), {
      nil: undefined,
    }),
    breakingChangeSince: text,
    minAgentVersion: text,
    expiresIn: fc.constantFrom(undefined, '90s', '1.5h', '30m'),
  })
  fc.assert(
    fc.property(declaration, (declared) => {
      const response: unknown = JSON.parse(JSON.stringify(primeResponse({ ...cli, prime: declared }, request, NOON)))
      expect(problemsOf(response)).toEqual([])
    }),
  )
})

test('asked again in the same session, only the expiry may move, whatever was done to the first answer', () => {
  const first = primeResponse(cli, request, NOON)
  const kept = structuredClone(first)
  first.usageDirectives.do!.push('Anything goes.')
  first.rateLimits!.burst = 1e9
  const again = primeResponse(cli, { ...request, locale: 'de', metadata: { n: 2 } }, at('2026-01-25T12:30:00Z'))
  expect(again).toEqual({ ...kept, session: { sessionId: 's', expiresAt: '2026-01-25T13:30:00.000Z' } })
})

test('a lifetime that is no duration is the author’s mistake, and says what it should look like', () => {
  expect(() => primeResponse({ ...cli, prime: { expiresIn: 'soon' } }, request, NOON)).toThrow(/1h.*found "soon"/)
})

test('a request is read from flags: JSON text becomes objects, the role has a default', () => {
  const read = readPrimeRequest({ agentId: 'a', sessionId: 's', capabilities: '{"supportsStreaming": true}' })
  expect(read).toEqual({
    agentId: 'a',
    sessionId: 's',
    capabilities: { supportsStreaming: true },
    userRole: 'end_user',
  })
  expect(isRequest(read)).toBe(true)
})

test.each<[string, Record<string, unknown>, string]>([
  ['--session-id', { agentId: 'a' }, 'E1005'],
  ['--agent-id', { sessionId: 's' }, 'E1005'],
  ['--agent-id', { agentId: 7, sessionId: 's' }, 'E1004'],
  ['--user-role', { agentId: 'a', sessionId: 's', userRole: 'root' }, 'E1004'],
  ['--capabilities', { agentId: 'a', sessionId: 's', capabilities: '{' }, 'E1007'],
  ['--capabilities', { agentId: 'a', sessionId: 's', capabilities: '[1]' }, 'E1004'],
  ['--metadata', { agentId: 'a', sessionId: 's', metadata: 'null' }, 'E1004'],
  ['--locale', { agentId: 'a', sessionId: 's', locale: ['en'] }, 'E1004'],
  ['--colour', { agentId: 'a', sessionId: 's', colour: 'red' }, 'E1002'],
])('a wrong %s is an argument error that names it (%j)', (flag, input, code) => {
  const error = failureOf(input)
  expect(error).toMatchObject({ code, category: 'input', exitCode: 2 })
  expect(error.message).toContain(flag)
  expect(error.suggestion?.example).toBe('example-tool prime --agent-id AGENT --session-id SESSION')
})

test("what is accepted or refused is what the RFC's schema says", () => {
  const value = fc.oneof(fc.string(), fc.constantFrom('admin', 'system', 1, null), fc.dictionary(fc.string(), fc.nat()))
  const keys = ['agentId', 'sessionId', 'locale', 'userRole', 'capabilities', 'metadata', 'other']
  const input = fc
    .record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: ['agentId', 'sessionId'] })
    // As text these two are JSON, which the schema does not cover.
    .filter(({ capabilities, metadata }) => typeof capabilities !== 'string' && typeof metadata !== 'string')
  fc.assert(
    fc.property(input, (given) => {
      expect(accepts(given)).toBe(isRequest(given))
    }),
    { numRuns: 1000 },
  )
})

test('the command says that it is mandatory and idempotent, changes nothing, and prints its bare answer', async () => {
  const made = primeCommandDefinition(cli, NOON)
  expect(made.definition.description).toMatch(/mandatory.*before any other call.*idempotent/i)
  expect(isReadOnly(made.definition.effects!)).toBe(true)
  expect(printsBare(made)).toBe(true)
  expect(printsBare(command({ description: 'x', run: async () => null }))).toBe(false)
  const answer = await made({ agentId: 'a', sessionId: 's' } as never)
  expect(answer).toEqual(primeResponse(cli, request, NOON))
})

test('the word prime stays free for an author’s command, and for the arguments of a program that is one command', () => {
  const own = command({ description: 'x', run: async () => null })
  const bare = { name: 'n', version: '1', description: 'x' }
  expect(offersPrime({ ...bare, commands: { a: own } })).toBe(true)
  expect(offersPrime({ ...bare, commands: { prime: own }, prime })).toBe(false)
  expect(offersPrime({ ...bare, command: own })).toBe(false)
  expect(offersPrime({ ...bare, command: own, prime })).toBe(true)
})

function accepts(input: Record<string, unknown>): boolean {
  try {
    readPrimeRequest(input)
    return true
  } catch (error) {
    if (error instanceof ToolError) return false
    throw error
  }
}

function failureOf(input: Record<string, unknown>): ToolError {
  try {
    readPrimeRequest(input, 'example-tool')
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('did not fail')
}
