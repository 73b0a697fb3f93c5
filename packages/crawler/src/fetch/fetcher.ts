import { createHash, type Hash } from 'node:crypto'
import { closeSync, existsSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { isObject } from '@atip/protocol'
import { CrawlFailure } from '../failure.js'
import { readBody } from './read-body.js'
import type { Get } from './request.js'

/** A digest that a source states for the bytes of a URL. */
export interface Digest {
  algorithm: 'sha256' | 'sha512' | 'sha1'
  hex: string
}

export interface WantedFile {
  url: string
  digest?: Digest
  headers?: Record<string, string>
}

export interface Downloaded {
  path: string
  sha256: string
}

export interface Fetcher {
  /** A text that changes: requested each time, but only transferred if it changed. */
  text(url: string, options?: { headers?: Record<string, string>; maxBytes?: number }): Promise<string>
  /** A file, stored by its hash. With a known digest, it is fetched only once. */
  download(wanted: WantedFile): Promise<Downloaded>
  /** The traffic so far. */
  readonly traffic: { requests: number; unchanged: number; bytes: number }
}

export interface FetcherSettings {
  folder: string
  get: Get
  downloadBytes: number
  stallMs: number
  signal?: AbortSignal
}

/** The record of an earlier response. */
interface Known {
  url: string
  sha256: string
  etag?: string
  modified?: string
}

const TEXT_BYTES = 64_000_000

/**
 * Stores responses below a folder: `bytes` by SHA-256, `answers` by URL, `digests` by the digests that sources state.
 */
export function createFetcher({ folder, get, downloadBytes, stallMs, signal }: FetcherSettings): Fetcher {
  const places = { bytes: join(folder, 'bytes'), answers: join(folder, 'answers'), digests: join(folder, 'digests') }
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true })
  const traffic = { requests: 0, unchanged: 0, bytes: 0 }
  const pathOf = (sha256: string) => join(places.bytes, sha256)
  const stored = (sha256: string): Downloaded | undefined =>
    /^[0-9a-f]{64}$/.test(sha256) && existsSync(pathOf(sha256)) ? { path: pathOf(sha256), sha256 } : undefined

  /** Fetches a URL with a conditional request. Returns the stored bytes if they are current. */
  async function current({ url, headers = {}, digest }: WantedFile, maxBytes: number): Promise<Downloaded> {
    const record = join(places.answers, `${shortHash([url, headers])}.json`)
    const known = knownIn(record)
    const kept = known === undefined ? undefined : stored(known.sha256)
    const conditions = kept === undefined ? {} : conditionsOf(known!)
    traffic.requests++
    const response = await get(url, { headers: { ...headers, ...conditions }, ...(signal && { signal }) })
    if (response.status === 304) {
      if (kept === undefined) throw new CrawlFailure('bad-answer', `GET ${url}: 304 although nothing is known`)
      traffic.unchanged++
      return kept
    }
    const downloaded = await keep(response, maxBytes, digest)
    const etag = response.headers.get('etag')
    const modified = response.headers.get('last-modified')
    const now: Known = { url, sha256: downloaded.sha256, ...(etag && { etag }), ...(modified && { modified }) }
    writeWhole(record, JSON.stringify(now), { sync: false })
    return downloaded
  }

  /** Writes a body to a draft, and links it to its final name when it is complete and correct. */
  async function keep(response: Response, maxBytes: number, digest?: Digest): Promise<Downloaded> {
    const draft = join(places.bytes, `.${process.pid}-${drafts++}.part`)
    const hash = createHash('sha256')
    const check = digest === undefined ? undefined : createHash(digest.algorithm)
    const file = openSync(draft, 'wx')
    try {
      for await (const chunk of readBody(response, { maxBytes, stallMs })) {
        traffic.bytes += chunk.byteLength
        hash.update(chunk)
        check?.update(chunk)
        for (let at = 0; at < chunk.byteLength;) at += writeSync(file, chunk, at)
        signal?.throwIfAborted()
      }
      assertDigest(check, digest, response.url)
      const sha256 = hash.digest('hex')
      try {
        linkSync(draft, pathOf(sha256))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      return { path: pathOf(sha256), sha256 }
    } finally {
      closeSync(file)
      rmSync(draft, { force: true })
    }
  }

  /** Stored files are not requested again, and concurrent requests for a file share one download. */
  const underWay = new Map<string, Promise<Downloaded>>()
  async function downloaded(wanted: WantedFile): Promise<Downloaded> {
    const { digest } = wanted
    const alias = digest && digest.algorithm !== 'sha256' ? join(places.digests, nameOf(digest)) : undefined
    const sha256 = alias === undefined ? digest?.hex : textIn(alias)
    const kept = sha256 === undefined ? undefined : stored(sha256)
    if (kept !== undefined) return kept
    const fresh = await current(wanted, downloadBytes)
    if (digest?.algorithm === 'sha256' && fresh.sha256 !== digest.hex) {
      throw mismatch(wanted.url, digest, fresh.sha256)
    }
    if (alias !== undefined) writeWhole(alias, fresh.sha256, { sync: false })
    return fresh
  }

  return {
    traffic,
    async text(url, { headers, maxBytes = TEXT_BYTES } = {}) {
      const { path } = await current({ url, ...(headers && { headers }) }, maxBytes)
      return readFileSync(path, 'utf8')
    },
    download(wanted) {
      const key = shortHash(wanted)
      let promise = underWay.get(key)
      if (promise === undefined) {
        promise = downloaded(wanted).finally(() => underWay.delete(key))
        underWay.set(key, promise)
      }
      return promise
    },
  }
}

let drafts = 0

function assertDigest(check: Hash | undefined, digest: Digest | undefined, url: string): void {
  const found = check?.digest('hex')
  if (found !== undefined && found !== digest!.hex) throw mismatch(url, digest!, found)
}

function mismatch(url: string, { algorithm, hex }: Digest, found: string): CrawlFailure {
  const message = `GET ${url}: the ${algorithm} must be ${hex}; found ${found}`
  return new CrawlFailure('hash-mismatch', message)
}

const nameOf = ({ algorithm, hex }: Digest) => `${algorithm}-${hex.replace(/[^0-9a-f]/g, '_')}`

function conditionsOf({ etag, modified }: Known): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function knownIn(file: string): Known | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(value) && typeof value.sha256 === 'string' ? (value as unknown as Known) : undefined
  } catch {
    return undefined
  }
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)
}
