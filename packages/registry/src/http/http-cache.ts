import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import type CachePolicy from 'http-cache-semantics'
import { fetchBounded, type FetchOptions, type RegistryAnswer } from './fetch-bounded.js'
import { RegistryError } from './registry-error.js'
import { ifWritable, openStore } from './stored-files.js'

/** How the cache may be used, and whether the network may. */
export interface CacheMode {
  /** Make no requests (ATIP_OFFLINE). */
  isOffline: boolean
  /** Revalidate although the cache is fresh (ATIP_REFRESH). */
  isRefresh: boolean
}

export interface CachedAnswer {
  /** 200 or 404. */
  status: number
  bytes: Buffer
  /** Set if the server was queried and failed; the answer is then the cached one. */
  problem?: RegistryError
}

export interface CachedFetchOptions extends FetchOptions {
  /** Answers that were confirmed longer ago, in milliseconds, are not used, even offline. */
  staleLimit: number
}

export interface HttpCache {
  /** With `isAsked`, revalidates even a fresh response. Throws a RegistryError. */
  get(url: string, options: CachedFetchOptions, isAsked?: boolean): Promise<CachedAnswer>
  /** A file with a known SHA-256 never changes, so it is fetched once. Throws a RegistryError. */
  byDigest(url: string, digest: string, options: FetchOptions): Promise<Buffer>
  /** For a bad answer: the next request goes to the server. */
  forget(url: string): void
  removeOld(): void
}

const HOUR = 60 * 60 * 1_000
/** RFC 4.7, for servers without caching headers. */
const FRESH = 24 * HOUR
const FRESH_ABSENT = HOUR / 6
/** Files that were not written for this long are removed. */
const OLD = 28 * 24 * HOUR

/** The metadata of a response. The body is stored by its SHA-256, so that the two cannot get out of step. */
interface Entry {
  url: string
  status: number
  digest: string
  /** When the server last confirmed the response. */
  confirmed: number
  policy: CachePolicy.CachePolicyObject
}

/** An HTTP cache on disk. Adds to `http-cache-semantics` what it leaves to its caller. */
export function openHttpCache(folder: string, { isOffline, isRefresh }: CacheMode, now = () => Date.now()): HttpCache {
  const bodies = openStore(join(folder, 'bodies'))
  const entries = join(folder, 'entries')
  const running = new Map<string, Promise<unknown>>()

  const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
  const fileOf = (url: string) => join(entries, `${createHash('sha256').update(url).digest('hex')}.json`)

  const read = (url: string): (Entry & { bytes: Buffer }) | undefined => {
    try {
      const entry = JSON.parse(readFileSync(fileOf(url), 'utf8')) as Entry
      const bytes = bodies.read(entry.digest)
      return entry.url === url && bytes !== undefined ? { ...entry, bytes } : undefined
    } catch {
      return undefined
    }
  }
  const write = (url: string, status: number, bytes: Buffer, policy: CachePolicy) => {
    const entry: Entry = { url, status, digest: bodies.write(bytes), confirmed: now(), policy: policy.toObject() }
    ifWritable(() => {
      mkdirSync(entries, { recursive: true, mode: 0o700 })
      writeWhole(fileOf(url), JSON.stringify(entry), { sync: false, mode: 0o600 })
    })
  }

  const ask = async (
    url: string,
    { staleLimit, ...options }: CachedFetchOptions,
    isAsked: boolean,
  ): Promise<CachedAnswer> => {
    const known = read(url)
    const age = known === undefined ? Infinity : now() - known.confirmed
    if (isOffline) {
      if (known !== undefined && age < staleLimit) return known
      throw new RegistryError('offline', `${url} is not in the cache, and ATIP_OFFLINE is set`)
    }
    // A dynamic import keeps the package cheap to import.
    const { default: Policy } = await import('http-cache-semantics')
    const request = requestFor(url, options)
    const policy = known && Policy.fromObject(known.policy)
    if (known !== undefined && !isRefresh && !isAsked && age < staleLimit && isFresh(known, policy!, request, age))
      return known
    try {
      const answer = await fetchBounded(url, {
        ...options,
        headers: { ...options.headers, ...(policy ? conditions(policy, request) : {}) },
      })
      if (answer.status === 304 && known !== undefined) {
        const next = policy!.revalidatedPolicy(request, {
          status: 304,
          headers: confirmedHeaders(policy!, answer),
        }).policy
        write(url, known.status, known.bytes, next)
        return known
      }
      if (answer.status !== 200 && answer.status !== 404) throw statusError(url, answer)
      const fresh = new Policy(request, { status: answer.status, headers: answer.headers }, { shared: false })
      const bytes = answer.status === 200 ? answer.bytes : Buffer.alloc(0)
      if (fresh.storable()) write(url, answer.status, bytes, fresh)
      return { status: answer.status, bytes }
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error
      // Use stale responses for a while: a registry that is down must not stop work.
      const isTransient = TRANSIENT.includes(error.code)
      if (known === undefined || !isTransient || age >= staleLimit) throw error
      return { status: known.status, bytes: known.bytes, problem: error }
    }
  }
  return {
    get: (url, options, isAsked = false) => once(url, () => ask(url, options, isAsked)),
    byDigest: (url, digest, options) =>
      once(digest, async () => {
        const stored = bodies.read(digest)
        if (stored !== undefined) return stored
        if (isOffline) throw new RegistryError('offline', `${url} is not in the cache, and ATIP_OFFLINE is set`)
        const answer = await fetchBounded(url, options)
        if (answer.status !== 200) throw statusError(url, answer)
        const found = createHash('sha256').update(answer.bytes).digest('hex')
        if (found !== digest) {
          throw new RegistryError(
            'digest',
            `${url} is not the file that the manifest names: its SHA-256 is ${found}, not ${digest}`,
          )
        }
        bodies.write(answer.bytes)
        return answer.bytes
      }),
    forget: (url) => ifWritable(() => rmSync(fileOf(url), { force: true })),
    removeOld: () => bodies.removeOld(OLD),
  }
}

const TRANSIENT: readonly string[] = ['unreachable', 'timeout', 'cut-short', 'status', 'too-large', 'redirect']

function requestFor(url: string, { headers = {} }: FetchOptions): CachePolicy.Request {
  return { url: new URL(url).pathname, method: 'GET', headers: { host: new URL(url).host, ...headers } }
}

function isFresh({ status }: Entry, policy: CachePolicy, request: CachePolicy.Request, age: number): boolean {
  const { 'cache-control': control, expires } = policy.responseHeaders()
  const isTold = control !== undefined || expires !== undefined
  if (isTold) return policy.satisfiesWithoutRevalidation(request)
  return age < (status === 404 ? FRESH_ABSENT : FRESH)
}

function conditions(policy: CachePolicy, request: CachePolicy.Request): Record<string, string> {
  const { 'if-none-match': tag, 'if-modified-since': since } = policy.revalidationHeaders(request)
  return {
    ...(tag !== undefined && { 'if-none-match': String(tag) }),
    ...(since !== undefined && { 'if-modified-since': String(since) }),
  }
}

/** A 304 may leave out the validators (RFC 9110 15.4.5): those of the stored answer, which it confirms, remain. */
function confirmedHeaders(policy: CachePolicy, { headers }: RegistryAnswer): CachePolicy.Headers {
  const { etag, 'last-modified': modified } = policy.responseHeaders()
  return { ...(etag && { etag }), ...(modified && { 'last-modified': modified }), ...headers }
}

function statusError(url: string, { status }: RegistryAnswer): RegistryError {
  if (status === 401 || status === 403) {
    return new RegistryError('auth', `${url} refuses access (status ${status}): is the right token set?`)
  }
  return new RegistryError('status', `${url} answers with status ${status}`)
}
