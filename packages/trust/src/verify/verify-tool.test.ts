import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openpgp from 'openpgp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServices, tokenFor, type LocalServices } from '../../testing/services.js'
import {
  createTrustPolicy,
  fetchAndVerifyProvenance,
  hashFile,
  nameOfTrustLevel,
  signBundle,
  signMinisign,
  verifyBinaryIntegrity,
  verifyCosignSignature,
  verifyShimSignature,
  verifyTool,
  type TrustSettings,
} from '../index.js'

const ISSUER = 'https://token.actions.githubusercontent.com'
const IDENTITY = 'https://github.com/example/tool/.github/workflows/release.yml@refs/tags/v1.0.0'
const claims = {
  iss: ISSUER,
  sub: IDENTITY,
  repository: 'example/tool',
  job_workflow_ref: IDENTITY.slice('https://github.com/'.length),
  runner_environment: 'github-hosted',
}
const credential = { identityToken: tokenFor(claims) }
const provenance = { type: 'https://slsa.dev/provenance/v1', content: { runDetails: { builder: { id: IDENTITY } } } }

let local: LocalServices
let settings: TrustSettings
let home: string
let path: string
beforeAll(async () => {
  local = await startServices()
  settings = { signers: [{ identity: IDENTITY, issuer: ISSUER }], trustedRoot: local.trustedRoot }
})
afterAll(() => local.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'verify-'))
  path = join(home, 'tool')
  writeFileSync(path, 'a program')
  return () => rmSync(home, { recursive: true, force: true })
})

const sign = async (options: object = {}) =>
  signBundle({ artifact: { path }, credential, services: local.services, ...options })
const levelOf = async (options: Partial<Parameters<typeof verifyTool>[0]> = {}) =>
  nameOfTrustLevel((await verifyTool({ path, ...settings, ...options })).level)

test('the hash is compared with each hash that a description names', async () => {
  const hash = await hashFile(path)
  const other = `sha256:${'1'.repeat(64)}`
  expect(await verifyBinaryIntegrity(path, { binary: { hash } })).toEqual({
    status: 'match',
    expected: hash,
    actual: hash,
  })
  const both = { binary: { hash }, trust: { integrity: { checksum: other } } }
  expect(await verifyBinaryIntegrity(path, both)).toEqual({ status: 'mismatch', expected: other, actual: hash })
  expect(await verifyBinaryIntegrity(path, {})).toMatchObject({ status: 'unchecked', actual: hash })
  const strange = { binary: { hash }, trust: { integrity: { checksum: 'md5:1' } } }
  expect(await verifyBinaryIntegrity(path, strange)).toMatchObject({ status: 'unchecked', code: 'MALFORMED' })
})

test('the trust block of a description is enough, and its checksum may be SHA-512 and in upper case', async () => {
  const bytes = readFileSync(path)
  const sum = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')
  const check = async (checksum: string) => (await verifyBinaryIntegrity(path, { integrity: { checksum } })).status
  for (const algorithm of ['sha256', 'sha384', 'sha512']) {
    const hex = sum(algorithm)
    expect(await check(`${algorithm}:${hex}`)).toBe('match')
    expect(await check(`${algorithm.toUpperCase()}:${hex.toUpperCase()}`)).toBe('match')
    expect(await check(`${algorithm}:${'0'.repeat(hex.length)}`)).toBe('mismatch')
    expect(await check(`${algorithm}:${hex.slice(2)}`)).toBe('unchecked')
  }
  const false512 = {
    binary: { hash: `sha256:${sum('sha256').toUpperCase()}` },
    integrity: { checksum: `sha512:${'A'.repeat(128)}` },
  }
  expect(await verifyBinaryIntegrity(path, false512)).toEqual({
    status: 'mismatch',
    expected: false512.integrity.checksum,
    actual: await hashFile(path),
    error: `the file has the hash sha512:${sum('sha512')}`,
  })
  const description = { trust: { integrity: { checksum: `sha512:${'0'.repeat(128)}` } } }
  expect(await levelOf({ description })).toBe('COMPROMISED')
})

test('a signature that is not to be judged by anyone is unchecked, not invalid', async () => {
  writeFileSync(`${path}.bundle`, await sign())
  const block = { type: 'cosign' as const, identity: IDENTITY, issuer: ISSUER }
  for (const verify of [verifyCosignSignature, verifyShimSignature]) {
    for (const none of [undefined, {}, { network: false }, { signers: undefined as never }])
      expect(await verify(path, block, none)).toMatchObject({ status: 'unchecked', code: 'UNVERIFIABLE' })
  }
  const error = 'pass the artifact, which the provenance must be about'
  expect(await fetchAndVerifyProvenance('http://127.0.0.1:1/', 2)).toMatchObject({ status: 'unchecked', error })
})

test('a program rises from unsigned to verified as evidence is put beside it, and falls when it is changed', async () => {
  expect(await levelOf()).toBe('UNSIGNED')
  writeFileSync(`${path}.bundle`, await sign())
  expect(await levelOf()).toBe('VERIFIED')
  expect(await levelOf({ minimumSlsaLevel: 2 })).toBe('PROVENANCE_FAIL')
  writeFileSync(`${path}.intoto.jsonl`, await sign({ predicate: provenance }))
  expect(await levelOf({ minimumSlsaLevel: 2 })).toBe('VERIFIED')
  expect(await levelOf({ minimumSlsaLevel: 3 })).toBe('PROVENANCE_FAIL')
  expect(await levelOf({ description: { binary: { name: 'tool', hash: await hashFile(path) } } })).toBe('VERIFIED')
  expect(await levelOf({ description: { binary: { name: 'tool', hash: `sha256:${'1'.repeat(64)}` } } })).toBe(
    'COMPROMISED',
  )
  expect(await levelOf({ signers: [{ identity: 'other', issuer: ISSUER }] })).toBe('COMPROMISED')
  expect(await levelOf({ signers: [] })).toBe('UNVERIFIED')
  expect(await levelOf({ trustedRoot: '{}' })).toBe('UNVERIFIED')
  writeFileSync(path, 'another program')
  expect(await levelOf()).toBe('COMPROMISED')
})

test('a signature that is said to be elsewhere is not looked for unless the network may be used', async () => {
  const bundle = await sign()
  const server = createServer(({ url }, response) => {
    const answers: Record<string, [number, string]> = { '/there': [200, bundle], '/error': [500, ''] }
    const [status, text] = answers[url ?? ''] ?? [404, '']
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = (place: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}`
  const found = async (place: string, network: boolean) =>
    (await verifyCosignSignature(path, { type: 'cosign', bundle: place }, { ...settings, network })).status
  try {
    expect(await found(address('there'), false)).toBe('unchecked')
    expect(await found(address('there'), true)).toBe('valid')
    expect(await found(address('missing'), true)).toBe('absent')
    expect(await found(address('error'), true)).toBe('unchecked')
    expect(await found('file:///etc/passwd', true)).toBe('unchecked')
    expect(await found('http://example.com/', true)).toBe('unchecked')
    const options = { ...settings, artifact: { path } }
    expect(await fetchAndVerifyProvenance(address('there'), 0, options)).toMatchObject({
      status: 'invalid',
      code: 'PREDICATE',
    })
    expect(await fetchAndVerifyProvenance(address('missing'), 0, options)).toMatchObject({ status: 'absent' })
    expect(await fetchAndVerifyProvenance(address('error'), 0, options)).toMatchObject({ status: 'unchecked' })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('each kind of signature is judged by what is configured for it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [seed, point] = [
    privateKey.export({ format: 'der', type: 'pkcs8' }),
    publicKey.export({ format: 'der', type: 'spki' }),
  ]
  const id = Buffer.from('12345678')
  const secret = Buffer.concat([
    Buffer.from('Ed\0\0B2'),
    Buffer.alloc(48),
    id,
    seed.subarray(-32),
    point.subarray(-32),
    Buffer.alloc(32),
  ])
  const minisignKeys = [Buffer.concat([Buffer.from('Ed'), id, point.subarray(-32)]).toString('base64')]
  writeFileSync(`${path}.minisig`, await signMinisign({ artifact: { path }, secretKey: secret.toString('base64') }))
  expect(await verifyCosignSignature(path, undefined, settings)).toMatchObject({
    status: 'unchecked',
    type: 'minisign',
  })
  const valid = { status: 'valid', type: 'minisign', identity: 'minisign:3837363534333231' }
  expect(await verifyCosignSignature(path, undefined, { ...settings, minisignKeys })).toEqual(valid)
  rmSync(`${path}.minisig`)

  const pgp = await openpgp.generateKey({ userIDs: [{ name: 'x' }], format: 'object' })
  const message = await openpgp.createMessage({ binary: readFileSync(path) })
  writeFileSync(`${path}.asc`, await openpgp.sign({ message, signingKeys: pgp.privateKey, detached: true }))
  const fingerprint = pgp.publicKey.getFingerprint()
  const openPgp = { keys: [pgp.publicKey.armor()], fingerprints: [fingerprint] }
  expect(await verifyCosignSignature(path, { type: 'gpg' }, settings)).toMatchObject({ status: 'unchecked' })
  expect(await verifyCosignSignature(path, { type: 'gpg' }, { ...settings, openPgp })).toMatchObject({
    status: 'valid',
    identity: `openpgp:${fingerprint}`,
  })
  expect(await verifyCosignSignature(path, { type: 'pkcs7' as 'gpg' }, settings)).toMatchObject({ status: 'unchecked' })
})

test('a key of ours that cannot be read accuses no program', async () => {
  const { privateKey: pem } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
  const broken: [string, Partial<TrustSettings>][] = [
    ['.bundle', { signers: [{ key: pem }] }],
    ['.minisig', { minisignKeys: ['m.key'] }],
    ['.asc', { openPgp: { keys: ['release.asc'], fingerprints: ['1'.repeat(40)] } }],
    ['.asc', { openPgp: { keys: [], fingerprints: [] } }],
  ]
  for (const [ending, fields] of broken) {
    writeFileSync(path + ending, ending === '.bundle' ? await sign() : 'a signature')
    expect(await levelOf(fields)).toBe('UNVERIFIED')
    rmSync(path + ending)
  }
})

test('a description is signed over its exact bytes', async () => {
  const shim = join(home, 'tool.json')
  writeFileSync(shim, '{"name": "tool"}')
  writeFileSync(`${shim}.bundle`, await sign({ artifact: { path: shim } }))
  expect(await verifyShimSignature(shim, { type: 'cosign' }, settings)).toMatchObject({
    status: 'valid',
    identity: IDENTITY,
  })
  writeFileSync(shim, '{"name":"tool"}')
  expect(await verifyShimSignature(shim, { type: 'cosign' }, settings)).toMatchObject({
    status: 'invalid',
    code: 'SUBJECT',
  })
})

test('the results are what a policy decides by', async () => {
  writeFileSync(`${path}.bundle`, await sign())
  const trust = await verifyTool({ path, ...settings })
  const effects = { destructive: false, network: true }
  const decide = (config: object) => createTrustPolicy(config).decide({ ...trust, effects }).decision
  expect(decide({ requireSignatures: true, allowedSigners: [IDENTITY] })).toBe('allow')
  expect(decide({ allowedSigners: ['other'] })).toBe('deny')
  expect(decide({ minimumSlsaLevel: 1 })).toBe('deny')
})
