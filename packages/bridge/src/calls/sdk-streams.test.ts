/** The SDKs assemble streams too: their results from the same events are the oracle here. */
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream'
import fc from 'fast-check'
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import { expect, test } from 'vitest'
import type { Wish } from '../../testing/responses.js'
import { eventsOf, type Split } from '../../testing/streams.js'
import type { Provider } from '../types.js'
import { createCallStream } from './call-stream.js'
import { parseToolCall } from './parse-tool-call.js'

/** Events as the SDKs serialise a stream: lines of JSON. */
function readableOf(events: readonly unknown[]): ReadableStream {
  const bytes = new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

const wish = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,8}$/),
  input: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
})
const wishes = fc
  .array(wish, { minLength: 1, maxLength: 3 })
  .map((list) => list.map((entry, index): Wish => ({ ...entry, id: `call_${index}` })))
const split = fc.integer({ min: 1, max: 7 }).map((size): Split => {
  return (text) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
})

const MESSAGE_START = {
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: {} },
}

const accumulate: [Provider, (events: unknown[]) => Promise<unknown>][] = [
  ['openai', (events) => ChatCompletionStream.fromReadableStream(readableOf(events)).finalChatCompletion()],
  ['anthropic', (events) => MessageStream.fromReadableStream(readableOf([MESSAGE_START, ...events])).finalMessage()],
]

test.each(accumulate)('%s: the calls of a stream are those that the SDK finds in it', async (provider, whole) => {
  await fc.assert(
    fc.asyncProperty(wishes, split, async (given, cut) => {
      const events = eventsOf(provider, given, cut)
      const stream = createCallStream(provider)
      const calls = [...events.flatMap((event) => stream.push(event)), ...stream.end()]
      expect(calls).toEqual(parseToolCall(provider, await whole(events)))
      expect(calls).toHaveLength(given.length)
    }),
    { numRuns: 50 },
  )
})
