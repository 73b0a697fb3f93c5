import { createHash, timingSafeEqual } from 'node:crypto'
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server'

export interface GateOptions {
  /** The address on which this server listens. */
  host: string
  /** The token that callers must send, if any. */
  token: string | undefined
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A server on all addresses is called by host names that are unknown here. */
const EVERYWHERE = ['0.0.0.0', '::']

/** Refuses web pages of other sites (DNS rebinding) and callers without the token. */
export function createGate({ host, token }: GateOptions): (request: Request) => Response | undefined {
  const allowed = [...LOOPBACK, bracketed(host).toLowerCase()]
  // A web page can reach us under its own host name, but it does not know the token.
  const hasAnyName = token !== undefined && EVERYWHERE.includes(host)
  return (request) =>
    (hasAnyName ? undefined : hostHeaderValidationResponse(request, allowed)) ??
    originValidationResponse(request, allowed) ??
    (token === undefined || knows(request, token) ? undefined : unauthorised())
}

/** The host as written in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function knows(request: Request, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // Digests have equal length, so the time of the comparison reveals nothing.
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function unauthorised(): Response {
  const error = { code: -32001, message: 'this server needs its token: Authorization: Bearer TOKEN' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
}
