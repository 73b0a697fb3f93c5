/** What a provider streams if a model wants to use tools, in the types of its own SDK. */
import type Anthropic from '@anthropic-ai/sdk'
import type { FunctionCall, GenerateContentResponse, PartialArg } from '@google/genai'
import type { TextStreamPart, ToolSet } from 'ai'
import type OpenAI from 'openai'
import type { Provider } from '../src/types.js'
import { responseOf, type Wish } from './responses.js'

/** Cuts a text into the fragments of a stream; joined, they are the text again. */
export type Split = (text: string) => string[]

/** The events of one answer with these calls. */
export function eventsOf(provider: Provider, wishes: readonly Wish[], split: Split): unknown[] {
  switch (provider) {
    case 'openai':
      return chatChunks(wishes, split)
    case 'openai-responses':
      return responseEvents(wishes, split)
    case 'anthropic':
      return messageEvents(wishes, split)
    case 'gemini':
      return contentChunks(wishes)
    case 'mcp':
      return wishes.map((wish) => responseOf('mcp', [wish]))
    case 'ai-sdk':
      return streamParts(wishes, split)
  }
}

type ChatChunk = OpenAI.ChatCompletionChunk

export function chatChunk(
  delta: OpenAI.ChatCompletionChunk.Choice.Delta,
  finish_reason: OpenAI.ChatCompletionChunk.Choice['finish_reason'] = null,
): ChatChunk {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'some-model',
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  }
}

function chatChunks(wishes: readonly Wish[], split: Split): ChatChunk[] {
  const chunks = wishes.flatMap(({ id, name, input }, index) => [
    chatChunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...split(JSON.stringify(input)).map((piece) =>
      chatChunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ])
  const usage: ChatChunk = { ...chatChunk({}), choices: [] }
  return [chatChunk({ role: 'assistant', content: null }), ...chunks, chatChunk({}, 'tool_calls'), usage]
}

type ResponseEvent = OpenAI.Responses.ResponseStreamEvent

function responseEvents(wishes: readonly Wish[], split: Split): ResponseEvent[] {
  let sequence = 0
  return wishes.flatMap(({ id, name, input }, output_index): ResponseEvent[] => {
    const item_id = `fc_${id}`
    const text = JSON.stringify(input)
    const item = (json: string, status: 'in_progress' | 'completed'): OpenAI.Responses.ResponseFunctionToolCall => ({
      type: 'function_call',
      id: item_id,
      call_id: id,
      name,
      arguments: json,
      status,
    })
    return [
      {
        type: 'response.output_item.added',
        output_index,
        item: item('', 'in_progress'),
        sequence_number: sequence++,
      },
      ...split(text).map((delta): ResponseEvent => ({
        type: 'response.function_call_arguments.delta',
        item_id,
        output_index,
        delta,
        sequence_number: sequence++,
      })),
      {
        type: 'response.function_call_arguments.done',
        item_id,
        output_index,
        arguments: text,
        sequence_number: sequence++,
      },
      {
        type: 'response.output_item.done',
        output_index,
        item: item(text, 'completed'),
        sequence_number: sequence++,
      },
    ]
  })
}

type MessageEvent = Anthropic.RawMessageStreamEvent

function messageEvents(wishes: readonly Wish[], split: Split): MessageEvent[] {
  const blocks = wishes.flatMap(({ id, name, input }, place): MessageEvent[] => {
    const index = place + 1
    const isEmpty = Object.keys(input).length === 0
    return [
      {
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } },
      },
      ...(isEmpty ? [''] : split(JSON.stringify(input))).map((partial_json): MessageEvent => ({
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json },
      })),
      { type: 'content_block_stop', index },
    ]
  })
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: null } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me see.' } },
    { type: 'content_block_stop', index: 0 },
    ...blocks,
    messageEnd('tool_use'),
    { type: 'message_stop' },
  ]
}

/** Only the reason matters here; the usage has only the field that the SDK reads. */
export function messageEnd(stop_reason: Anthropic.StopReason): MessageEvent {
  return { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } } as MessageEvent
}

type ContentChunk = Pick<GenerateContentResponse, 'candidates'>

export function contentChunk(...functionCalls: FunctionCall[]): ContentChunk {
  const parts = functionCalls.map((functionCall) => ({ functionCall }))
  return { candidates: [{ content: { role: 'model', parts } }] }
}

function contentChunks(wishes: readonly Wish[]): ContentChunk[] {
  return wishes.map(({ id, name, input }) => contentChunk({ id, name, args: input }))
}

/** The same with streamed arguments (`streamFunctionCallArguments`), which cannot express an empty list or object. */
export function partialChunks({ id, name, input }: Wish, split: Split): ContentChunk[] {
  const pieces = leavesOf(input).flatMap(([jsonPath, value]): PartialArg[] => {
    if (typeof value === 'string') {
      const texts = split(value)
      return texts.map((stringValue, index) => ({
        jsonPath,
        stringValue,
        ...(index < texts.length - 1 && { willContinue: true }),
      }))
    }
    if (typeof value === 'number') return [{ jsonPath, numberValue: value }]
    return [typeof value === 'boolean' ? { jsonPath, boolValue: value } : { jsonPath, nullValue: 'NULL_VALUE' }]
  })
  return [
    contentChunk({ id, name, willContinue: true }),
    ...pieces.map((piece) => contentChunk({ partialArgs: [piece], willContinue: true })),
    contentChunk({}),
  ]
}

function leavesOf(value: unknown, path = '$'): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, entry]) => {
    const isPlain = /^[\w-]+$/.test(key)
    const quoted = key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
    return leavesOf(entry, isPlain ? `${path}.${key}` : `${path}['${quoted}']`)
  })
}

function streamParts(wishes: readonly Wish[], split: Split): TextStreamPart<ToolSet>[] {
  return wishes.flatMap(({ id, name, input }): TextStreamPart<ToolSet>[] => [
    { type: 'tool-input-start', id, toolName: name },
    ...split(JSON.stringify(input)).map((delta): TextStreamPart<ToolSet> => ({ type: 'tool-input-delta', id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName: name, input, dynamic: true },
  ])
}
