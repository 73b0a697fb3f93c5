import { count } from '../files/open-file.js'
import { Refused } from '../refused.js'

export interface RequestLimits {
  /** The timeout for the whole response. */
  milliseconds: number
  bytes: number
}

export const REQUEST_LIMITS: Readonly<RequestLimits> = { milliseconds: 30_000, bytes: 16 * 1024 ** 2 }

export interface HttpAnswer {
  status: number
  headers: Headers
  bytes: Buffer
}

/**
 * Sends a request over https, or over http on this machine. Follows no redirects, because they could send a token, or a
 * hash of an installed program, to another host.
 */
export async function request(url: string, init: RequestInit = {}, limits = REQUEST_LIMITS): Promise<HttpAnswer> {
  requireSafe(url)
  try {
    const signal = AbortSignal.timeout(limits.milliseconds)
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    return { status: response.status, headers: response.headers, bytes: await bodyOf(response, url, limits.bytes) }
  } catch (error) {
    if (error instanceof Refused) throw error
    const { message, cause } = error as Error
    const detail = cause instanceof Error && cause.message !== '' ? cause.message : message
    throw new Refused('UNVERIFIABLE', `${url} cannot be reached: ${detail}`, { cause: error })
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function requireSafe(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))) return
  throw new Refused('UNVERIFIABLE', `${JSON.stringify(url)} is not an https address`)
}

async function bodyOf(response: Response, url: string, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length
    if (length > limit) throw new Refused('LIMIT', `the answer of ${url} has more than ${count(limit)} bytes`)
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}

/** The beginning of an error response, on one line and without control characters. */
export const excerpt = ({ bytes }: HttpAnswer): string =>
  bytes
    .subarray(0, 300)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
