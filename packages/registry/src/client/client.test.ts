import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHostileServer, type Handler, type HostileServer } from '../../testing/hostile-server.js'
import { newMinisignKey } from '../../testing/minisign-key.js'
import { hashOf, hexOf, plant } from '../../testing/shims.js'
import {
  buildRegistry,
  createClient,
  MANIFEST_PATH,
  minisignSigner,
  readRegistriesFile,
  readShimRecord,
  sigstoreSigner,
  syncPrograms,
  verifySignatures,
  type RegistryBuildOptions,
  type ClientOptions,
} from '../index.js'

const home = mkdtempSync(join(tmpdir(), 'registry-client-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const key = newMinisignKey()
const stranger = newMinisignKey()
const NOW = new Date('2026-01-15T10:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

let count = 0
let folder = ''
let source = ''
let target = ''
let server: HostileServer
beforeEach(async () => {
  folder = join(home, String(count++))
  source = join(folder, 'source')
  target = join(folder, 'registry')
  mkdirSync(target, { recursive: true })
  server = await startHostileServer(target)
})
afterEach(() => server.close())

const build = (options: Partial<RegistryBuildOptions> = {}) =>
  buildRegistry({
    source,
    target,
    name: 'Test',
    url: server.url,
    signer: minisignSigner(key.secretKey),
    trust: { signers: [], minisignKeys: [key.publicKey] },
    signShims: true,
    now: NOW,
    ...options,
  })

const configured = (fields: Record<string, unknown> = {}) =>
  readRegistriesFile(
    JSON.stringify({
      registries: [
        { name: 'Test', url: server.url, requireSignatures: true, minisignKeys: [key.publicKey], ...fields },
      ],
    }),
    'registries.json',
  ).registries

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({
    registries: configured(),
    folders: { data: join(folder, 'data'), cache: join(folder, 'cache') },
    now: () => NOW,
    limits: { milliseconds: 1_000 },
    ...options,
  })

const curl = { hash: hashOf('curl'), name: 'curl' }
const found = async (options?: Partial<ClientOptions>) => {
  const { shim, problems } = await client(options).lookUp(curl)
  return { description: shim?.tool.description, problems: problems.map(({ code }) => code) }
}

describe('looking up', () => {
  test('a shim is found by hash and name, with who vouches for it', async () => {
    plant(source, 'curl', 'curl', { trust: { source: 'org' } })
    plant(source, 'wget', 'wget')
    plant(source, 'busybox', 'busybox', { binary: { aliases: ['ls'] } })
    await build()
    const one = client()
    const signer = { identity: expect.stringMatching(/^minisign:/) }
    expect((await one.lookUp(curl)).shim).toMatchObject({ isTrusted: true, signer, registry: { name: 'Test' } })
    // The registry vouches for the shim, but it is only inferred.
    expect((await one.lookUp({ hash: hashOf('wget'), name: 'wget' })).shim).toMatchObject({ isTrusted: false, signer })
    expect((await one.lookUp({ hash: hashOf('busybox'), name: 'ls' })).shim?.tool.name).toBe('ls')
    expect(await one.lookUp({ hash: hashOf('busybox'), name: 'rm' })).toEqual({ isNotApproved: false, problems: [] })
    expect(await one.lookUp({ hash: hashOf('other'), name: 'curl' })).toEqual({ isNotApproved: false, problems: [] })
  })

  test('exactly the bytes that were signed arrive', async () => {
    const file = plant(source, 'curl', 'curl', { description: 'ünïcödé \u2028 "x"' })
    await build()
    expect(Buffer.from((await client().lookUp(curl)).shim!.bytes).equals(readFileSync(file))).toBe(true)
  })

  test('without a list of signers nothing is trusted, and with a demand for signatures nothing is used', async () => {
    plant(source, 'curl', 'curl', { trust: { source: 'org' } })
    await build()
    const open = configured({ minisignKeys: [], requireSignatures: false })
    expect((await client({ registries: open }).lookUp(curl)).shim).toMatchObject({ isTrusted: false })
    expect(await found({ registries: configured({ minisignKeys: [] }) })).toEqual({ problems: ['unsigned'] })
  })

  test('registries are asked in their order', async () => {
    plant(source, 'curl', 'curl', { description: 'First' })
    await build()
    const other = join(folder, 'other')
    mkdirSync(other)
    const second = await startHostileServer(other)
    plant(join(folder, 'more'), 'curl', 'curl', { description: 'Second' })
    plant(join(folder, 'more'), 'wget', 'wget', { description: 'Only there' })
    await build({ source: join(folder, 'more'), target: other, url: second.url })
    const both = [...configured(), ...configured({ url: second.url })]
    const one = client({ registries: both })
    expect((await one.lookUp(curl)).shim?.tool.description).toBe('First')
    expect((await one.lookUp({ hash: hashOf('wget'), name: 'wget' })).shim?.tool.description).toBe('Only there')
    second.close()
  })

  test('a registry that has only what the RFC asks for can be used', async () => {
    const hex = hexOf('curl')
    const { secretKey } = key
    mkdirSync(join(target, '.well-known'))
    mkdirSync(join(target, 'shims/sha256'), { recursive: true })
    const manifest = {
      registry: { name: 'Plain' },
      endpoints: { shims: '/shims/sha256/{hash}.json', minisign: '/shims/sha256/{hash}.json.minisig' },
    }
    writeFileSync(join(target, MANIFEST_PATH), JSON.stringify(manifest))
    const shim = readFileSync(plant(source, 'curl', 'curl', { trust: { source: 'community' } }))
    writeFileSync(join(target, `shims/sha256/${hex}.json`), shim)
    writeFileSync(
      join(target, `shims/sha256/${hex}.json.minisig`),
      (await minisignSigner(secretKey).sign(shim)).minisig!,
    )
    const open = configured({ requireSignatures: false })
    expect((await client({ registries: open }).lookUp(curl)).shim).toMatchObject({ isTrusted: true })
    expect((await client({ registries: open }).lookUp({ hash: hashOf('none'), name: 'none' })).shim).toBeUndefined()
    writeFileSync(join(target, `shims/sha256/${hex}.json`), `${shim.toString()} `)
    expect(await found({ registries: open, env: { ATIP_REFRESH: '1' } })).toEqual({ problems: ['signature'] })
  })
})

/** Each case: how the answer is changed, and what the client must report. Afterwards the registry is as before. */
const flip = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy[Math.floor(copy.length / 2)]! ^= 1
  return copy
}
const send =
  (change: (bytes: Buffer) => Buffer | string): Handler =>
  (_, response, bytes) =>
    void response.end(change(bytes ?? Buffer.alloc(0)))

describe('tampering', () => {
  const setUp = async () => {
    plant(source, 'curl', 'curl', { description: 'Old', trust: { source: 'org' } })
    await build()
    expect(await found()).toEqual({ description: 'Old', problems: [] })
    plant(source, 'curl', 'curl', { description: 'New', trust: { source: 'org' } })
    await build({ now: NOW })
  }

  test.each<[string, RegExp, Handler, string, RegExp]>([
    ['a byte of a pack', /^\/packs\/all/, send(flip), 'digest', /not the file that the manifest names/],
    ['a byte of the index of packs', /^\/packs\/index/, send(flip), 'digest', /not the file that the manifest names/],
    [
      'a byte of the manifest',
      /atip-registry/,
      send((bytes) => bytes.toString().replace('Test', 'Tent')),
      'unsigned',
      /no signature for the manifest .* as it was served/,
    ],
    ['no JSON as a manifest', /atip-registry/, send(() => '<html>'), 'format', /no JSON/],
    ['a byte of a signature', /^\/signatures/, send(flip), 'signature', /manifest .* not accepted/],
    ['a 500', /atip-registry/, (_, response) => void response.writeHead(500).end(), 'status', /status 500/],
    ['a hang', /atip-registry/, () => {}, 'timeout', /did not answer within 1 s/],
    [
      'a hang in the middle',
      /atip-registry/,
      (_, response, bytes) =>
        void response.writeHead(200, { 'content-length': String(bytes!.length) }).write(bytes!.subarray(0, 50)),
      'timeout',
      /within 1 s/,
    ],
    ['200 MB of zeros', /atip-registry/, (_, response) => zeros(response, 200), 'too-large', /more than \d+ bytes/],
    [
      '200 MB that are announced',
      /atip-registry/,
      (_, response) => void response.writeHead(200, { 'content-length': '200000000' }).write('x'),
      'too-large',
      /more than \d+ bytes/,
    ],
    [
      'a gzip bomb',
      /atip-registry/,
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
      'too-large',
      /more than \d+ bytes/,
    ],
    [
      'a truncated answer',
      /atip-registry/,
      (_, response, bytes) => {
        response.writeHead(200, { 'content-length': String(bytes!.length) }).write(bytes!.subarray(0, 50))
        setTimeout(() => response.destroy(), 50)
      },
      'cut-short',
      /cut short/,
    ],
    ['a truncated pack', /^\/packs\/all/, send((bytes) => bytes.subarray(0, 20)), 'digest', /not the file/],
    [
      'a redirect to nowhere',
      /atip-registry/,
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
      'redirect',
      /not followed/,
    ],
    [
      'a redirect to another scheme',
      /atip-registry/,
      (_, response) => void response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      'redirect',
      /not followed/,
    ],
    [
      'a redirect in a circle',
      /atip-registry/,
      (request, response) => void response.writeHead(302, { location: request.url! }).end(),
      'redirect',
      /not followed/,
    ],
  ])('%s is refused, and the good data of before stays in use', async (_, path, handler, code, message) => {
    await setUp()
    server.answer(path, handler)
    const one = client({ env: { ATIP_REFRESH: '1' } })
    const { shim, problems } = await one.lookUp(curl)
    const told = [...problems, ...(await one.open()).flatMap(({ problem }) => problem ?? [])]
    expect(told.map((problem) => problem.code)).toContain(code)
    expect(told.find((problem) => problem.code === code)!.message).toMatch(message)
    // The previous manifest is still good, so its pack is used. If only the pack is bad, there is no fallback.
    expect(shim?.tool.description).toBe(path.source.includes('pack') ? undefined : 'Old')
    server.answer(path, undefined)
    expect(await found({ env: { ATIP_REFRESH: '1' } })).toEqual({ description: 'New', problems: [] })
  })

  test('what was stored for the machine stays in use, whatever is served', async () => {
    await setUp()
    const data = join(folder, 'data')
    const file = join(data, `shims/sha256/${hexOf('curl')}.json`)
    const sync = (env = {}) => syncPrograms(client({ env }), [curl], { data, now: NOW })
    expect(await sync({ ATIP_REFRESH: '1' })).toMatchObject({ found: 1, trusted: 1, problems: [] })
    const stored = readFileSync(file)
    expect(readShimRecord(file, stored)).toMatchObject({ isTrusted: true, registry: { url: server.url } })
    plant(source, 'curl', 'curl', { description: 'Newer', trust: { source: 'org' } })
    await build({ now: NOW })
    for (const path of [/atip-registry/, /^\/signatures/, /^\/packs/]) {
      server.answer(path, send(flip))
      expect((await sync({ ATIP_REFRESH: '1' })).problems).not.toEqual([])
      expect(readFileSync(file).equals(stored)).toBe(true)
      expect(readShimRecord(file, stored)).toMatchObject({ isTrusted: true })
    }
    server.answer(/x/, undefined)
    await sync({ ATIP_REFRESH: '1' })
    expect(JSON.parse(readFileSync(file, 'utf8')).description).toBe('Newer')
  })

  test('a byte of the filter', async () => {
    await setUp()
    for (let number = 0; number < 30; number++) plant(source, `program ${number}`, 'x')
    await build()
    server.answer(/^\/filter/, send(flip))
    const { problems } = await client({ env: { ATIP_REFRESH: '1' } }).lookUp(curl)
    expect(problems).toMatchObject([{ code: 'digest', message: expect.stringContaining('/filter/') }])
  })

  test('a shim served under another hash', async () => {
    plant(source, 'curl', 'curl')
    await build()
    // The publisher refuses such a shim, so the test forges the registry: everything except the hash is consistent.
    const { encodePack, encodePackIndex } = await import('../format/pack.js')
    const bytes = encodePack([
      { hash: curl.hash, shim: readFileSync(plant(source, 'wget', 'wget'), 'utf8'), signatures: {} },
    ])
    const digest = createHash('sha256').update(bytes).digest('hex')
    const index = encodePackIndex(0, new Map([['all', digest]]))
    const manifest = JSON.parse(readFileSync(join(target, MANIFEST_PATH), 'utf8'))
    manifest.packs.index = { path: '/packs/lie.bin', sha256: createHash('sha256').update(index).digest('hex') }
    const text = Buffer.from(JSON.stringify(manifest))
    writeFileSync(join(target, `packs/all-${digest.slice(0, 32)}.jsonl.br`), bytes)
    writeFileSync(join(target, 'packs/lie.bin'), index)
    writeFileSync(
      join(target, `signatures/${createHash('sha256').update(text).digest('hex')}.minisig`),
      (await minisignSigner(key.secretKey).sign(text)).minisig!,
    )
    writeFileSync(join(target, MANIFEST_PATH), text)
    const { shim, problems } = await client().lookUp(curl)
    expect(shim).toBeUndefined()
    expect(problems).toMatchObject([{ code: 'hash', message: expect.stringContaining(hashOf('wget')) }])
  })

  test('an old manifest, another one with the same serial, and an expired one', async () => {
    plant(source, 'curl', 'curl', { description: 'Old' })
    await build()
    const old = readFileSync(join(target, MANIFEST_PATH))
    plant(source, 'curl', 'curl', { description: 'New' })
    await build()
    expect(await found()).toEqual({ description: 'New', problems: [] })
    const problemOf = async (options: Partial<ClientOptions> = {}) => {
      const one = client({ env: { ATIP_REFRESH: '1' }, ...options })
      const [registry] = await one.open()
      return { code: registry!.problem?.code, description: (await one.lookUp(curl)).shim?.tool.description }
    }
    const present = readFileSync(join(target, MANIFEST_PATH))
    writeFileSync(join(target, MANIFEST_PATH), old)
    expect(await problemOf()).toEqual({ code: 'rollback', description: 'New' })
    // An empty cache must not matter, because the accepted serial is not stored in the cache.
    rmSync(join(folder, 'cache'), { recursive: true })
    expect((await problemOf()).code).toBe('rollback')
    const twin = Buffer.from(JSON.stringify({ ...JSON.parse(present.toString()), twin: true }))
    writeFileSync(join(target, MANIFEST_PATH), twin)
    writeFileSync(
      join(target, `signatures/${createHash('sha256').update(twin).digest('hex')}.minisig`),
      (await minisignSigner(key.secretKey).sign(twin)).minisig!,
    )
    expect(await problemOf()).toEqual({ code: 'changed', description: 'New' })
    writeFileSync(join(target, MANIFEST_PATH), present)
    expect(await problemOf({ now: () => days(29) })).toEqual({ code: undefined, description: 'New' })
    expect(await problemOf({ now: () => days(31) })).toEqual({ code: 'expired', description: undefined })
  })

  test('a signer who is not on the list, and a good signature of another file', async () => {
    plant(source, 'curl', 'curl')
    await build()
    expect(await found({ registries: configured({ minisignKeys: [stranger.publicKey] }) })).toEqual({
      problems: ['signature'],
    })
    const manifest = readFileSync(join(target, MANIFEST_PATH))
    const file = join(target, `signatures/${createHash('sha256').update(manifest).digest('hex')}.minisig`)
    writeFileSync(file, (await minisignSigner(key.secretKey).sign(Buffer.from('another file'))).minisig!)
    const { problems } = await client().lookUp(curl)
    expect(problems).toMatchObject([
      { code: 'signature', message: expect.stringContaining('does not match this file') },
    ])
  })

  test('a shim that a maintainer signed is used if the manifest vouches for it, unless the signature is wrong', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string
    const maintainers = [
      minisignSigner(stranger.secretKey),
      sigstoreSigner({ privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string }, { services: {} }),
    ]
    const ours = {
      key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }),
    }
    const trust = {
      signers: [{ key: pem, log: 'optional' as const }],
      minisignKeys: [key.publicKey, stranger.publicKey],
    }
    for (const maintainer of maintainers) {
      const file = plant(source, 'curl', 'curl', { trust: { source: 'org' } })
      for (const [kind, text] of Object.entries(await maintainer.sign(readFileSync(file)))) {
        writeFileSync(`${file}.${kind}`, text as string)
      }
      await build({ trust })
      const known = { registries: configured({ signers: [ours] }) }
      const { shim, problems } = await client(known).lookUp(curl)
      expect(problems).toEqual([])
      expect(shim).toMatchObject({
        isTrusted: true,
        signer: { identity: (await minisignSigner(key.secretKey).own!()).identity },
      })
      for (const kind of ['minisig', 'bundle']) rmSync(`${file}.${kind}`, { force: true })
    }
    const other = await minisignSigner(stranger.secretKey).sign(Buffer.from('another file'))
    for (const [keys, isByStranger] of [
      [[key], true],
      [[key, stranger], false],
    ] as const) {
      const minisignKeys = keys.map(({ publicKey }) => publicKey)
      const verdict = await verifySignatures(Buffer.from('this file'), other, { signers: [], minisignKeys })
      expect(verdict).toMatchObject({ verified: false, isByStranger })
    }
    // Only the manifest vouches for a shim: one that is fetched by its hash needs a signature that is accepted here.
    const { packs: _, filters: __, ...plain } = JSON.parse(readFileSync(join(target, MANIFEST_PATH), 'utf8'))
    const bytes = Buffer.from(JSON.stringify({ ...plain, serial: 99 }))
    const signature = (await minisignSigner(key.secretKey).sign(bytes)).minisig!
    writeFileSync(join(target, MANIFEST_PATH), bytes)
    writeFileSync(join(target, `signatures/${createHash('sha256').update(bytes).digest('hex')}.minisig`), signature)
    const { shim, problems } = await client({ registries: configured({ signers: [ours] }) }).lookUp(curl)
    expect(shim).toBeUndefined()
    expect(problems).toMatchObject([{ code: 'signature', message: expect.stringContaining('not expected') }])
  })

  test('a redirect to another host is never followed, and with a token not even one to the same host', async () => {
    plant(source, 'curl', 'curl')
    await build()
    const seen: string[] = []
    const other = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`)
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const registries = configured({ auth: { type: 'bearer', tokenEnvVar: 'TEST_TOKEN' } })
    const to = (location: string) =>
      server.answer(/atip-registry/, (_, response) => void response.writeHead(302, { location }).end())
    to(`http://127.0.0.1:${port}/x`)
    expect(await found()).toEqual({ problems: ['redirect'] })
    expect(await found({ registries, env: { TEST_TOKEN: 'secret' } })).toEqual({ problems: ['redirect'] })
    expect(seen).toEqual([])
    to('/elsewhere')
    expect(await found({ registries, env: { TEST_TOKEN: 'secret' } })).toEqual({ problems: ['redirect'] })
    expect(server.requests).not.toContain('/elsewhere')
    other.closeAllConnections()
    other.close()
  })
})

/** 100 MB of zeros in 100 KB, with one layer of compression, which HTTP clients undo by themselves. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 ** 2))

function zeros(response: Parameters<Handler>[1], megabytes: number): void {
  let left = megabytes
  const more = () => {
    while (left-- > 0) if (!response.write(Buffer.alloc(1024 ** 2))) return void response.once('drain', more)
    response.end()
  }
  more()
}

describe('tokens, cache and surroundings', () => {
  test('a token comes from the environment and is sent to the registry alone', async () => {
    plant(source, 'curl', 'curl')
    await build()
    const registries = configured({ auth: { type: 'bearer', tokenEnvVar: 'TEST_TOKEN' } })
    const seen = new Set<string | undefined>()
    server.answer(/./, (request, response, bytes) => {
      seen.add(request.headers.authorization)
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
    })
    expect(await found({ registries })).toEqual({ problems: ['auth'] })
    expect(seen.size).toBe(0)
    expect((await found({ registries, env: { TEST_TOKEN: 'secret' } })).problems).toEqual([])
    expect([...seen]).toEqual(['Bearer secret'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.json')) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('secret')
    }
  })

  test('a warm cache asks only whether the manifest is still good, and offline no request is made', async () => {
    plant(source, 'curl', 'curl')
    await build()
    server.answer(/atip-registry/, (request, response, bytes) => {
      const etag = `"${createHash('sha256').update(bytes!).digest('hex')}"`
      const isSame = request.headers['if-none-match'] === etag
      response.writeHead(isSame ? 304 : 200, { etag, 'cache-control': 'max-age=3600' }).end(isSame ? undefined : bytes)
      statuses.push(isSame ? 304 : 200)
    })
    const statuses: number[] = []
    await found()
    const before = server.requests.length
    await found()
    expect(server.requests.length).toBe(before + 1)
    expect(statuses).toEqual([200, 304])
    await found({ env: { ATIP_REFRESH: '1' } })
    expect(statuses).toEqual([200, 304, 304])
    server.close()
    expect(await found({ env: { ATIP_OFFLINE: '1' } })).toMatchObject({ description: 'What curl is for', problems: [] })
    expect(await found({ env: { ATIP_REFRESH: '1' } })).toMatchObject({ description: 'What curl is for' })
    rmSync(join(folder, 'cache'), { recursive: true })
    expect((await found({ env: { ATIP_OFFLINE: '1' } })).problems).toEqual(['offline'])
  })

  test.each([
    ['last-modified', 'if-modified-since', 'Mon, 01 Jan 2024 00:00:00 GMT'],
    ['etag', 'if-none-match', '"1"'],
  ])('a 304 without validators keeps the %s of the answer that it confirms', async (header, condition, value) => {
    plant(source, 'curl', 'curl')
    await build()
    const statuses: number[] = []
    server.answer(/atip-registry/, (request, response, bytes) => {
      const isSame = request.headers[condition] === value
      response.writeHead(isSame ? 304 : 200, isSame ? {} : { [header]: value }).end(isSame ? undefined : bytes)
      statuses.push(isSame ? 304 : 200)
    })
    for (let round = 0; round < 4; round++) await found()
    expect(statuses).toEqual([200, 304, 304, 304])
  })

  test('cacheExpiry limits how long answers are used offline, and while the registry does not answer', async () => {
    plant(source, 'curl', 'curl')
    await build()
    const text = (cacheExpiry?: string) =>
      JSON.stringify({
        registries: [{ url: server.url, minisignKeys: [key.publicKey] }],
        ...(cacheExpiry && { defaults: { cacheExpiry } }),
      })
    const codes = async (age: number, cacheExpiry?: string) => {
      const { registries } = readRegistriesFile(text(cacheExpiry), 'registries.json')
      const [opened] = await client({ registries, now: () => days(age), env: { ATIP_OFFLINE: '1' } }).open()
      return opened!.problem?.code
    }
    const { registries } = readRegistriesFile(text(), 'registries.json')
    await client({ registries }).lookUp(curl)
    expect([await codes(0.4, '12h'), await codes(6.9), await codes(0.6, '12h')]).toEqual([
      undefined,
      undefined,
      'offline',
    ])
    await client({ registries }).lookUp(curl)
    expect(await codes(7.1)).toBe('offline')
    await client({ registries }).lookUp(curl)
    server.close()
    const unreachable = async (age: number) => {
      const strict = readRegistriesFile(text('12h'), 'registries.json').registries
      return await client({ registries: strict, now: () => days(age) })
        .cache.get(`${server.url}${MANIFEST_PATH}`, {
          limits: { bytes: 1_000_000, milliseconds: 1_000 },
          staleLimit: strict[0]!.cacheExpiry,
        })
        .then(
          ({ problem }) => (problem === undefined ? 'fresh' : 'stale'),
          (error: Error) => `refused: ${error.name}`,
        )
    }
    expect([await unreachable(0.4), await unreachable(0.6)]).toEqual(['stale', 'refused: RegistryError'])
  })

  test('damage in the cache is noticed and fetched again', async () => {
    plant(source, 'curl', 'curl')
    await build()
    await found()
    const bodies = join(folder, 'cache/registries/bodies')
    for (const name of readdirSync(bodies)) writeFileSync(join(bodies, name), flip(readFileSync(join(bodies, name))))
    expect(await found()).toEqual({ description: 'What curl is for', problems: [] })
  })

  test('a cache that cannot be written costs only further requests', async () => {
    plant(source, 'curl', 'curl')
    await build()
    writeFileSync(join(folder, 'no folder'), '')
    const folders = { data: join(folder, 'data'), cache: join(folder, 'no folder') }
    const report = await syncPrograms(client({ folders }), [curl], { data: folders.data, now: NOW })
    expect(report).toMatchObject({ found: 1, problems: [] })
  })

  test('the same question at the same time is asked once', async () => {
    plant(source, 'curl', 'curl')
    await build()
    const one = client()
    await Promise.all(Array.from({ length: 20 }, () => one.lookUp(curl)))
    expect(new Set(server.requests).size).toBe(server.requests.length)
  })

  test('no question of a scan tells a hash that the registry does not have', async () => {
    for (let number = 0; number < 300; number++) plant(source, `program ${number}`, `tool-${number}`)
    await build()
    const programs = Array.from({ length: 1_400 }, (_, number) => ({
      hash: hashOf(`program ${number}`),
      name: `tool-${number}`,
    }))
    const report = await syncPrograms(client(), programs, { data: join(folder, 'data'), now: NOW })
    expect(report).toMatchObject({ asked: 1_400, found: 300, problems: [] })
    const asked = server.requests.join('\n')
    for (const { hash } of programs) expect(asked).not.toContain(hash.slice(7, 7 + 12))
    // Packs are requested by one digit here, and only for hashes that the filter may contain.
    expect(server.requests.length).toBeLessThan(40)
  })

  test('what a registry withdraws goes, and what the user put there stays', async () => {
    plant(source, 'curl', 'curl')
    plant(source, 'wget', 'wget')
    await build()
    const data = join(folder, 'data')
    const programs = [curl, { hash: hashOf('own'), name: 'own' }]
    const own = join(data, 'shims/sha256', `${hexOf('own')}.json`)
    mkdirSync(join(data, 'shims/sha256'), { recursive: true })
    writeFileSync(own, '{}')
    await syncPrograms(client(), programs, { data, now: NOW })
    rmSync(join(source, `${hexOf('curl')}.json`))
    await build()
    const report = await syncPrograms(client({ env: { ATIP_REFRESH: '1' } }), programs, { data, now: NOW })
    expect(report).toMatchObject({ removed: 1, found: 0 })
    expect(readdirSync(join(data, 'shims/sha256'))).toEqual([`${hexOf('own')}.json`])
  })
})

describe('organisations', () => {
  const policy = (value: object) => writeFileSync(join(source, 'policy.json'), JSON.stringify({ policy: value }))
  const organisation = () => configured({ organization: true, priority: 900 })

  test('in allow-list mode the search ends, whatever the priorities are', async () => {
    plant(source, 'curl', 'curl', { trust: { source: 'org' } })
    policy({ approval: { mode: 'allowlist' } })
    await build()
    const other = join(folder, 'other')
    mkdirSync(other)
    const second = await startHostileServer(other)
    plant(join(folder, 'more'), 'nmap', 'nmap')
    await build({ source: join(folder, 'more'), target: other, url: second.url })
    const registries = [...configured({ url: second.url, priority: 1 }), ...organisation()]
    const one = client({ registries })
    expect(await one.lookUp({ hash: hashOf('nmap'), name: 'nmap' })).toEqual({ isNotApproved: true, problems: [] })
    expect((await one.lookUp(curl)).shim).toMatchObject({ registry: { organization: true } })
    // If the organisation cannot be reached and nothing is stored, nothing is approved.
    server.close()
    const folders = { data: join(folder, 'new'), cache: join(folder, 'new') }
    const fresh = await client({ registries, folders }).lookUp({ hash: hashOf('nmap'), name: 'nmap' })
    expect(fresh.isNotApproved).toBe(true)
    second.close()
  })

  test('a sync says which stored policy stays in use, and that everything is denied only where none is', async () => {
    plant(source, 'curl', 'curl', { trust: { source: 'org' } })
    policy({ approval: { mode: 'allowlist' } })
    await build()
    const data = join(folder, 'data')
    const sync = async (options: Partial<ClientOptions> = {}) => {
      const now = options.now?.() ?? NOW
      const one = client({ registries: organisation(), ...options })
      const { registries, ...counts } = await syncPrograms(one, [curl], { data, now })
      return { ...registries[0], unanswered: counts.unanswered, notApproved: counts.notApproved }
    }
    expect(await sync()).toMatchObject({ build: 1, policy: 'allowlist', unanswered: 0 })
    server.close()
    const expired = await sync({ now: () => days(40) })
    expect(expired).toMatchObject({ policy: 'allowlist', policyBuild: 1, expired: days(30).toISOString() })
    expect(expired.build).toBeUndefined()
    rmSync(join(folder, 'cache'), { recursive: true })
    expect(await sync()).toMatchObject({ build: 1, policy: 'allowlist', policyBuild: 1, unanswered: 1, notApproved: 0 })
    rmSync(data, { recursive: true })
    expect(await sync()).toMatchObject({ policy: 'unknown', unanswered: 1, notApproved: 0 })
  })

  test('programs that could not be asked about do not count as not approved', async () => {
    for (let number = 0; number < 40; number++) plant(source, `program ${number}`, 'x', { trust: { source: 'org' } })
    policy({ approval: { mode: 'allowlist' } })
    await build()
    server.answer(/\.jsonl/, (_, response) => response.writeHead(500).end())
    const programs = [
      { hash: hashOf('program 1'), name: 'x' },
      { hash: hashOf('other'), name: 'other' },
    ]
    const one = client({ registries: organisation() })
    const report = await syncPrograms(one, programs, { data: join(folder, 'data'), now: NOW })
    expect(report).toMatchObject({ asked: 2, unanswered: 1, notApproved: 1 })
  })

  test('its demands on signers hold for every registry', async () => {
    plant(source, 'curl', 'curl', { trust: { source: 'org' } })
    policy({ trust: { requireSignatures: true, allowedSigners: ['secops@acme.example'] } })
    await build()
    const { shim, problems } = await client({ registries: organisation() }).lookUp(curl)
    expect(shim).toBeUndefined()
    expect(problems).toMatchObject([{ code: 'policy', message: expect.stringContaining('minisign:') }])
  })

  test('a policy that cannot be read counts as an allow-list', async () => {
    plant(source, 'curl', 'curl')
    policy({ approval: { mode: 'open' } })
    await build()
    server.answer(
      /^\/policies/,
      send(() => '{}'),
    )
    expect(await client({ registries: organisation() }).lookUp({ hash: hashOf('x'), name: 'x' })).toMatchObject({
      isNotApproved: true,
    })
  })
})
