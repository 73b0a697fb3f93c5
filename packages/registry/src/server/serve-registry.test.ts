import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newMinisignKey } from '../../testing/minisign-key.js'
import { hexOf, plant, shimFor } from '../../testing/shims.js'
import { assetsFolder } from '../page/assets.js'
import {
  buildRegistry,
  minisignSigner,
  readQueue,
  serveRegistry,
  type RegistryServer,
  type RegistryServeOptions,
} from '../index.js'

const home = mkdtempSync(join(tmpdir(), 'registry-server-'))
const [source, folder] = [join(home, 'source'), join(home, 'registry')]
const key = newMinisignKey()
let server: RegistryServer | undefined

beforeAll(async () => {
  plant(source, 'curl', 'curl', { description: 'x'.repeat(3_000) })
  await buildRegistry({ source, target: folder, name: 'Test', url: 'https://registry.example' })
  writeFileSync(join(home, 'secret.txt'), 'secret')
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'index.html'), '<title>x</title>')
  symlinkSync('../../secret.txt', join(folder, 'pages/secret.txt'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(async () => {
  await server?.close()
  server = undefined
})

const start = async (options: Partial<RegistryServeOptions> = {}) => {
  server = await serveRegistry({ folder, ...options })
  return (path: string, init?: RequestInit) => fetch(server!.url + path, init)
}
const shim = `/shims/sha256/${hexOf('curl')}.json`

test('files come with a strong ETag, and who has them already gets no body', async () => {
  const ask = await start()
  const first = await ask(shim, { headers: { 'accept-encoding': 'identity' } })
  expect(await first.text()).toBe(readFileSync(join(folder, shim), 'utf8'))
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800')
  const plain = { 'accept-encoding': 'identity' }
  expect((await ask(shim, { headers: { ...plain, 'if-none-match': etag } })).status).toBe(304)
  expect((await ask(shim, { headers: { ...plain, 'if-none-match': '"x", W/' + etag } })).status).toBe(304)
  expect((await ask(shim, { headers: { ...plain, 'if-none-match': '"x"' } })).status).toBe(200)
  const head = await ask(shim, { method: 'HEAD', headers: plain })
  expect([head.headers.get('content-length'), await head.text()]).toEqual([first.headers.get('content-length'), ''])
  const other = await ask(shim, { headers: { 'accept-encoding': 'br' } })
  expect(other.headers.get('etag')).not.toBe(etag)
})

test('text is compressed as the client likes it', async () => {
  await start()
  const raw = (encoding: string) =>
    new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      get(server!.url + shim, { headers: { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        )
      }).on('error', reject)
    })
  const expected = readFileSync(join(folder, shim))
  const br = await raw('gzip, br')
  expect([br.encoding, brotliDecompressSync(br.bytes).equals(expected)]).toEqual(['br', true])
  expect((await raw('gzip')).encoding).toBe('gzip')
  expect((await raw('br;q=0, gzip;q=0')).encoding).toBeUndefined()
})

test('a new build is served at once', async () => {
  const ask = await start()
  const path = '/index.html'
  expect(await (await ask('/')).text()).toBe('<title>x</title>')
  writeFileSync(join(folder, path), '<title>y</title>')
  expect(await (await ask(path)).text()).toBe('<title>y</title>')
})

test.each([
  '/.build/state-1.json',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/pages/secret.txt',
  '/shims',
  '/shims/',
  '//etc/passwd',
  '/.well-known',
  '/a%00b',
])('%s is not served', async (path) => {
  await start()
  const status = await new Promise((resolve, reject) => {
    get(server!.url, { path }, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  expect(status).toBe(404)
})

test('a private registry wants a token, and shared caches must not keep its answers', async () => {
  const ask = await start({ tokens: ['one', 'two'] })
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  for (const init of [undefined, bearer(''), bearer('three'), { headers: { authorization: 'Basic one' } }]) {
    const response = await ask(shim, init)
    expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store'])
  }
  const response = await ask(shim, bearer('two'))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toMatch(/^private/)
  expect(response.headers.get('vary')).toContain('Authorization')
  expect((await ask('/-/health')).status).toBe(200)
})

test('pages come with their types, and with a policy that lets them load nothing from elsewhere', async () => {
  const ask = await start()
  const types = await Promise.all(
    [
      '/tools/curl.html',
      '/browse/c.html',
      `/${assetsFolder()}/page.css`,
      `/${assetsFolder()}/page/browser/main.js`,
    ].map(async (path) => {
      const { status, headers } = await ask(path)
      expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
      expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}/)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy.match(/[a-z]+:|https?|unsafe|\*/g)).toBeNull()
      return [headers.get('content-type'), headers.get('cache-control')]
    }),
  )
  expect(types).toEqual([
    ['text/html; charset=utf-8', 'public, max-age=300'],
    ['text/html; charset=utf-8', 'public, max-age=300'],
    ['text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])
})

test('health and metrics tell how it goes', async () => {
  const ask = await start()
  expect(await (await ask('/-/health')).json()).toMatchObject({ status: 'ok', serial: 1 })
  await ask('/nothing')
  const text = await (await ask('/-/metrics')).text()
  expect(text).toContain('atip_registry_requests_total{status="404"} 1')
  expect((await ask(shim, { method: 'DELETE' })).status).toBe(405)
})

test('signed shims are queued within limits, and nothing else is', async () => {
  const queue = join(home, 'queue')
  const submitters = { signers: [], minisignKeys: [key.publicKey] }
  const ask = await start({ queue: { folder: queue, submitters, perMinute: 7, mostWaiting: 1 } })
  const text = JSON.stringify(shimFor('jq', 'jq'))
  const { minisig } = await minisignSigner(key.secretKey).sign(Buffer.from(text))
  const { minisig: strange } = await minisignSigner(newMinisignKey().secretKey).sign(Buffer.from(text))
  const post = async (body: unknown) => {
    const response = await ask('/submit', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return response.status
  }
  expect(await post('{')).toBe(400)
  expect(await post({ shim: '{}', minisig })).toBe(422)
  expect(await post({ shim: text })).toBe(403)
  expect(await post({ shim: text, minisig: strange })).toBe(403)
  expect(readQueue(queue)).toEqual([])
  expect(await post({ shim: text, minisig })).toBe(202)
  expect(await post({ shim: text, minisig })).toBe(200)
  expect(readQueue(queue)).toMatchObject([
    { tool: { binary: { name: 'jq' } }, submitter: { identity: expect.stringMatching(/^minisign/) } },
  ])
  const other = JSON.stringify(shimFor('yq', 'yq'))
  const signed = { shim: other, ...(await minisignSigner(key.secretKey).sign(Buffer.from(other))) }
  expect(await post(signed)).toBe(503)
  expect(await post(signed)).toBe(429)
  await server!.close()
  const again = await start({ queue: { folder: queue, submitters } })
  expect((await again('/submit', { method: 'POST', body: 'x'.repeat(2_000_000) })).status).toBe(413)
})
