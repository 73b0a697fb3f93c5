/** Attacks that the library or a careless caller allows, each as it was demonstrated. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { bundleFromJSON } from '@sigstore/bundle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServices, tokenFor, type LocalServices } from '../../testing/services.js'
import { hashBytes } from '../files/artifact.js'
import { signBundle, type SignBundleOptions } from '../sign/sign-bundle.js'
import { verifyBundle, type VerifyBundleOptions } from '../verify-bundle.js'
import { verifyDigest } from './verify-digest.js'

const ISSUER = 'https://accounts.example.com'
const MAINTAINERS = 'shim-maintainers@atip.example'
const LOOKALIKE = 'notshim-maintainers@atipXexample.evil.example'
const bytes = Buffer.from('a description')
const tokenOf = (sub: string) => ({ identityToken: tokenFor({ sub, iss: ISSUER }) })

let local: LocalServices
beforeAll(async () => {
  local = await startServices()
})
afterAll(() => local.close())

const sign = (sub: string, options: Partial<SignBundleOptions> = {}) =>
  signBundle({ artifact: { bytes }, credential: tokenOf(sub), services: local.services, ...options })
const verify = (text: string, options: Partial<VerifyBundleOptions> = {}) =>
  verifyBundle({
    bundle: { text },
    artifact: { bytes },
    signers: [{ identity: MAINTAINERS, issuer: ISSUER }],
    trustedRoot: local.trustedRoot,
    ...options,
  })

/** The answer of the library alone, with its own policy. */
function libraryAccepts(text: string, artifact: Buffer, subjectAlternativeName: string): boolean {
  const verifier = new Verifier(toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(local.trustedRoot))))
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(text)), artifact), { subjectAlternativeName })
    return true
  } catch {
    return false
  }
}

test('1. an identity that only contains the expected one, read as a pattern, is refused', async () => {
  const text = await sign(LOOKALIKE)
  expect(libraryAccepts(text, bytes, MAINTAINERS)).toBe(true)
  expect(await verify(text)).toMatchObject({ verified: false, code: 'IDENTITY' })
  expect(await verify(text, { signers: [{ identity: '.*', issuer: ISSUER }] })).toMatchObject({ code: 'IDENTITY' })
  expect(await verify(await sign(MAINTAINERS))).toMatchObject({ verified: true })
})

test('2. an attestation about another file is refused', async () => {
  const text = await sign(MAINTAINERS, { predicate: { type: 'https://slsa.dev/provenance/v1', content: {} } })
  const unrelated = Buffer.from('unrelated')
  expect(libraryAccepts(text, unrelated, MAINTAINERS)).toBe(true)
  expect(await verify(text, { artifact: { bytes: unrelated } })).toMatchObject({ verified: false, code: 'SUBJECT' })
  expect(await verify(text)).toMatchObject({ verified: true })
})

test('3. without an expected identity and issuer nothing is accepted, and the types ask for both', async () => {
  const text = await sign(MAINTAINERS)
  const careless = [
    [],
    [{}],
    [{ identity: MAINTAINERS }],
    [{ issuer: ISSUER }],
    [{ identity: '', issuer: '' }],
    [{ key: '' }],
  ]
  for (const signers of careless)
    expect(await verify(text, { signers: signers as never })).toMatchObject({ code: 'IDENTITY' })
  // @ts-expect-error An identity alone could be confirmed by any issuer.
  const half: VerifyBundleOptions['signers'] = [{ identity: MAINTAINERS }]
  expect(half).toHaveLength(1)
})

test.each(['tlogs', 'ctlogs', 'certificateAuthorities', 'timestampAuthorities'])(
  '4. a root that does not say since when its %s are valid is refused',
  async (key) => {
    const root = JSON.parse(local.trustedRoot) as Record<
      string,
      { validFor?: object; publicKey?: { validFor?: object } }[]
    >
    const [first] = root[key]!
    delete (first!.publicKey ?? first!).validFor
    const text = await sign(MAINTAINERS)
    expect(await verify(text, { trustedRoot: JSON.stringify(root) })).toMatchObject({ verified: false, code: 'ROOT' })
  },
)

test('5. a digest is enough, also for signatures that node:crypto cannot verify from one', async () => {
  const text = await sign(MAINTAINERS)
  expect(await verify(text, { artifact: { digest: hashBytes(bytes) } })).toMatchObject({ verified: true })
  const other = { digest: hashBytes(Buffer.from('other')) }
  expect(await verify(text, { artifact: other })).toMatchObject({ code: 'SUBJECT' })
  for (const namedCurve of ['P-256', 'P-384', 'P-521']) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
    const { createSign } = await import('node:crypto')
    const digest = createHash('sha256').update(bytes).digest()
    // Half of all signatures have a large S, which some libraries refuse.
    for (let round = 0; round < 6; round++) {
      const signature = createSign('sha256').update(bytes).sign(privateKey)
      expect(verifyDigest(publicKey, signature, digest)).toBe(true)
      expect(verifyDigest(publicKey, signature, createHash('sha256').update('x').digest())).toBe(false)
      expect(verifyDigest(publicKey, signature.subarray(1), digest)).toBe(false)
    }
  }
})

test('6. what is signed here is a bundle of version 0.3, with one certificate and no chain', async () => {
  const bundle = JSON.parse(await sign(MAINTAINERS)) as { mediaType: string; verificationMaterial: object }
  expect(bundle.mediaType).toBe('application/vnd.dev.sigstore.bundle.v0.3+json')
  expect(Object.keys(bundle.verificationMaterial)).toContain('certificate')
})

test('7. a signer who is named beside the signature is not believed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traps-'))
  try {
    const shim = join(folder, 'curl.json')
    const evil = 'https://evil.example/workflow'
    const block = { type: 'cosign', identity: evil, issuer: ISSUER }
    writeFileSync(shim, JSON.stringify({ name: 'curl', trust: { shimIntegrity: { signature: block } } }))
    writeFileSync(`${shim}.bundle`, await sign(evil, { artifact: { path: shim } }))
    const { verifyTool } = await import('../verify/verify-tool.js')
    const description = JSON.parse(readFileSync(shim, 'utf8')) as object
    const settings = { signers: [{ identity: MAINTAINERS, issuer: ISSUER }], trustedRoot: local.trustedRoot }
    expect(await verifyTool({ path: shim, description, ...settings })).toMatchObject({
      level: 0,
      results: { signature: { status: 'invalid', code: 'IDENTITY' } },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an entry in the log that hides the signer behind another certificate is refused', async () => {
  const text = await sign(MAINTAINERS)
  const bundle = JSON.parse(text) as { verificationMaterial: { tlogEntries: Record<string, unknown>[] } }
  const other = JSON.parse(await sign(LOOKALIKE)) as typeof bundle
  const [entry, foreign] = [bundle, other].map((one) => one.verificationMaterial.tlogEntries[0]!)
  const bodyOf = (one: Record<string, unknown>) =>
    JSON.parse(Buffer.from(one.canonicalizedBody as string, 'base64').toString()) as {
      spec: { signature: { publicKey: unknown } }
    }
  const proposed = bodyOf(entry!)
  proposed.spec.signature.publicKey = bodyOf(foreign!).spec.signature.publicKey
  const answer = await fetch(`${local.url}/api/v1/log/entries`, { method: 'POST', body: JSON.stringify(proposed) })
  const [logged] = Object.values((await answer.json()) as Record<string, Logged>)
  Object.assign(entry!, entryOf(logged!))
  const changed = JSON.stringify(bundle)
  expect(libraryAccepts(changed, bytes, MAINTAINERS)).toBe(true)
  expect(await verify(changed)).toMatchObject({
    code: 'LOG',
    reason: 'the entry in the log names another certificate or key than the bundle',
  })
})

interface Logged {
  body: string
  logIndex: number
  integratedTime: number
  verification: { signedEntryTimestamp: string; inclusionProof: { rootHash: string; checkpoint: string } }
}

function entryOf({ body, logIndex, integratedTime, verification }: Logged) {
  const { signedEntryTimestamp, inclusionProof } = verification
  const rootHash = Buffer.from(inclusionProof.rootHash, 'hex').toString('base64')
  return {
    canonicalizedBody: body,
    logIndex: String(logIndex),
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: '0',
      treeSize: '1',
      rootHash,
      hashes: [],
      checkpoint: { envelope: inclusionProof.checkpoint },
    },
  }
}

test('an issuer outside of ASCII is compared as it is', async () => {
  const strange = 'https://accounts.example.com'.replace('a', 'á')
  const text = await sign(MAINTAINERS, { credential: { identityToken: tokenFor({ sub: MAINTAINERS, iss: strange }) } })
  expect(await verify(text)).toMatchObject({ code: 'IDENTITY' })
  expect(await verify(text, { signers: [{ identity: MAINTAINERS, issuer: strange }] })).toMatchObject({
    verified: true,
  })
})

test('a key is not accepted for a certificate, nor a certificate for a key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'pem', type: 'spki' }) as string
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  expect(await verify(await sign(MAINTAINERS), { signers: [{ key }] })).toMatchObject({ code: 'IDENTITY' })
  const signed = await sign('', { credential: { privateKey: pem } })
  expect(await verify(signed)).toMatchObject({ code: 'IDENTITY' })
  expect(await verify(signed, { signers: [{ key: pem }] })).toMatchObject({ code: 'KEY' })
  const both = [{ identity: MAINTAINERS, issuer: ISSUER }, { key }]
  expect(await verify(signed, { signers: both })).toMatchObject({ verified: true, signer: { kind: 'key' } })
})
