import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { createServer } from './server.js'
import type { Serving } from './serving.js'

/** A local tool does not have more clients than this; the session that has been idle longest is closed first. */
const MOST_SESSIONS = 200

/** Serves clients of protocols before 2026, which have a session from `initialize` on. */
export interface Sessions {
  handle(request: Request): Promise<Response>
  close(): Promise<void>
}

export function createSessions(serving: Serving): Sessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const drop = (id: string) => {
    const transport = sessions.get(id)
    sessions.delete(id)
    return transport?.close()
  }
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized(id) {
        sessions.set(id, transport)
        const [oldest] = sessions.keys()
        if (sessions.size > MOST_SESSIONS) void drop(oldest!)
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await createServer(serving).connect(transport)
    return transport
  }
  return {
    async handle(request) {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return (await open()).handleRequest(request)
      const transport = sessions.get(id)
      if (transport === undefined) return unknownSession()
      sessions.delete(id)
      sessions.set(id, transport)
      return transport.handleRequest(request)
    },
    async close() {
      await Promise.all([...sessions.keys()].map(drop))
    },
  }
}

function unknownSession(): Response {
  const error = { code: -32001, message: 'this session is not known; begin again with initialize' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}
