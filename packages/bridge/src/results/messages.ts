import type { JsonValue } from '@atip/protocol'
import type { Provider } from '../types.js'

/** Each provider's result type, as its own library declares it. Type aliases, because they fit index signatures. */
export interface ResultMessages {
  openai: OpenAiResult
  'openai-responses': OpenAiResponsesResult
  anthropic: AnthropicResult
  gemini: GeminiResult
  mcp: McpResult
  'ai-sdk': AiSdkResult
}

export type ResultMessage<P extends Provider = Provider> = ResultMessages[P]

export type OpenAiResult = { role: 'tool'; tool_call_id: string; content: string }

export type OpenAiResponsesResult = { type: 'function_call_output'; call_id: string; output: string }

export type AnthropicResult = {
  role: 'user'
  content: { type: 'tool_result'; tool_use_id: string; content: string; is_error?: true }[]
}

export type GeminiResult = {
  role: 'user'
  parts: { functionResponse: { id?: string; name: string; response: Record<string, JsonValue> } }[]
}

export type McpResult = {
  content: { type: 'text'; text: string }[]
  /** The same as the text, if it is an object. */
  structuredContent?: Record<string, JsonValue>
  isError?: true
}

export type AiSdkResult = {
  role: 'tool'
  content: {
    type: 'tool-result'
    toolCallId: string
    toolName: string
    output: { type: 'text' | 'error-text'; value: string } | { type: 'json' | 'error-json'; value: JsonValue }
  }[]
}
