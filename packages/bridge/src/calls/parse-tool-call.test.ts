import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseOf, type Wish } from '../../testing/responses.js'
import type { Provider } from '../types.js'
import { parseToolCall } from './parse-tool-call.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const wishes: [Wish, ...Wish[]] = [
  { id: 'call_b', name: 'gh_pr_list', input: { limit: 3, label: ['a', 'b'] } },
  { id: 'call_a', name: 'gh_pr_merge', input: { number: 7, admin: null } },
  { id: 'call_c', name: 'gh_pr_list', input: {} },
]

test.each(PROVIDERS)('parallel calls keep their order and ids: %s', (provider) => {
  const expected = provider === 'mcp' ? wishes.slice(0, 1) : wishes
  expect(parseToolCall(provider, responseOf(provider, wishes))).toEqual(expected)
})

test.each<[Provider, string, (response: never) => unknown]>([
  ['openai', 'a choice', (response: { choices: unknown[] }) => response.choices[0]],
  ['openai', 'the choices', (response: { choices: unknown[] }) => response.choices],
  ['openai', 'a message', (response: { choices: [{ message: unknown }] }) => response.choices[0].message],
  ['openai', 'the calls', (response: Chat) => response.choices[0].message.tool_calls],
  ['openai-responses', 'the output', (response: { output: unknown }) => response.output],
  ['openai-responses', 'the last event', (response: unknown) => ({ type: 'response.completed', response })],
  ['anthropic', 'the content', (response: { content: unknown }) => response.content],
  ['gemini', 'the candidates', (response: { candidates: unknown[] }) => response.candidates],
  ['gemini', 'a candidate', (response: { candidates: unknown[] }) => response.candidates[0]],
  ['gemini', 'a content', (response: Gemini) => response.candidates[0].content],
  ['gemini', 'the parts', (response: Gemini) => response.candidates[0].content.parts],
  ['gemini', 'what the SDK calls functionCalls', (response: Gemini) => functionCalls(response)],
  [
    'gemini',
    'a message of the Live API',
    (response: Gemini) => ({ toolCall: { functionCalls: functionCalls(response) } }),
  ],
  ['ai-sdk', 'the calls', (response: { toolCalls: unknown }) => response.toolCalls],
  ['ai-sdk', 'a message', (response: { toolCalls: unknown }) => ({ role: 'assistant', content: response.toolCalls })],
])('%s: %s is as good as the whole response', (provider, _, part) => {
  expect(parseToolCall(provider, part(responseOf(provider, wishes) as never))).toEqual(wishes)
})

interface Chat {
  choices: [{ message: { tool_calls: unknown[] } }]
}
interface Gemini {
  candidates: [{ content: { parts: { functionCall?: unknown }[] } }]
}

function functionCalls({ candidates }: Gemini): unknown[] {
  return candidates[0].content.parts.map(({ functionCall }) => functionCall).filter((call) => call !== undefined)
}

test.each<[Provider, unknown]>([
  ['openai', { toolCalls: [{ id: 'c', function: { name: 'ls', arguments: '{"a":1}' } }] }],
  ['openai-responses', { output: [{ type: 'function_call', callId: 'c', name: 'ls', arguments: '{"a":1}' }] }],
  ['gemini', { candidates: [{ content: { parts: [{ function_call: { id: 'c', name: 'ls', args: { a: 1 } } }] } }] }],
  ['ai-sdk', { toolCalls: [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls', input: '{"a":1}' }] }],
])('snake and camel case are both read: %s', (provider, response) => {
  expect(parseToolCall(provider, response)).toEqual([{ id: 'c', name: 'ls', input: { a: 1 } }])
})

test('where Gemini gives no id, the name and the place are used instead', () => {
  const parts = [{ functionCall: { name: 'ls' } }, { text: 'and' }, { functionCall: { name: 'ls', args: { a: 1 } } }]
  expect(parseToolCall('gemini', { candidates: [{ content: { parts } }] })).toEqual([
    { id: 'ls#1', name: 'ls', input: {} },
    { id: 'ls#2', name: 'ls', input: { a: 1 } },
  ])
})

test('a request of MCP has the id of its envelope, which may be a number', () => {
  const request = { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name: 'ls', arguments: { a: 1 } } }
  expect(parseToolCall('mcp', request)).toEqual([{ id: '0', name: 'ls', input: { a: 1 } }])
  expect(parseToolCall('mcp', request.params)).toEqual([{ id: 'ls#1', name: 'ls', input: { a: 1 } }])
  expect(parseToolCall('mcp', { method: 'tools/list', params: { name: 'ls' } })).toEqual([])
})

test('a call inside a namespace says so', () => {
  const item = { type: 'function_call', call_id: 'c', namespace: 'gh', name: 'gh_pr_list', arguments: '{}' }
  expect(parseToolCall('openai-responses', [item])).toEqual([
    { id: 'c', name: 'gh_pr_list', namespace: 'gh', input: {} },
  ])
})

test.each<[Provider, string, unknown]>([
  ['openai', 'a custom tool', { tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'ls', input: 'x' } }] }],
  ['openai-responses', 'a search', { output: [{ type: 'web_search_call', id: 'w', status: 'completed' }] }],
  ['openai-responses', 'a call on an MCP server', [{ type: 'mcp_call', id: 'm', name: 'ls', arguments: '{}' }]],
  ['anthropic', 'a tool of the server', [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }]],
  [
    'anthropic',
    'a member of a toolset',
    [{ type: 'tool_use', id: 't', name: 'wait', toolset_name: 'browser', input: {} }],
  ],
  ['gemini', 'a tool of the server', { parts: [{ toolCall: { id: 'x', toolType: 'GOOGLE_SEARCH' } }] }],
  ['gemini', 'a result', { parts: [{ functionResponse: { name: 'ls', response: {} } }] }],
  [
    'ai-sdk',
    'a tool of the provider',
    [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls', input: {}, providerExecuted: true }],
  ],
])('%s: %s is not to be run here', (provider, _, response) => {
  expect(parseToolCall(provider, response)).toEqual([])
})

test('of several alternatives the first counts', () => {
  const choice = (name: string) => ({ message: { tool_calls: [{ id: name, function: { name, arguments: '{}' } }] } })
  const names = (choices: unknown) => parseToolCall('openai', choices).map(({ name }) => name)
  expect(names({ choices: [choice('a'), choice('b')] })).toEqual(['a'])
  expect(names([choice('a'), choice('b')])).toEqual(['a'])
  const candidate = (name: string) => ({ content: { parts: [{ functionCall: { name } }] } })
  expect(parseToolCall('gemini', { candidates: [candidate('a'), candidate('b')] })).toHaveLength(1)
  expect(parseToolCall('gemini', [candidate('a'), candidate('b')])).toHaveLength(1)
})

test.each(['{"a":1', '[1]', '"{}"', 'null', '7', '{"a":1}}', "{'a': 1}", '\u0000'])(
  'arguments that are no JSON object are a problem, and nothing of them is used: %s',
  (text) => {
    for (const [provider, response] of [
      ['openai', { tool_calls: [{ id: 'c', function: { name: 'ls', arguments: text } }] }],
      ['openai-responses', [{ type: 'function_call', call_id: 'c', name: 'ls', arguments: text }]],
      ['ai-sdk', [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls', input: text }]],
    ] as const) {
      const [call] = parseToolCall(provider, response)
      expect(call).toMatchObject({ id: 'c', name: 'ls', input: {} })
      expect(call!.problem).toMatch(/^the arguments /)
    }
  },
)

test.each<[Provider, unknown]>([
  ['anthropic', [{ type: 'tool_use', id: 't', name: 'ls', input: [1] }]],
  ['gemini', { functionCall: { name: 'ls', args: 'x' } }],
  ['mcp', { method: 'tools/call', params: { name: 'ls', arguments: [] } }],
  ['mcp', { method: 'tools/call', params: {} }],
  ['mcp', { method: 'tools/call' }],
  ['openai', { tool_calls: [{ id: 'c', function: { name: 7, arguments: '{}' } }] }],
  [
    'ai-sdk',
    [
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'ls',
        input: {},
        invalid: true,
        error: new Error('no such tool'),
      },
    ],
  ],
])('%s: what is a call and cannot be made has a problem', (provider, response) => {
  const [call] = parseToolCall(provider, response)
  expect(call!.problem).toBeTypeOf('string')
})

test('a response cut short never looks like a call without arguments', () => {
  const choice = (reason: string, text: string) => ({
    finish_reason: reason,
    message: { tool_calls: [{ id: 'c', function: { name: 'ls', arguments: text } }] },
  })
  expect(parseToolCall('openai', choice('tool_calls', ''))[0]!.problem).toBeUndefined()
  expect(parseToolCall('openai', choice('length', ''))[0]!.problem).toContain('"length"')
  expect(parseToolCall('openai', choice('length', '{}'))[0]!.problem).toBeUndefined()
  const block = { type: 'tool_use', id: 't', name: 'ls', input: {} }
  const cut = parseToolCall('anthropic', { content: [block, block], stop_reason: 'max_tokens' })
  expect(cut.map(({ problem }) => problem !== undefined)).toEqual([false, true])
  const text = { type: 'text', text: 'and so' }
  expect(parseToolCall('anthropic', { content: [block, text], stop_reason: 'max_tokens' })[0]!.problem).toBeUndefined()
  const item = { type: 'function_call', call_id: 'c', name: 'ls', arguments: '{}', status: 'incomplete' }
  expect(parseToolCall('openai-responses', [item])[0]!.problem).toContain('"incomplete"')
})

test('nothing that JSON can say makes reading fail', () => {
  const names = [
    'choices',
    'message',
    'tool_calls',
    'function',
    'content',
    'candidates',
    'parts',
    'functionCall',
    'output',
  ]
  const more = [
    'type',
    'name',
    'arguments',
    'input',
    'args',
    'partialArgs',
    'params',
    'method',
    'id',
    'toolCalls',
    '__proto__',
  ]
  const types = ['tool_use', 'function_call', 'tool-call', 'tools/call', '']
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 6 }, fc.constantFrom(...types, null, 0, true), tie('list'), tie('record')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    record: fc.dictionary(fc.constantFrom(...names, ...more), tie('value'), { maxKeys: 5 }),
  })).value
  fc.assert(
    fc.property(json, fc.constantFrom(...PROVIDERS), (value, provider) => {
      const response: unknown = JSON.parse(JSON.stringify(value))
      for (const call of parseToolCall(provider, response)) {
        expect(call.id).toBeTypeOf('string')
        expect(call.id).not.toBe('')
        if (call.name === '') expect(call.problem).toBeTypeOf('string')
        expect(Object.getPrototypeOf(call.input)).toBe(Object.prototype)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(PROVIDERS)('what is no response at all holds no calls: %s', (provider) => {
  for (const value of [undefined, null, '', 'x', 7, true, [], {}, [[]], [null]])
    expect(parseToolCall(provider, value)).toEqual([])
})

test('a name of a provider that does not exist is refused with the names of those that do', () => {
  expect(() => parseToolCall('toString' as Provider, {})).toThrow(/openai, .*found "toString"/)
})
