import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFromJSON, bundleToJSON } from '@sigstore/bundle'
import { DSSEBundleBuilder, FulcioSigner, MessageSignatureBundleBuilder, RekorWitness } from '@sigstore/sign'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServices, tokenFor, type LocalServices } from '../../testing/services.js'
import { main } from '../bin/main.js'
import { hashBytes } from '../files/artifact.js'
import { verifyBundle, type BundleVerdict } from '../verify-bundle.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import { signBundle, type SignBundleOptions } from './sign-bundle.js'

const ISSUER = 'https://accounts.example.com'
const IDENTITY = 'https://example.com/release'
const signer: ExpectedSigner = { identity: IDENTITY, issuer: ISSUER }
const credential = { identityToken: tokenFor({ sub: IDENTITY, iss: ISSUER }) }
const bytes = Buffer.from('#!/bin/sh\necho hello\n')
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const privateKey = own.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
const key = own.publicKey.export({ format: 'pem', type: 'spki' }) as string
const predicate = { type: 'https://slsa.dev/provenance/v1', content: { buildDefinition: {} } }

const home = mkdtempSync(join(tmpdir(), 'sign-'))
const program = join(home, 'program')
writeFileSync(program, bytes)

let local: LocalServices
beforeAll(async () => {
  local = await startServices()
})
afterAll(() => {
  local.close()
  rmSync(home, { recursive: true, force: true })
})

const sign = (options: Partial<SignBundleOptions> = {}) =>
  signBundle({ artifact: { path: program }, credential, services: local.services, ...options })

const verify = (text: string, signers: ExpectedSigner[] = [signer], artifact = bytes): Promise<BundleVerdict> =>
  verifyBundle({ bundle: { text }, artifact: { bytes: artifact }, signers, trustedRoot: local.trustedRoot })

/** Verifies with the official client's library, which is independent of our code. */
function verifyOfficially(text: string, artifact?: Buffer): void {
  const publicKey = () => ({ publicKey: own.publicKey, validFor: () => true })
  const material = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(local.trustedRoot)), publicKey)
  new Verifier(material).verify(toSignedEntity(bundleFromJSON(JSON.parse(text)), artifact))
}

describe.each(['services', 'newer'] as const)('with the %s', (which) => {
  test.each<[string, () => Partial<SignBundleOptions>, ExpectedSigner]>([
    ['a file, with an identity', () => ({}), signer],
    ['bytes, with an identity', () => ({ artifact: { bytes } }), signer],
    ['provenance, with an identity', () => ({ predicate }), signer],
    ['a file, with a key', () => ({ credential: { privateKey } }), { key }],
    ['provenance, with a key', () => ({ credential: { privateKey }, predicate }), { key }],
  ])('%s: the bundle verifies here and with the official library', async (_, options, expected) => {
    const text = await sign({ services: local[which], ...options() })
    expect(JSON.parse(text)).toMatchObject({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' })
    expect(await verify(text, [expected])).toMatchObject({ verified: true })
    expect(() => verifyOfficially(text, bytes)).not.toThrow()
    expect(await verify(text, [{ identity: 'someone@example.com', issuer: ISSUER }])).toMatchObject({
      code: 'IDENTITY',
    })
    expect(await verify(text, [expected], Buffer.from('other'))).toMatchObject({ code: 'SUBJECT' })
  })
})

test('the verdict names who signed, and what an attestation says', async () => {
  const repository = { repository: 'example/tool', ref: 'refs/tags/v1.0.0', runner_environment: 'github-hosted' }
  const identityToken = tokenFor({ sub: IDENTITY, iss: ISSUER, ...repository })
  expect(await verify(await sign({ credential: { identityToken }, predicate }))).toEqual({
    verified: true,
    signer: {
      kind: 'keyless',
      identity: IDENTITY,
      issuer: ISSUER,
      sourceRepository: 'https://github.com/example/tool',
      sourceRef: 'refs/tags/v1.0.0',
      runnerEnvironment: 'github-hosted',
    },
    statement: {
      predicateType: predicate.type,
      predicate: predicate.content,
      subjects: [{ name: 'program', digest: { sha256: expect.any(String) } }],
    },
  })
})

test.each(['a signature', 'an attestation'])('%s that the official client made verifies here', async (what) => {
  const identityProvider = { getToken: async () => credential.identityToken }
  const options = {
    signer: new FulcioSigner({ fulcioBaseURL: local.url, identityProvider }),
    witnesses: [new RekorWitness({ rekorBaseURL: local.url })],
  }
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'program', digest: { sha256: hashBytes(bytes).slice('sha256:'.length) } }],
    predicateType: predicate.type,
    predicate: {},
  }
  const bundle =
    what === 'a signature'
      ? await new MessageSignatureBundleBuilder(options).create({ data: bytes })
      : await new DSSEBundleBuilder(options).create({
          data: Buffer.from(JSON.stringify(statement)),
          type: 'application/vnd.in-toto+json',
        })
  expect(await verify(JSON.stringify(bundleToJSON(bundle)))).toMatchObject({ verified: true })
})

test('with a key and without services, the bundle verifies only where the log is optional', async () => {
  const text = await sign({ credential: { privateKey }, services: {} })
  expect(await verify(text, [{ key, log: 'optional' }])).toMatchObject({ verified: true })
  expect(await verify(text, [{ key }])).toMatchObject({ verified: false, code: 'TIMESTAMP' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (one: typeof rsa.privateKey, type: 'pkcs8' | 'spki') =>
    one.export({ format: 'pem', type: type as 'pkcs8' }) as string
  const signed = await sign({ credential: { privateKey: pem(rsa.privateKey, 'pkcs8') }, services: {} })
  const expected = { key: pem(rsa.publicKey, 'spki'), log: 'optional' as const }
  expect(await verify(signed, [expected])).toMatchObject({ verified: true })
  const der = rsa.publicKey.export({ format: 'der', type: 'spki' })
  expect(await verify(signed, [{ key, log: 'optional' }])).toMatchObject({
    verified: false,
    code: 'IDENTITY',
    reason: `signed with the key sha256:${createHash('sha256').update(der).digest('hex')}, which is not expected`,
  })
})

/** The parts of a bundle that the tests change. */
interface Parts {
  mediaType: string
  verificationMaterial: {
    certificate: { rawBytes: string }
    tlogEntries: Entry[]
    timestampVerificationData: { rfc3161Timestamps: { signedTimestamp: string }[] }
  }
  messageSignature: { messageDigest: { algorithm: string; digest: string }; signature: string }
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string }[] }
}

interface Entry {
  logId: { keyId: string }
  kindVersion: { kind: string }
  integratedTime: string
  inclusionPromise: { signedEntryTimestamp: string }
  inclusionProof?: { rootHash: string; logIndex: string; checkpoint: { envelope: string } }
  canonicalizedBody: string
}

const flipped = (base64: string) => {
  const changed = Buffer.from(base64, 'base64')
  changed[changed.length - 1]! ^= 1
  return changed.toString('base64')
}

/** A change to a bundle, with another good bundle at hand; which bundle; and the code of the refusal. */
const TAMPERINGS: [
  string,
  'message' | 'provenance' | 'newer',
  (parts: Parts, entry: Entry, other: Parts) => void,
  string,
][] = [
  [
    'the digest is that of another file',
    'message',
    (b) => (b.messageSignature.messageDigest.digest = flipped(b.messageSignature.messageDigest.digest)),
    'SUBJECT',
  ],
  [
    'the digest is of another kind',
    'message',
    (b) => (b.messageSignature.messageDigest.algorithm = 'SHA2_512'),
    'UNVERIFIABLE',
  ],
  [
    'the signature is changed',
    'message',
    (b) => (b.messageSignature.signature = flipped(b.messageSignature.signature)),
    'LOG',
  ],
  [
    'the certificate is that of another signature',
    'message',
    (b, _, other) => (b.verificationMaterial.certificate = other.verificationMaterial.certificate),
    'SIGNATURE',
  ],
  [
    'the certificate is changed',
    'message',
    (b) => (b.verificationMaterial.certificate.rawBytes = flipped(b.verificationMaterial.certificate.rawBytes)),
    'CERTIFICATE',
  ],
  [
    'the certificate is garbage',
    'message',
    (b) => (b.verificationMaterial.certificate.rawBytes = 'AAAA'),
    'CERTIFICATE',
  ],
  ['the entry of the log is taken out', 'message', (b) => (b.verificationMaterial.tlogEntries = []), 'TIMESTAMP'],
  ['the entry is there twice', 'message', (b, entry) => b.verificationMaterial.tlogEntries.push(entry), 'TIMESTAMP'],
  [
    'the promise of the log is changed',
    'message',
    (_, entry) => (entry.inclusionPromise.signedEntryTimestamp = flipped(entry.inclusionPromise.signedEntryTimestamp)),
    'LOG',
  ],
  ['the time is years later', 'message', (_, entry) => (entry.integratedTime = '2000000000'), 'CERTIFICATE'],
  ['the proof is taken out', 'message', (_, entry) => delete entry.inclusionProof, 'MALFORMED'],
  [
    'the root of the proof is changed',
    'message',
    (_, entry) => (entry.inclusionProof!.rootHash = flipped(entry.inclusionProof!.rootHash)),
    'LOG',
  ],
  [
    'the checkpoint is that of another log',
    'message',
    (_, entry) =>
      (entry.inclusionProof!.checkpoint.envelope = entry.inclusionProof!.checkpoint.envelope.replace(
        '127.0.0.1',
        '127.0.0.2',
      )),
    'LOG',
  ],
  ['the entry is said to be of another kind', 'message', (_, entry) => (entry.kindVersion.kind = 'intoto'), 'LOG'],
  ['the version is unknown', 'message', (b) => (b.mediaType = b.mediaType.replace('v0.3', 'v0.9')), 'MALFORMED'],
  [
    'the statement is changed',
    'provenance',
    (b) =>
      (b.dsseEnvelope.payload = Buffer.from(
        Buffer.from(b.dsseEnvelope.payload, 'base64').toString().replace('program', 'another'),
      ).toString('base64')),
    'LOG',
  ],
  [
    'the statement is said to be of another type',
    'provenance',
    (b) => (b.dsseEnvelope.payloadType = 'text/plain'),
    'MALFORMED',
  ],
  [
    'a second signature is added',
    'provenance',
    (b) => b.dsseEnvelope.signatures.push(b.dsseEnvelope.signatures[0]!),
    'MALFORMED',
  ],
  [
    'the timestamp is that of another signature',
    'newer',
    (b, _, other) =>
      (b.verificationMaterial.timestampVerificationData = other.verificationMaterial.timestampVerificationData),
    'TIMESTAMP',
  ],
]

test('a bundle that was tampered with is refused, and each time the reason says how', async () => {
  const make = async (options: Partial<SignBundleOptions>) => JSON.parse(await sign(options)) as Parts
  // Made first, so that its certificate is still valid when the others are logged.
  const other = await make({ services: local.newer })
  const good = {
    message: await make({}),
    provenance: await make({ predicate }),
    newer: await make({ services: local.newer }),
  }
  const reasons = new Map<string, string>()
  for (const [what, which, tamper, code] of TAMPERINGS) {
    const parts = structuredClone(good[which])
    expect({ what, ...(await verify(JSON.stringify(parts))) }).toMatchObject({ what, verified: true })
    tamper(parts, parts.verificationMaterial.tlogEntries[0]!, other)
    const verdict = await verify(JSON.stringify(parts))
    expect({ what, ...verdict }).toMatchObject({ what, verified: false, code })
    if (!verdict.verified) reasons.set(verdict.reason, what)
  }
  expect(reasons.size).toBe(TAMPERINGS.length)
})

test('signing says what is missing, and what a service answered', async () => {
  const refusal = (options: Partial<SignBundleOptions>) =>
    sign(options).then(
      () => 'signed',
      (error: unknown) => error,
    )
  expect(await refusal({ credential: { identityToken: 'secret' } })).toMatchObject({
    code: 'TOKEN',
    message: expect.not.stringContaining('secret'),
  })
  expect(await refusal({ credential: { identityToken: tokenFor({ iss: ISSUER }) } })).toMatchObject({ code: 'TOKEN' })
  expect(await refusal({ services: {} })).toMatchObject({ code: 'CONFIG' })
  expect(await refusal({ services: { ...local.newer, timestampAuthorities: [] } })).toMatchObject({ code: 'CONFIG' })
  expect(await refusal({ credential: { privateKey: key } })).toMatchObject({ code: 'KEY' })
  const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  expect(await refusal({ credential: { privateKey: ed25519 } })).toMatchObject({ code: 'KEY' })
  expect(await refusal({ isStatement: true })).toMatchObject({ code: 'STATEMENT' })
  expect(await refusal({ services: { ...local.services, fulcio: 'http://example.com' } })).toMatchObject({
    code: 'SERVICE',
    message: expect.stringContaining('not an https address'),
  })
  local.answerNext(403, 'the token\nexpired')
  expect(await refusal({})).toMatchObject({
    code: 'SERVICE',
    message: 'the certificate service refused with status 403: the token expired',
  })
  local.answerNext(200, '{"signedCertificateEmbeddedSct": {"chain": {"certificates": []}}}')
  expect(await refusal({})).toMatchObject({
    code: 'SERVICE',
    message: 'the certificate service answered without a certificate',
  })
})

test('a bundle that the given root does not verify is not given out', async () => {
  const another = await startServices()
  try {
    expect(await sign({ trustedRoot: local.trustedRoot })).toContain('messageSignature')
    expect(await sign({ trustedRoot: local.trustedRoot, predicate })).toContain('dsseEnvelope')
    expect(await sign({ trustedRoot: local.trustedRoot, credential: { privateKey }, services: {} })).toContain('hint')
    await expect(sign({ trustedRoot: another.trustedRoot })).rejects.toMatchObject({ code: 'SELF_CHECK' })
  } finally {
    another.close()
  }
})

test('the commands of the public suite sign and verify', async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text)
    return join(home, name)
  }
  const validFor = { start: '2020-01-01T00:00:00Z' }
  const service = (majorApiVersion: number) => [{ url: local.url, majorApiVersion, validFor, operator: 'example' }]
  const config = file(
    'config.json',
    JSON.stringify({ caUrls: service(1), rekorTlogUrls: [...service(1), ...service(2)], tsaUrls: service(1) }),
  )
  const root = ['--trusted-root', file('root.json', local.trustedRoot)]
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'program', digest: { sha256: hashBytes(bytes).slice(7) } }],
    predicateType: predicate.type,
    predicate: {},
  }
  for (const [input, flags] of [
    [program, []],
    [file('statement.json', JSON.stringify(statement)), ['--in-toto']],
  ] as const) {
    const bundle = join(home, 'bundle.json')
    const output: string[] = []
    const stream = { write: (text: string) => output.push(text) }
    const streams = { stdout: stream, stderr: stream }
    const words = [
      '--identity-token',
      credential.identityToken,
      '--bundle',
      bundle,
      '--signing-config',
      config,
      ...root,
    ]
    const signed = await main(['sign-bundle', ...words, ...flags, input], streams)
    expect([signed, output]).toEqual([0, [`wrote ${bundle}\n`]])
    const who = ['--certificate-identity', IDENTITY, '--certificate-oidc-issuer', ISSUER]
    const verified = await main(['verify-bundle', '--bundle', bundle, ...who, ...root, program], streams)
    expect([verified, output.at(-1)]).toEqual([0, 'verified\n'])
    // The configuration has two logs; the newer one is used.
    expect(readFileSync(bundle, 'utf8')).toContain('"version":"0.0.2"')
  }
})
