/** What a provider sends if a model wants to use tools, in the types of its own SDK. */
import type Anthropic from '@anthropic-ai/sdk'
import type { GenerateContentResponse } from '@google/genai'
import type { CallToolRequestSchema } from '@modelcontextprotocol/core'
import type { TypedToolCall, ToolSet } from 'ai'
import type OpenAI from 'openai'
import type * as z from 'zod'
import type { Provider } from '../src/types.js'

export interface Wish {
  id: string
  name: string
  input: Record<string, unknown>
}

/** One answer with these calls; for MCP, which has one call per request, only the first. */
export function responseOf(provider: Provider, wishes: readonly [Wish, ...Wish[]]): unknown {
  switch (provider) {
    case 'openai':
      return chatCompletion(wishes)
    case 'openai-responses':
      return response(wishes)
    case 'anthropic':
      return message(wishes)
    case 'gemini':
      return generatedContent(wishes)
    case 'mcp':
      return { jsonrpc: '2.0', id: wishes[0].id, ...toolRequest(wishes[0]) }
    case 'ai-sdk':
      return { text: '', finishReason: 'tool-calls', toolCalls: wishes.map(toolCall) }
  }
}

function chatCompletion(wishes: readonly Wish[]): OpenAI.ChatCompletion {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'some-model',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        logprobs: null,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: wishes.map(({ id, name, input }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        },
      },
    ],
  }
}

function response(wishes: readonly Wish[]): Pick<OpenAI.Responses.Response, 'id' | 'object' | 'output'> {
  return {
    id: 'resp_1',
    object: 'response',
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [] },
      ...wishes.map(({ id, name, input }): OpenAI.Responses.ResponseFunctionToolCall => ({
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      })),
    ],
  }
}

function message(wishes: readonly Wish[]): Pick<Anthropic.Message, 'id' | 'type' | 'role' | 'content' | 'stop_reason'> {
  const said: Anthropic.ContentBlock = { type: 'text', text: 'Let me see.', citations: null }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    stop_reason: 'tool_use',
    content: [
      said,
      ...wishes.map(({ id, name, input }): Anthropic.ToolUseBlock => ({
        type: 'tool_use',
        id,
        name,
        input,
        caller: { type: 'direct' },
      })),
    ],
  }
}

function generatedContent(wishes: readonly Wish[]): Pick<GenerateContentResponse, 'candidates'> {
  const parts = wishes.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }))
  return { candidates: [{ content: { role: 'model', parts: [{ text: 'Let me see.' }, ...parts] } }] }
}

function toolRequest({ name, input }: Wish): z.infer<typeof CallToolRequestSchema> {
  return { method: 'tools/call', params: { name, arguments: input } }
}

function toolCall({ id, name, input }: Wish): TypedToolCall<ToolSet> {
  return { type: 'tool-call', toolCallId: id, toolName: name, input, dynamic: true }
}
