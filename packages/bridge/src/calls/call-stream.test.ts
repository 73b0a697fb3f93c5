import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseOf, type Wish } from '../../testing/responses.js'
import { chatChunk, contentChunk, eventsOf, messageEnd, partialChunks, type Split } from '../../testing/streams.js'
import type { Provider, ToolCall } from '../types.js'
import { createCallStream } from './call-stream.js'
import { parseToolCall } from './parse-tool-call.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'ai-sdk']

function collect(provider: Provider, events: readonly unknown[]): ToolCall[] {
  const stream = createCallStream(provider)
  return [...events.flatMap((event) => stream.push(event)), ...stream.end()]
}

/** Cuts a text at the given places, which may coincide or be inside a surrogate pair. */
function cutAt(places: readonly number[]): Split {
  return (text) => {
    const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b)
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
  }
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/)
const input = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
const places = fc.array(fc.nat(200), { maxLength: 8 })
const wishes = fc
  .array(fc.record({ name, input }), { minLength: 1, maxLength: 4 })
  .map((list) => list.map((wish, index): Wish => ({ ...wish, id: `call_${index}` })) as [Wish, ...Wish[]])

test.each(PROVIDERS)('however the fragments are cut, the calls are those of the whole response: %s', (provider) => {
  fc.assert(
    fc.property(wishes, places, (given, cuts) => {
      const told = JSON.parse(JSON.stringify(given)) as [Wish, ...Wish[]]
      const whole = parseToolCall(provider, responseOf(provider, told))
      expect(whole).toEqual(told)
      expect(collect(provider, eventsOf(provider, told, cutAt(cuts)))).toEqual(whole)
    }),
  )
})

test.each(PROVIDERS)('a stream that breaks off gives no call that was not asked for: %s', (provider) => {
  fc.assert(
    fc.property(wishes, places, fc.nat(60), (given, cuts, length) => {
      const told = JSON.parse(JSON.stringify(given)) as [Wish, ...Wish[]]
      const events = eventsOf(provider, told, cutAt(cuts))
      for (const call of collect(provider, events.slice(0, length % (events.length + 1)))) {
        if (call.problem === undefined) expect(told).toContainEqual(call)
        else expect(call.problem).not.toBe('')
      }
    }),
  )
})

test.each([...PROVIDERS, 'mcp' as const])(
  'a call is given out once, and nothing is left at the end: %s',
  (provider) => {
    const told: Wish[] = [{ id: 'a', name: 'ls', input: {} }]
    const stream = createCallStream(provider)
    const calls = eventsOf(provider, told, (text) => [text]).flatMap((event) => stream.push(event))
    expect(calls).toEqual(told)
    expect(stream.end()).toEqual([])
    expect(stream.end()).toEqual([])
  },
)

test('events that mean nothing here are passed over', () => {
  const noise = [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { type: 'ping' },
    { choices: null },
    { choices: [{}] },
    { type: 7 },
  ]
  for (const provider of PROVIDERS) expect(collect(provider, noise)).toEqual([])
})

const fragment = (index: number | undefined, id: string | undefined, tool: string | undefined, text: string) =>
  chatChunk({ tool_calls: [{ index: index as number, id, function: { name: tool, arguments: text } }] })

test.each<[string, unknown[]]>([
  [
    'sends fragments of two calls in turn',
    [
      fragment(0, 'a', 'ls', '{"x'),
      fragment(1, 'b', 'rm', '{"y'),
      fragment(0, undefined, undefined, '":1}'),
      fragment(1, undefined, undefined, '":2}'),
    ],
  ],
  ['opens the second first', [fragment(1, 'b', 'rm', '{"y":2}'), fragment(0, 'a', 'ls', '{"x":1}')]],
  [
    'gives every call the index 0',
    [
      fragment(0, 'a', 'ls', '{"x"'),
      fragment(0, undefined, undefined, ':1}'),
      fragment(0, 'b', 'rm', '{"y"'),
      fragment(0, '', undefined, ':2}'),
    ],
  ],
  [
    'gives no index',
    [
      fragment(undefined, 'a', 'ls', '{"x"'),
      fragment(undefined, undefined, undefined, ':1}'),
      fragment(undefined, 'b', 'rm', '{"y":2}'),
    ],
  ],
  [
    'repeats id and name',
    [
      fragment(0, 'a', 'ls', '{"x"'),
      fragment(0, 'a', 'ls', ':1}'),
      fragment(1, 'b', 'rm', '{"y":2'),
      fragment(1, 'b', 'rm', '}'),
    ],
  ],
  [
    'sends both in one chunk',
    [
      chatChunk({
        tool_calls: [
          { index: 0, id: 'a', function: { name: 'ls', arguments: '{"x":1}' } },
          { index: 1, id: 'b', function: { name: 'rm', arguments: '{"y":2}' } },
        ],
      }),
    ],
  ],
])('OpenAI deltas are told apart where a server %s', (_, chunks) => {
  expect(collect('openai', [...chunks, chatChunk({}, 'tool_calls')])).toEqual([
    { id: 'a', name: 'ls', input: { x: 1 } },
    { id: 'b', name: 'rm', input: { y: 2 } },
  ])
})

test('a second call without id and index is not taken for more of the first', () => {
  const chunks = [fragment(undefined, undefined, 'ls', '{"x":1}'), fragment(undefined, undefined, 'rm', '{"y":2}')]
  expect(collect('openai', [...chunks, chatChunk({}, 'stop')])).toEqual([
    { id: 'ls#1', name: 'ls', input: { x: 1 } },
    { id: 'rm#2', name: 'rm', input: { y: 2 } },
  ])
})

test('only the first choice of a stream counts', () => {
  const other = { choices: [{ index: 1, delta: { tool_calls: [{ index: 0, id: 'z', function: { name: 'rm' } }] } }] }
  expect(collect('openai', [other, chatChunk({}, 'stop')])).toEqual([])
})

test('OpenAI: what was cut short before its arguments is no call without arguments', () => {
  const begun = fragment(0, 'a', 'rm', '')
  expect(collect('openai', [begun, chatChunk({}, 'tool_calls')])[0]!.problem).toBeUndefined()
  expect(collect('openai', [begun, chatChunk({}, 'length')])[0]!.problem).toContain('"length"')
  expect(collect('openai', [begun])[0]!.problem).toContain('stream ended')
})

test('Anthropic: what was cut short before its arguments is no call without arguments', () => {
  const begun = eventsOf('anthropic', [{ id: 'a', name: 'rm', input: {} }], (text) => [text]).slice(0, -2)
  expect(collect('anthropic', [...begun, messageEnd('tool_use')])[0]!.problem).toBeUndefined()
  expect(collect('anthropic', [...begun, messageEnd('max_tokens')])[0]!.problem).toContain('"max_tokens"')
  expect(collect('anthropic', begun.slice(0, -1))[0]!.problem).toContain('stream ended')
})

test('Responses: the last event brings what no other brought, and nothing twice', () => {
  const told: [Wish, ...Wish[]] = [
    { id: 'a', name: 'ls', input: {} },
    { id: 'b', name: 'rm', input: { y: 2 } },
  ]
  const last = { type: 'response.completed', response: responseOf('openai-responses', told) }
  const events = eventsOf('openai-responses', told, (text) => [text])
  for (let seen = 0; seen <= events.length; seen++)
    expect(collect('openai-responses', [...events.slice(0, seen), last])).toEqual(told)
})

const scalar = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null))
const key = fc.oneof(
  fc.stringMatching(/^[a-z]{1,4}$/),
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.constant('__proto__'),
)
const full = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { minLength: 1, maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
})).object

test('Gemini arguments that arrive value by value give the same call', () => {
  fc.assert(
    fc.property(full, places, (args, cuts) => {
      const wish: Wish = { id: 'a', name: 'ls', input: args }
      expect(collect('gemini', partialChunks(wish, cutAt(cuts)))).toEqual([wish])
    }),
  )
})

test('Gemini: a call whose pieces break off is not complete', () => {
  const chunks = partialChunks({ id: 'a', name: 'rm', input: { path: 'x', force: false } }, (text) => [text])
  for (let length = 1; length < chunks.length; length++) {
    const [call] = collect('gemini', chunks.slice(0, length))
    expect(call!.problem).toContain('stream ended')
  }
  const next = contentChunk({ name: 'ls', args: {} })
  expect(collect('gemini', [...chunks.slice(0, 2), next]).map(({ problem }) => problem !== undefined)).toEqual([
    true,
    false,
  ])
})

test('Gemini: the last piece of a call may come with its end', () => {
  const chunks = [
    contentChunk({ name: 'ls', willContinue: true }),
    contentChunk({ partialArgs: [{ jsonPath: '$.list[0].a', stringValue: 'x' }], willContinue: true }),
    contentChunk({ partialArgs: [{ jsonPath: '$.list[0].b', numberValue: 0.5 }] }),
    contentChunk({ name: 'rm', args: { y: 2 } }),
  ]
  expect(collect('gemini', chunks)).toEqual([
    { id: 'ls#1', name: 'ls', input: { list: [{ a: 'x', b: 0.5 }] } },
    { id: 'rm#2', name: 'rm', input: { y: 2 } },
  ])
})

test.each(['$', '$.', 'a', '$[0]', '$.a[999999]', '$.a[-1]', '$..a', '$.*', '$.a[?@.b]', '', "$['a"])(
  'Gemini: a piece whose path cannot be used is a problem: %s',
  (jsonPath) => {
    const chunks = [
      contentChunk({ name: 'ls', willContinue: true }),
      contentChunk({ partialArgs: [{ jsonPath, boolValue: true }] }),
    ]
    expect(collect('gemini', chunks)[0]!.problem).toContain('cannot be used')
  },
)

test('Gemini: pieces never reach the prototype of objects', () => {
  const piece = { jsonPath: '$.__proto__.polluted', boolValue: true }
  const [call] = collect('gemini', [
    contentChunk({ name: 'ls', willContinue: true }),
    contentChunk({ partialArgs: [piece] }),
  ])
  expect(Object.keys(call!.input)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('AI SDK: where no whole call follows, the fragments are the call, if they ended', () => {
  const parts = eventsOf('ai-sdk', [{ id: 'a', name: 'ls', input: { x: 1 } }], (text) => [text])
  expect(collect('ai-sdk', [...parts.slice(0, 3), { type: 'finish-step' }])).toEqual([
    { id: 'a', name: 'ls', input: { x: 1 } },
  ])
  expect(collect('ai-sdk', parts.slice(0, 2))[0]!.problem).toContain('stream ended')
})
