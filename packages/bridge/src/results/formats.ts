import { isObject } from '@atip/protocol'
import type { Provider } from '../types.js'
import type { ProviderAnswer } from './answer.js'
import type { ResultMessages } from './messages.js'

/** How a provider wants the results of parallel calls: each in a separate message, or all in one. */
export type ResultFormat<M> =
  | { one: (answer: ProviderAnswer) => M }
  | { all: (answers: readonly ProviderAnswer[]) => M }

export const RESULT_FORMATS: { readonly [P in Provider]: ResultFormat<ResultMessages[P]> } = {
  openai: {
    one: ({ id, markedText }) => ({ role: 'tool', tool_call_id: id, content: markedText }),
  },
  'openai-responses': {
    one: ({ id, markedText }) => ({ type: 'function_call_output', call_id: id, output: markedText }),
  },
  anthropic: {
    all: (answers) => ({
      role: 'user',
      content: answers.map(({ id, text, isError }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        ...(isError && { is_error: true }),
      })),
    }),
  },
  gemini: {
    all: (answers) => ({ role: 'user', parts: inOrder(answers).map(geminiPart) }),
  },
  mcp: {
    one: ({ text, json, isError }) => ({
      content: [{ type: 'text', text }],
      ...(isObject(json) && { structuredContent: json }),
      ...(isError && { isError: true }),
    }),
  },
  'ai-sdk': {
    all: (answers) => ({
      role: 'tool',
      content: answers.map((answer) => ({
        type: 'tool-result',
        toolCallId: answer.id,
        toolName: answer.name,
        output: aiSdkOutput(answer),
      })),
    }),
  },
}

/** If calls have no ids, the order of the results identifies them (RFC 7.3). */
function inOrder(answers: readonly ProviderAnswer[]): readonly ProviderAnswer[] {
  if (answers.some(({ position }) => position === undefined)) return answers
  return [...answers].sort((a, b) => a.position! - b.position!)
}

/** Gemini does not know an id that we made up. */
function geminiPart({
  id,
  name,
  position,
  isError,
  text,
  json,
}: ProviderAnswer): ResultMessages['gemini']['parts'][number] {
  const value = json === undefined ? text : json
  const response = isError ? { error: value } : isObject(value) ? value : { result: value }
  return { functionResponse: { ...(position === undefined && { id }), name, response } }
}

function aiSdkOutput({ isError, text, json }: ProviderAnswer): ResultMessages['ai-sdk']['content'][number]['output'] {
  if (json === undefined) return { type: isError ? 'error-text' : 'text', value: text }
  return { type: isError ? 'error-json' : 'json', value: json }
}
