import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFetcher } from './fetcher.js'
import { createRateLimit } from './rate-limit.js'
import { createGet } from './request.js'

let server: Server
let folder: string
let asked: string[] = []
let answers: Record<string, (response: import('node:http').ServerResponse) => void> = {}
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    const answer = answers[request.url!]
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  answers = {}
  folder = mkdtempSync(join(tmpdir(), 'atip-fetch-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const fetcher = (more: { downloadBytes?: number; stallMs?: number } = {}) =>
  createFetcher({
    folder,
    get: createGet({ limit: createRateLimit(() => 10_000), timeoutMs: 2_000, userAgent: 'test' }),
    downloadBytes: 1_000_000,
    stallMs: 2_000,
    ...more,
  })

describe('a download', () => {
  test('with a digest is asked for once, by several at a time and by later ones', async () => {
    answers['/a'] = (response) => response.end('hello')
    const wanted = { url: url('/a'), digest: { algorithm: 'sha256' as const, hex: sha256('hello') } }
    const one = fetcher()
    const found = await Promise.all([one.download(wanted), one.download(wanted), one.download(wanted)])
    expect(new Set(found.map(({ path }) => readFileSync(path, 'utf8')))).toEqual(new Set(['hello']))
    await fetcher().download(wanted)
    expect(asked).toEqual(['/a'])
  })

  test.each(['sha256', 'sha512', 'sha1'] as const)('with another %s than promised is not kept', async (algorithm) => {
    answers['/a'] = (response) => response.end('evil')
    const digest = { algorithm, hex: createHash(algorithm).update('good').digest('hex') }
    await expect(fetcher().download({ url: url('/a'), digest })).rejects.toMatchObject({
      code: 'hash-mismatch',
      isPassing: false,
    })
    await expect(fetcher().download({ url: url('/a'), digest })).rejects.toMatchObject({ code: 'hash-mismatch' })
  })

  test.each<[string, (response: import('node:http').ServerResponse) => void, object]>([
    [
      'announces a length over the limit',
      (r) => r.writeHead(200, { 'content-length': 5_000_000 }).write('x'),
      { code: 'limit' },
    ],
    ['does not end', (r) => void setInterval(() => r.write('x'.repeat(60_000)), 5).unref(), { code: 'limit' }],
    [
      'breaks off',
      (r) => (r.writeHead(200, { 'content-length': 100 }).write('x'), setTimeout(() => r.destroy(), 20)),
      { code: 'network', isPassing: true },
    ],
    ['stalls', (r) => r.write('x'), { code: 'network', isPassing: true }],
    [
      'is busy',
      (r) => r.writeHead(429, { 'retry-after': '3' }).end(),
      { code: 'rate-limited', isPassing: true, retryAfterMs: 3_000 },
    ],
    [
      'has used up its limit',
      (r) => r.writeHead(403, { 'x-ratelimit-remaining': '0', 'retry-after': '1' }).end(),
      { code: 'rate-limited', isPassing: true },
    ],
    ['is not there', (r) => r.writeHead(404).end(), { code: 'not-found', isPassing: false }],
    ['leads to a file', (r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(), { code: 'network' }],
    ['fails', (r) => r.writeHead(500).end(), { code: 'network', isPassing: true }],
  ])('that %s is a failure with a reason, and leaves nothing', async (_, answer, failure) => {
    answers['/a'] = answer
    await expect(fetcher({ stallMs: 150 }).download({ url: url('/a') })).rejects.toMatchObject(failure)
    expect(readdirSync(join(folder, 'bytes'))).toEqual([])
  })

  test('from anywhere but http is refused', async () => {
    for (const other of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'nonsense']) {
      await expect(fetcher().download({ url: other })).rejects.toMatchObject({ code: 'bad-answer' })
    }
  })
})

test('requests to one host are spaced out, and a pause holds for all', async () => {
  let now = 0
  const limit = createRateLimit(
    () => 1_000,
    () => now,
  )
  const times: number[] = []
  const begin = performance.now()
  for (let index = 0; index < 3; index++) {
    await limit.wait('a')
    times.push(now)
    now += 10
  }
  limit.pause('a', 40)
  await limit.wait('a')
  await limit.wait('b')
  expect(performance.now() - begin).toBeGreaterThanOrEqual(39)
})
