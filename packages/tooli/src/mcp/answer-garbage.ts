import { isObject } from '@atip/protocol'
import type { Readable, Writable } from 'node:stream'

/** The longest line that is buffered; the SDK closes such a connection. */
const LONGEST = 16 * 2 ** 20

/**
 * Answers lines that are not messages. The SDK ignores them, but JSON-RPC requires an answer, so that the sender
 * notices.
 */
export function answerGarbage(stdin: Readable, stdout: Writable): void {
  // Joined only at the end of the line, because a long line comes in hundreds of chunks.
  let open: string[] = []
  let length = 0
  const decoder = new TextDecoder()
  stdin.on('data', (chunk: Uint8Array) => {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    const last = lines.pop()!
    if (lines.length > 0) {
      lines[0] = open.join('') + lines[0]
      open = []
      length = 0
    }
    if (length < LONGEST) open.push(last)
    length += last.length
    for (const line of lines) {
      const error = problemIn(line)
      if (error !== undefined) stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...error })}\n`)
    }
  })
}

interface Problem {
  id: string | number | null
  error: { code: number; message: string }
}

function problemIn(line: string): Problem | undefined {
  if (line.trim() === '') return undefined
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch (error) {
    return { id: null, error: { code: -32700, message: `Parse error: ${(error as Error).message}` } }
  }
  const { jsonrpc, method, id } = isObject(message) ? message : {}
  const isMessage = isObject(message) && (typeof method === 'string' || 'result' in message || 'error' in message)
  if (jsonrpc === '2.0' && isMessage) return undefined
  const sender = typeof id === 'string' || typeof id === 'number' ? id : null
  return { id: sender, error: { code: -32600, message: 'Invalid request: expected a JSON-RPC 2.0 message' } }
}
