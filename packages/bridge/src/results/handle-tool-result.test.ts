import { CallToolResultSchema } from '@modelcontextprotocol/core'
import { modelMessageSchema } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Provider, ToolCall } from '../types.js'
import { handleToolResult, handleToolResults } from './handle-tool-result.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const call: ToolCall = { id: 'call_1', name: 'gh_pr_list', input: {} }

test.each<[Provider, unknown, unknown]>([
  ['openai', 'a\n"b"', { role: 'tool', tool_call_id: 'call_1', content: 'a\n"b"' }],
  ['openai', { a: [1] }, { role: 'tool', tool_call_id: 'call_1', content: '{"a":[1]}' }],
  ['openai-responses', 'text', { type: 'function_call_output', call_id: 'call_1', output: 'text' }],
  ['anthropic', 'text', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'text' }] }],
  ['gemini', 'text', gemini({ result: 'text' })],
  ['gemini', { a: 1 }, gemini({ a: 1 })],
  ['gemini', [1], gemini({ result: [1] })],
  ['gemini', null, gemini({ result: null })],
  ['mcp', 'text', { content: [{ type: 'text', text: 'text' }] }],
  ['mcp', { a: 1 }, { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }],
  ['mcp', [1], { content: [{ type: 'text', text: '[1]' }] }],
  ['ai-sdk', 'text', aiSdk({ type: 'text', value: 'text' })],
  ['ai-sdk', { a: 1 }, aiSdk({ type: 'json', value: { a: 1 } })],
])('%s: the result %j goes back in the form the provider wants', (provider, result, expected) => {
  expect(handleToolResult(provider, call, result)).toEqual(expected)
})

test.each<[Provider, unknown]>([
  ['openai', { role: 'tool', tool_call_id: 'call_1', content: 'Error: no such branch' }],
  ['openai-responses', { type: 'function_call_output', call_id: 'call_1', output: 'Error: no such branch' }],
  [
    'anthropic',
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'no such branch', is_error: true }],
    },
  ],
  ['gemini', gemini({ error: 'no such branch' })],
  ['mcp', { content: [{ type: 'text', text: 'no such branch' }], isError: true }],
  ['ai-sdk', aiSdk({ type: 'error-text', value: 'no such branch' })],
])('%s: a failed call is told apart', (provider, expected) => {
  expect(handleToolResult(provider, call, 'no such branch', { isError: true })).toEqual(expected)
})

test('an Error is a failure, unless the caller says otherwise, and its stack stays here', () => {
  class Refused extends Error {
    override name = 'Refused'
    code = 'EACCES'
  }
  const error = new Refused('not yours')
  for (const provider of PROVIDERS) {
    const message = JSON.stringify(handleToolResult(provider, call, error))
    expect(message).toContain('Refused: not yours')
    expect(message).not.toMatch(/Error: Refused|handle-tool-result/)
  }
  expect(handleToolResult('anthropic', call, error).content[0]!.is_error).toBe(true)
  expect(handleToolResult('anthropic', call, error, { isError: false }).content[0]!.is_error).toBeUndefined()
  expect(handleToolResult('openai', call, { cause: error }).content).toBe(
    '{"cause":{"name":"Refused","message":"not yours","code":"EACCES"}}',
  )
})

test('the id is enough where the provider needs no more', () => {
  expect(handleToolResult('openai', 'call_1', 'x')).toEqual(handleToolResult('openai', call, 'x'))
  expect(handleToolResult('anthropic', 'call_1', 'x')).toEqual(handleToolResult('anthropic', call, 'x'))
  expect(handleToolResult('gemini', 'call_1', 'x', { name: 'gh_pr_list' })).toEqual(
    handleToolResult('gemini', call, 'x'),
  )
})

test('Gemini gets back no id that it did not give, and the name that such an id holds', () => {
  const expected = { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { result: 'x' } } }] }
  expect(handleToolResult('gemini', 'ls#2', 'x')).toEqual(expected)
  expect(handleToolResult('gemini', { id: 'ls#2', name: 'ls' }, 'x')).toEqual(expected)
  expect(handleToolResult('gemini', { id: 'issue#2', name: 'ls' }, 'x').parts[0]!.functionResponse.id).toBe('issue#2')
})

const cycle: Record<string, unknown> = { a: 1 }
cycle.self = cycle
const shared = { x: 1 }
const revoked = Proxy.revocable({}, {})
revoked.revoke()

test.each<[string, unknown, string]>([
  ['nothing', undefined, ''],
  ['null', null, 'null'],
  ['a number', 1.5, '1.5'],
  ['no number', Number.NaN, 'NaN'],
  ['a small big integer', 7n, '7'],
  ['a large big integer', 2n ** 64n, '18446744073709551616'],
  ['a function', () => 1, ''],
  ['a symbol', Symbol('x'), ''],
  ['what leads back to itself', cycle, '{"a":1,"self":"[circular]"}'],
  ['what is in two places', [shared, shared], '[{"x":1},{"x":1}]'],
  ['undefined inside', { a: undefined, b: [undefined] }, '{"b":[null]}'],
  ['a map and a set', new Map([['a', new Set([1])]]), '{"a":[1]}'],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['no date', new Date(Number.NaN), 'null'],
  ['bytes', new TextEncoder().encode('grüße'), 'grüße'],
  ['numbers of a fixed kind', new Float64Array([1, 2]), '[1,2]'],
  ['__proto__ as a key', JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
  [
    'a getter that fails',
    {
      get x() {
        throw new Error('closed')
      },
    },
    '[unreadable: closed]',
  ],
  [
    'a toJSON that fails',
    {
      toJSON() {
        throw new Error('closed')
      },
    },
    '[unreadable: closed]',
  ],
  ['a revoked proxy', revoked.proxy, '[unreadable: '],
])('%s becomes something a model can read', (_, value, expected) => {
  const { content } = handleToolResult('openai', call, value)
  expect(content.startsWith(expected)).toBe(true)
  if (expected !== '[unreadable: ') expect(content).toBe(expected)
  for (const provider of PROVIDERS) expect(() => JSON.stringify(handleToolResult(provider, call, value))).not.toThrow()
})

test('what is nested beyond all reason is cut and says so', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(handleToolResult('openai', call, deep).content).toContain('[nested too deeply]')
})

test('minus zero is sent as the zero that JSON has', () => {
  const { content, structuredContent } = handleToolResult('mcp', call, { n: -0 })
  expect({ content, structuredContent }).toEqual({
    content: [{ type: 'text', text: '{"n":0}' }],
    structuredContent: { n: 0 },
  })
})

test('any value gives messages that are JSON, and text equal to the structure', () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
      (value) => {
        for (const provider of PROVIDERS) {
          const message = handleToolResult(provider, call, value)
          expect(JSON.parse(JSON.stringify(message))).toEqual(message)
        }
        const { content, structuredContent } = handleToolResult('mcp', call, value)
        if (structuredContent !== undefined) expect(JSON.parse(content[0]!.text)).toEqual(structuredContent)
      },
    ),
  )
})

test("the SDKs' own schemas accept what is sent", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isError) => {
      CallToolResultSchema.parse(handleToolResult('mcp', call, value, { isError }))
      modelMessageSchema.parse(handleToolResult('ai-sdk', call, value, { isError }))
    }),
  )
})

test('the results of parallel calls share a message where the provider wants that', () => {
  const results = [
    { call, result: 'one' },
    { call: { id: 'call_2', name: 'gh_pr_view' }, result: 'two', isError: true },
  ]
  const counts = Object.fromEntries(
    PROVIDERS.map((provider) => [provider, handleToolResults(provider, results).length]),
  )
  expect(counts).toEqual({ openai: 2, 'openai-responses': 2, anthropic: 1, gemini: 1, mcp: 2, 'ai-sdk': 1 })
  expect(handleToolResults('anthropic', results)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: 'one' },
        { type: 'tool_result', tool_use_id: 'call_2', content: 'two', is_error: true },
      ],
    },
  ])
  for (const provider of PROVIDERS) expect(handleToolResults(provider, [])).toEqual([])
})

test('Gemini gets results in the order of the calls, whichever finished first', () => {
  const results = [3, 1, 10, 2].map((position) => ({ call: `ls#${position}`, result: position }))
  const [message] = handleToolResults('gemini', results)
  expect(message!.parts.map(({ functionResponse }) => functionResponse.response.result)).toEqual([1, 2, 3, 10])
})

function gemini(response: unknown) {
  return { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'gh_pr_list', response } }] }
}

function aiSdk(output: unknown) {
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'call_1', toolName: 'gh_pr_list', output }] }
}
