import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicMessages } from './dialects/anthropic-messages.js'
import { chatCompletions } from './dialects/chat-completions.js'
import { geminiContent } from './dialects/gemini-content.js'
import { openaiResponses } from './dialects/openai-responses.js'
import type { ModelDialect, WireObject, ScriptedCall, ServerEvent, ModelTurn } from './dialects/dialect.js'

export type { ScriptedCall } from './dialects/dialect.js'

/** The next call, given the results of the earlier ones; undefined at the end. */
export type NextCall = (told: readonly string[]) => ScriptedCall | undefined

export interface ScriptedModel {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** The results that the agent sent to the model, in order. */
  results: string[]
  /** Requests that no dialect can parse. */
  strange: string[]
  close(): Promise<void>
}

const DIALECTS: readonly ModelDialect[] = [anthropicMessages, openaiResponses, chatCompletions, geminiContent]

/** The maximum size of a request. */
const LARGEST = 16_000_000

/** Starts a model on loopback that makes the scripted calls one after the other, and then says that it is done. */
export async function startModel(script: readonly ScriptedCall[] | NextCall): Promise<ScriptedModel> {
  const next: NextCall = typeof script === 'function' ? script : (told) => script[told.length]
  const results: string[] = []
  const strange: string[] = []
  let number = 0
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const dialect = DIALECTS.find((candidate) => request.method === 'POST' && candidate.answers(path))
      if (dialect === undefined) {
        strange.push(`${request.method} ${path}`)
        return sendJson(response, path.includes('count') ? 200 : 404, { input_tokens: 1, totalTokens: 1 })
      }
      const asked = dialect.read(body)
      if (asked.results.length > results.length) results.push(...asked.results.slice(results.length))
      // Requests without tools are not part of the script; agents use them, for example, to generate a title.
      const call = asked.tools.length > 0 ? next(asked.results) : undefined
      number++
      const turn: ModelTurn = call === undefined ? { text: 'done', number } : { call, number }
      if (!dialect.isStream(path, body)) return sendJson(response, 200, dialect.write(turn, body))
      sendEvents(response, dialect.stream(turn, body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    strange,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<WireObject> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) {
    text += part as string
    if (text.length > LARGEST) throw new Error(`a request is larger than ${LARGEST} characters`)
  }
  return text === '' ? {} : (JSON.parse(text) as WireObject)
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

function sendEvents(response: ServerResponse, events: readonly ServerEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`)
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}
