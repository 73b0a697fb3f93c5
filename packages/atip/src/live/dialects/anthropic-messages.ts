import type { ModelDialect, WireObject, ModelTurn } from './dialect.js'
import { objectsIn, textOf } from './read-json.js'

/** Anthropic's Messages, as Claude Code speaks it. */
export const anthropicMessages: ModelDialect = {
  answers: (path) => path.endsWith('/v1/messages'),
  isStream: (_, body) => body.stream === true,

  read: (body) => ({
    tools: objectsIn(body.tools).map(({ name, type }) => textOf(name ?? type)),
    results: objectsIn(body.messages)
      .flatMap(({ content }) => objectsIn(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  }),

  write: message,

  stream(turn, body) {
    const whole = message(turn, body)
    const events: WireObject[] = [{ type: 'message_start', message: { ...whole, content: [], stop_reason: null } }]
    for (const [index, block] of whole.content.entries()) {
      const isText = block.type === 'text'
      events.push(
        {
          type: 'content_block_start',
          index,
          content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
        },
        {
          type: 'content_block_delta',
          index,
          delta: isText
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        },
        { type: 'content_block_stop', index },
      )
    }
    events.push(
      {
        type: 'message_delta',
        delta: { stop_reason: whole.stop_reason, stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: 'message_stop' },
    )
    return events.map((data) => ({ event: data.type as string, data }))
  },
}

function message(turn: ModelTurn, body: WireObject) {
  const block: WireObject =
    'call' in turn
      ? { type: 'tool_use', id: `toolu_${turn.number}`, name: turn.call.tool, input: turn.call.input }
      : { type: 'text', text: turn.text }
  return {
    id: `msg_${turn.number}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [block],
    stop_reason: 'call' in turn ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}
