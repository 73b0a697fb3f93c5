import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** Converts a request to a web `Request`, if possible; its signal is aborted when the client disconnects. */
export function toRequest(message: IncomingMessage, response: ServerResponse): Request | undefined {
  try {
    return readRequest(message, response)
  } catch {
    // Node accepts some URLs and methods that `Request` does not.
    return undefined
  }
}

function readRequest(message: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const entry of [value ?? []].flat()) headers.append(name, entry)
  }
  const { method = 'GET', url = '/' } = message
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(message) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
}

export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) {
    response.end()
    return
  }
  response.flushHeaders()
  // A client that disconnects is not an error.
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {})
}
