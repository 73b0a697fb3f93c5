import type { ModelDialect, WireObject, ModelTurn } from './dialect.js'
import { objectsIn, textOf } from './read-json.js'

/** OpenAI's Chat Completions, as opencode speaks it. */
export const chatCompletions: ModelDialect = {
  answers: (path) => path.endsWith('/chat/completions'),
  isStream: (_, body) => body.stream === true,

  read: (body) => ({
    tools: objectsIn(body.tools).map((tool) => textOf((tool.function as WireObject | undefined)?.name)),
    results: objectsIn(body.messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),

  write: (turn, body) => ({
    ...frame(turn, body),
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: reasonOf(turn), message: messageOf(turn) }],
    usage: USAGE,
  }),

  stream(turn, body) {
    const chunk = (choices: WireObject[], more: WireObject = {}) => ({
      data: { ...frame(turn, body), object: 'chat.completion.chunk', choices, ...more },
    })
    return [
      chunk([{ index: 0, delta: messageOf(turn), finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: reasonOf(turn) }]),
      chunk([], { usage: USAGE }),
      { data: '[DONE]' },
    ]
  },
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

function frame(turn: ModelTurn, body: WireObject) {
  return { id: `chat_${turn.number}`, created: 1, model: body.model }
}

function reasonOf(turn: ModelTurn): string {
  return 'call' in turn ? 'tool_calls' : 'stop'
}

function messageOf(turn: ModelTurn): WireObject {
  if (!('call' in turn)) return { role: 'assistant', content: turn.text }
  const { tool, input } = turn.call
  const call = { index: 0, id: `call_${turn.number}`, type: 'function' }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ ...call, function: { name: tool, arguments: JSON.stringify(input) } }],
  }
}
