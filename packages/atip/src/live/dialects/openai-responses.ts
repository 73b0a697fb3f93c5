import type { ModelDialect, WireObject, ModelTurn } from './dialect.js'
import { objectsIn, textOf } from './read-json.js'

/** OpenAI's Responses, as Codex speaks it. */
export const openaiResponses: ModelDialect = {
  answers: (path) => path.endsWith('/responses'),
  isStream: (_, body) => body.stream === true,

  read: (body) => ({
    tools: objectsIn(body.tools).map(({ name, type }) => textOf(name ?? type)),
    results: objectsIn(body.input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),

  write: response,

  stream(turn, body) {
    const whole = response(turn, body)
    const item = whole.output[0]!
    const events: WireObject[] = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ]
    return events.map((data, index) => ({ event: data.type as string, data: { ...data, sequence_number: index } }))
  },
}

function response(turn: ModelTurn, body: WireObject) {
  const item: WireObject =
    'call' in turn
      ? {
          type: 'function_call',
          id: `fc_${turn.number}`,
          call_id: `call_${turn.number}`,
          name: turn.call.tool,
          ...(turn.call.namespace !== undefined && { namespace: turn.call.namespace }),
          arguments: JSON.stringify(turn.call.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${turn.number}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: turn.text, annotations: [] }],
        }
  return {
    id: `resp_${turn.number}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: body.model,
    output: [item],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  }
}
