import { CrawlFailure } from '../failure.js'
import type { RateLimit } from './rate-limit.js'

export interface RequestOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends a GET request. A status other than 200 or 304 is a failure with a reason. */
export type Get = (url: string, options?: RequestOptions) => Promise<Response>

export interface RequestSettings {
  limit: RateLimit
  /** The timeout until the response begins. */
  timeoutMs: number
  userAgent: string
}

/** The longest pause that a host may request. */
const LONGEST_PAUSE_MS = 15 * 60_000

export function createGet({ limit, timeoutMs, userAgent }: RequestSettings): Get {
  return async (url, { headers = {}, signal } = {}) => {
    const { host, protocol } = parsed(url)
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new CrawlFailure('bad-answer', `${url} is neither http nor https`)
    }
    await limit.wait(host, signal)
    const response = await answered(url, { 'user-agent': userAgent, ...headers }, timeoutMs, signal)
    if (response.status === 200 || response.status === 304) return response
    await response.body?.cancel()
    throw refusal(url, response, (milliseconds) => limit.pause(host, milliseconds))
  }
}

function parsed(url: string): URL {
  if (!URL.canParse(url)) throw new CrawlFailure('bad-answer', `${JSON.stringify(url)} is no URL`)
  return new URL(url)
}

async function answered(
  url: string,
  headers: Record<string, string>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    // The body has its own timeout, for each chunk.
    return await fetch(url, { headers, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal })
  } catch (error) {
    signal?.throwIfAborted()
    const cause = (error as Error).cause
    const why = late.signal.aborted ? `no answer in ${timeoutMs} ms` : cause instanceof Error ? cause.message : 'failed'
    throw new CrawlFailure('network', `GET ${url}: ${why}`, { isPassing: true, cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function refusal(url: string, { status, headers }: Response, pause: (milliseconds: number) => void): CrawlFailure {
  if (status === 429 || status === 503 || isExhausted(status, headers)) {
    const retryAfterMs = pauseOf(headers)
    if (retryAfterMs !== undefined) pause(retryAfterMs)
    const message = `GET ${url}: ${status}, too many requests`
    return new CrawlFailure('rate-limited', message, { isPassing: true, ...(retryAfterMs && { retryAfterMs }) })
  }
  if (status === 404 || status === 410) return new CrawlFailure('not-found', `GET ${url}: ${status}, there is none`)
  return new CrawlFailure('network', `GET ${url}: status ${status}`, { isPassing: status >= 500 })
}

/** GitHub answers 403 when its rate limit is exhausted. */
function isExhausted(status: number, headers: Headers): boolean {
  return status === 403 && headers.get('x-ratelimit-remaining') === '0'
}

/** `Retry-After` in seconds or as a date; GitHub states the second at which its limit resets. */
function pauseOf(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  const reset = headers.get('x-ratelimit-reset')
  const until = after ?? (reset === null ? null : new Date(Number(reset) * 1000).toUTCString())
  if (until === null) return undefined
  const milliseconds = /^\d+$/.test(until) ? Number(until) * 1000 : Date.parse(until) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(0, milliseconds), LONGEST_PAUSE_MS)
}
