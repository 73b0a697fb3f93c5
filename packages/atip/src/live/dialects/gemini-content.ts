import type { ModelDialect, WireObject, ModelTurn } from './dialect.js'
import { objectsIn, textOf } from './read-json.js'

/** Gemini's generateContent, as Gemini CLI speaks it. */
export const geminiContent: ModelDialect = {
  answers: (path) => /:(streamG|g)enerateContent$/.test(path),
  isStream: (path) => path.endsWith(':streamGenerateContent'),

  read: (body) => ({
    tools: objectsIn(body.tools)
      .flatMap(({ functionDeclarations }) => objectsIn(functionDeclarations))
      .map(({ name }) => textOf(name)),
    results: objectsIn(body.contents)
      .flatMap(({ parts }) => objectsIn(parts))
      .filter(({ functionResponse }) => functionResponse !== undefined)
      .map(({ functionResponse }) => textOf((functionResponse as WireObject).response)),
  }),

  write: response,
  stream: (turn) => [{ data: response(turn) }],
}

function response(turn: ModelTurn) {
  const part =
    'call' in turn
      ? { functionCall: { id: `fc_${turn.number}`, name: turn.call.tool, args: turn.call.input } }
      : { text: turn.text }
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
    responseId: `r_${turn.number}`,
  }
}
