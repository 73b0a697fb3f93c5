import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tufHandlers } from '@tufjs/repo-mock/dist/handler.js'
import { initializeTUFRepo } from '@tufjs/repo-mock/dist/repo.js'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test } from 'vitest'
import { text as shippedTrustedRoot } from '../data/generated/trusted-root.js'
import { text as shippedRoot } from '../data/generated/tuf-root.js'
import { canonical } from './canonical.js'
import { readTuf, requireSigned } from './metadata.js'
import { refreshTrustedRoot, PUBLIC_REPOSITORY, type RefreshOptions } from './refresh.js'

const CONTENT = '{"mediaType": "a trusted root"}'

/** A repository on loopback, whose files the tests change. */
let files: Map<string, string>
let url: string
let close: () => void
let folder: string

beforeEach(async () => {
  files = new Map()
  folder = mkdtempSync(join(tmpdir(), 'tuf-'))
  const server = createServer(({ url: path = '' }, response) => {
    const content = files.get(path.slice(1))
    response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

const refresh = (root: string, options: Partial<RefreshOptions> = {}) =>
  refreshTrustedRoot({ url, folder, root, ...options })
const refusal = (root: string, options: Partial<RefreshOptions> = {}) =>
  refresh(root, options).then(
    (text) => ({ accepted: text }),
    (error: unknown) => error,
  )

test('what ships is what the official client ships, and its root verifies by itself', () => {
  const official = seeds[PUBLIC_REPOSITORY]
  const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as unknown
  expect(JSON.parse(shippedRoot)).toEqual(decoded(official['root.json']))
  expect(JSON.parse(shippedTrustedRoot)).toEqual(decoded(official.targets['trusted_root.json']))
  const root = readTuf(shippedRoot, 'root')
  expect(() => requireSigned(root, root, 'root')).not.toThrow()
  expect(TrustedRoot.fromJSON(JSON.parse(shippedTrustedRoot)).tlogs.length).toBeGreaterThan(0)
})

test('a repository that the official test double makes is followed', async () => {
  const repository = initializeTUFRepo([{ name: 'trusted_root.json', content: CONTENT }])
  for (const { path, fn } of tufHandlers(repository, { metadataPathPrefix: '' })) {
    const { statusCode, response } = fn()
    if (statusCode === 200) files.set(path.slice(1), String(response))
  }
  const root = JSON.stringify(repository.rootMeta.toJSON())
  expect(await refresh(root)).toBe(CONTENT)
  expect(readFileSync(join(folder, 'trusted_root.json'), 'utf8')).toBe(CONTENT)
})

interface Keys {
  id: string
  privateKey: KeyObject
  entry: object
}

function newKey(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  const entry = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: hex } }
  return { id: createHash('sha256').update(hex).digest('hex'), privateKey, entry }
}

const FUTURE = '2100-01-01T00:00:00Z'
const signed = (keys: Keys[], document: object) =>
  JSON.stringify({
    signed: document,
    signatures: keys.map(({ id, privateKey }) => ({
      keyid: id,
      sig: sign(null, Buffer.from(canonical(document)), privateKey).toString('hex'),
    })),
  })

const rootOf = (version: number, keys: Keys[], threshold: number, signers = keys, expires = FUTURE) => {
  const role = { keyids: keys.map(({ id }) => id), threshold }
  return signed(signers, {
    _type: 'root',
    spec_version: '1.0.0',
    version,
    expires,
    consistent_snapshot: true,
    keys: Object.fromEntries(keys.map(({ id, entry }) => [id, entry])),
    roles: { root: role, timestamp: { ...role, threshold: 1 }, snapshot: { ...role, threshold: 1 }, targets: role },
  })
}

const describeFile = (text: string, version?: number) => ({
  ...(version !== undefined && { version }),
  length: Buffer.byteLength(text),
  hashes: { sha256: createHash('sha256').update(text).digest('hex') },
})

/** Publishes a state of the repository. */
function publish(keys: Keys[], version = 1, content = CONTENT, expires = FUTURE) {
  const common = { spec_version: '1.0.0', version, expires }
  const targets = signed(keys, { _type: 'targets', ...common, targets: { 'trusted_root.json': describeFile(content) } })
  const snapshot = signed(keys, {
    _type: 'snapshot',
    ...common,
    meta: { 'targets.json': describeFile(targets, version) },
  })
  const timestamp = signed(keys, {
    _type: 'timestamp',
    ...common,
    meta: { 'snapshot.json': describeFile(snapshot, version) },
  })
  files.set(`${version}.targets.json`, targets)
  files.set(`${version}.snapshot.json`, snapshot)
  files.set('timestamp.json', timestamp)
  files.set(`targets/${createHash('sha256').update(content).digest('hex')}.trusted_root.json`, content)
}

const keys = [newKey(), newKey(), newKey()]
const root = rootOf(1, keys, 2)

test('new roots are followed from one to the next, and kept', async () => {
  const newer = [newKey(), newKey()]
  files.set('2.root.json', rootOf(2, newer, 2, [...keys.slice(0, 2), ...newer]))
  publish(newer)
  expect(await refresh(root)).toBe(CONTENT)
  publish(newer, 2, 'next')
  files.delete('2.root.json')
  expect(await refresh(root)).toBe('next')
})

test('an expired first root is only a start', async () => {
  const expired = rootOf(1, keys, 2, keys, '2001-01-01T00:00:00Z')
  publish(keys)
  expect(await refusal(expired)).toMatchObject({ code: 'TIMESTAMP' })
  files.set('2.root.json', rootOf(2, keys, 2))
  expect(await refresh(expired)).toBe(CONTENT)
})

test.each<[string, () => void, string]>([
  ['a root of strangers', () => files.set('2.root.json', rootOf(2, [newKey()], 1)), 'SIGNATURE'],
  [
    'a root that too few of the old keys signed',
    () => files.set('2.root.json', rootOf(2, keys, 2, keys.slice(0, 1))),
    'SIGNATURE',
  ],
  [
    'a root that one key signed twice',
    () => files.set('2.root.json', rootOf(2, keys, 2, [keys[0]!, keys[0]!])),
    'SIGNATURE',
  ],
  ['a root with another version', () => files.set('2.root.json', rootOf(7, keys, 2)), 'SUBJECT'],
  [
    'a root without roles',
    () => files.set('2.root.json', signed(keys, { _type: 'root', version: 2, expires: FUTURE })),
    'MALFORMED',
  ],
  ['metadata of strangers', () => publish([newKey()]), 'SIGNATURE'],
  ['targets that too few keys signed', () => publish(keys.slice(0, 1)), 'SIGNATURE'],
  ['metadata that expired', () => publish(keys, 1, CONTENT, '2001-01-01T00:00:00Z'), 'TIMESTAMP'],
  ['another snapshot than the timestamp lists', () => files.set('1.snapshot.json', '{}'), 'SUBJECT'],
  [
    'other targets than the snapshot lists',
    () => files.set('1.targets.json', files.get('1.targets.json')!.replace('{', '{ ')),
    'LIMIT',
  ],
  [
    'another role in place of the timestamp',
    () => files.set('timestamp.json', files.get('1.snapshot.json')!),
    'MALFORMED',
  ],
  ['no timestamp', () => files.delete('timestamp.json'), 'UNVERIFIABLE'],
  ['a file that was changed', () => changeTarget((text) => text.replace('a', 'b')), 'SUBJECT'],
  ['a file that is longer', () => changeTarget((text) => `${text} `), 'LIMIT'],
  ['a file that is shorter', () => changeTarget((text) => text.slice(1)), 'SUBJECT'],
])('%s is refused, and what was there is still there', async (_, tamper, code) => {
  publish(keys)
  expect(await refresh(root)).toBe(CONTENT)
  tamper()
  expect(await refusal(root)).toMatchObject({ code })
  expect(readFileSync(join(folder, 'trusted_root.json'), 'utf8')).toBe(CONTENT)
})

function changeTarget(change: (text: string) => string) {
  const name = [...files.keys()].find((one) => one.startsWith('targets/'))
  files.set(name!, change(files.get(name!)!))
}

test('an older state than the one that was seen is refused', async () => {
  publish(keys, 2, 'second')
  expect(await refresh(root)).toBe('second')
  publish(keys, 1)
  expect(await refusal(root)).toMatchObject({
    code: 'SUBJECT',
    message: expect.stringContaining('version 2 was seen before'),
  })
})

test('one key under two names counts once', async () => {
  const twin = { ...keys[0]!, id: 'another name' }
  const doubled = rootOf(1, [keys[0]!, twin], 2)
  publish([keys[0]!, twin])
  expect(await refusal(doubled)).toMatchObject({ code: 'SIGNATURE', message: expect.stringContaining('1 of 2') })
})
