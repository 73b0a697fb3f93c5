import { RegistryError } from './registry-error.js'

export interface FetchLimits {
  /** The maximum size after decompression. */
  bytes: number
  /** The timeout for the whole response. */
  milliseconds: number
}

export interface FetchOptions {
  limits: FetchLimits
  headers?: Readonly<Record<string, string>>
  /** Sent as a bearer token. No redirect is followed then. */
  token?: string
  signal?: AbortSignal
  /** The body of a POST request. */
  body?: string
}

export interface RegistryAnswer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

const MOST_REDIRECTS = 3
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Registries are queried over https, or over http on this machine. */
export function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
}

/**
 * Sends a request with a timeout and a size limit, and follows redirects only within the origin. Throws a
 * RegistryError.
 */
export async function fetchBounded(url: string, options: FetchOptions): Promise<RegistryAnswer> {
  const { limits, token } = options
  const signals = [AbortSignal.timeout(limits.milliseconds), ...(options.signal ? [options.signal] : [])]
  const init: RequestInit = {
    headers: { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    redirect: 'manual',
    ...(options.body !== undefined && { method: 'POST', body: options.body }),
    signal: AbortSignal.any(signals),
  }
  let address = url
  for (let count = 0; ; count++) {
    if (!isSafeAddress(address)) throw new RegistryError('config', `${JSON.stringify(address)} is not an https address`)
    const answer = await attempt(address, limits, async () => {
      const response = await fetch(address, init)
      return { response, bytes: await bodyOf(response, address, limits.bytes) }
    })
    const { status, headers } = answer.response
    const location = headers.get('location')
    if (status < 300 || status >= 400 || status === 304 || location === null) {
      return { status, headers: Object.fromEntries(headers), bytes: answer.bytes }
    }
    address = redirected(
      address,
      location,
      token !== undefined || options.body !== undefined || count === MOST_REDIRECTS,
    )
  }
}

/** A redirect could send a token, or a hash of an installed program, to another host. */
function redirected(from: string, location: string, isForbidden: boolean): string {
  const to = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (isForbidden || to === undefined || to.origin !== new URL(from).origin) {
    throw new RegistryError('redirect', `${from} redirects to ${to?.href ?? 'nowhere'}, which is not followed`)
  }
  return to.href
}

async function bodyOf(response: Response, url: string, limit: number): Promise<Buffer> {
  const tooLarge = () => new RegistryError('too-large', `the answer of ${url} has more than ${limit} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length
    // Leaving the loop closes the connection, so that a decompression bomb stops here.
    if (length > limit) throw tooLarge()
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}

async function attempt<T>(url: string, { milliseconds }: FetchLimits, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RegistryError) throw error
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') {
      throw new RegistryError('timeout', `${url} did not answer within ${milliseconds / 1_000} s`, error)
    }
    const { code, message: detail = message } = (cause ?? {}) as NodeJS.ErrnoException
    const isCut = message === 'terminated' || CUT.includes(String(code))
    throw isCut
      ? new RegistryError('cut-short', `the answer of ${url} was cut short: ${detail}`, error)
      : new RegistryError('unreachable', `${url} cannot be reached: ${detail}`, error)
  }
}

/** Error codes of the built-in fetch for a response that is shorter than announced, or truncated compressed data. */
const CUT = [
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_SOCKET',
  'Z_BUF_ERROR',
  'Z_DATA_ERROR',
  'ERR__ERROR_FORMAT_PADDING_1',
]
