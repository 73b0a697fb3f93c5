import { createHash, timingSafeEqual } from 'node:crypto'
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server'

export interface GateOptions {
  /** Names under which this server may be addressed, and whose pages may call it. */
  hosts: readonly string[]
  /** Callers must know it. */
  token: string | undefined
}

/** Refuses who must not come in: pages of other sites (DNS rebinding), and whoever does not know the token. */
export function createGate({ hosts, token }: GateOptions): (request: Request) => Response | undefined {
  const allowed = [...hosts]
  return (request) =>
    hostHeaderValidationResponse(request, allowed) ??
    originValidationResponse(request, allowed) ??
    (token === undefined || knows(request, token) ? undefined : unauthorised())
}

function knows(request: Request, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // Digests have one length, so that the time it takes tells nothing.
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function unauthorised(): Response {
  const error = { code: -32001, message: 'this server needs its token: Authorization: Bearer TOKEN' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
}
