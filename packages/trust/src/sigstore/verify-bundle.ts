import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { Bundle } from '@sigstore/bundle'
import { X509Certificate } from '@sigstore/core'
import { toSignedEntity, Verifier, type SignedEntity, type TrustMaterial } from '@sigstore/verify'
import type { ReadArtifact } from '../files/artifact.js'
import { Refused, type RefusalCode } from '../refused.js'
import { identityIn, type CertificateIdentity } from './certificate-identity.js'
import { requireSameCheckpoint, requireSameVerifier } from './log-entry.js'
import { messageContent } from './signature-content.js'
import {
  checkSigners,
  isIssuedTo,
  isKeyless,
  readPublicKey,
  signerText,
  type ExpectedSigner,
  type KeySigner,
} from './signers.js'
import { readStatement, requirePayloadType, requireSubject, type InTotoStatement } from './statement.js'

/** The verified signer. */
export type VerifiedSigner =
  | ({ kind: 'keyless' } & CertificateIdentity)
  /** `key` is the SHA-256 of the public key in DER. */
  | { kind: 'key'; key: string }

export interface VerifiedBundle {
  signer: VerifiedSigner
  /** Only in attestations, not in plain signatures. */
  statement?: InTotoStatement
}

/** Verifies a bundle for an artifact, offline. Throws `Refused` with the reason. */
export async function verifyParsedBundle(
  bundle: Bundle,
  artifact: ReadArtifact,
  signers: readonly ExpectedSigner[],
  material: TrustMaterial,
): Promise<VerifiedBundle> {
  checkSigners(signers)
  const { content } = bundle
  if (content.$case === 'dsseEnvelope') requirePayloadType(content.dsseEnvelope)
  const der = certificateIn(bundle)
  const signer =
    der === undefined
      ? await verifyWithKeys(bundle, artifact, signers, material)
      : await verifyKeyless(bundle, der, artifact, signers, material)
  if (content.$case !== 'dsseEnvelope') return { signer }
  const statement = readStatement(content.dsseEnvelope.payload)
  requireSubject(statement, artifact.digest)
  return { signer, statement }
}

/** The certificate in DER, or undefined if the bundle is signed with a key. */
function certificateIn({ verificationMaterial: { content } }: Bundle): Buffer<ArrayBuffer> | undefined {
  if (content.$case === 'publicKey') return undefined
  const { rawBytes } =
    content.$case === 'certificate' ? content.certificate : content.x509CertificateChain.certificates[0]!
  return Buffer.from(rawBytes)
}

async function verifyKeyless(
  bundle: Bundle,
  der: Buffer<ArrayBuffer>,
  artifact: ReadArtifact,
  signers: readonly ExpectedSigner[],
  material: TrustMaterial,
): Promise<VerifiedSigner> {
  const expected = signers.filter(isKeyless)
  if (expected.length === 0) throw new Refused('IDENTITY', 'the bundle is signed with a certificate; expected a key')
  // A root without logs belongs to a deployment without logs.
  const thresholds = {
    ctlogThreshold: Math.min(1, material.ctlogs.length),
    tlogThreshold: Math.min(1, material.tlogs.length),
    timestampThreshold: 1,
  }
  const certificate = readCertificate(der)
  const key = createPublicKey({ key: certificate.publicKey, format: 'der', type: 'spki' })
  verifyWith(new Verifier(material, thresholds), await entityOf(bundle, artifact, key))
  requireLogged(bundle, der)
  const found = identityIn(certificate)
  if (!expected.some((one) => isIssuedTo(one, found))) {
    const wanted = expected.map(signerText).join(' or ')
    throw new Refused('IDENTITY', `signed by ${found.identity} (${found.issuer}); expected ${wanted}`)
  }
  return { kind: 'keyless', ...found }
}

async function verifyWithKeys(
  bundle: Bundle,
  artifact: ReadArtifact,
  signers: readonly ExpectedSigner[],
  material: TrustMaterial,
): Promise<VerifiedSigner> {
  const expected = signers.filter((signer): signer is KeySigner => !isKeyless(signer))
  if (expected.length === 0) throw new Refused('IDENTITY', 'the bundle is signed with a key; expected an identity')
  const failures: unknown[] = []
  const hints: string[] = []
  for (const { key: text, log } of expected) {
    const key = readPublicKey(text)
    const threshold = log === 'optional' ? 0 : 1
    const verifier = new Verifier(
      { ...material, publicKey: () => ({ publicKey: key, validFor: () => true }) },
      { tlogThreshold: threshold, timestampThreshold: threshold },
    )
    try {
      const der = key.export({ format: 'der', type: 'spki' })
      hints.push(createHash('sha256').update(der).digest('base64'))
      verifyWith(verifier, await entityOf(bundle, artifact, key))
      requireLogged(bundle, der)
      return { kind: 'key', key: `sha256:${createHash('sha256').update(der).digest('hex')}` }
    } catch (error) {
      failures.push(error)
    }
  }
  const { content } = bundle.verificationMaterial
  const hint = content.$case === 'publicKey' ? content.publicKey.hint : ''
  // Bundles of cosign and of ours name their key by its SHA-256.
  if (!SHA256_HINT.test(hint) || hints.includes(hint)) throw failures[0]
  const name = Buffer.from(hint, 'base64').toString('hex')
  throw new Refused('IDENTITY', `signed with the key sha256:${name}, which is not expected`)
}

const SHA256_HINT = /^[A-Za-z0-9+/]{43}=$/

/** The signed entity of the library, with our own content check: by digest, and for this artifact. */
async function entityOf(bundle: Bundle, artifact: ReadArtifact, key: KeyObject): Promise<SignedEntity> {
  const entity = toSignedEntity(bundle)
  if (bundle.content.$case === 'dsseEnvelope') return entity
  const needsBytes = key.asymmetricKeyType === 'ed25519'
  const bytes = artifact.bytes ?? (needsBytes ? await artifact.readBytes() : undefined)
  return { ...entity, signature: await messageContent(bundle.content.messageSignature, artifact.digest, bytes) }
}

function requireLogged({ verificationMaterial: { tlogEntries } }: Bundle, verifier: Buffer): void {
  for (const entry of tlogEntries) {
    requireSameCheckpoint(entry)
    requireSameVerifier(entry, verifier)
  }
}

function readCertificate(der: Buffer<ArrayBuffer>): X509Certificate {
  try {
    return X509Certificate.parse(der)
  } catch (error) {
    throw new Refused('CERTIFICATE', `the certificate cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Maps prefixes of the library's codes to ours, with the subject that the library's messages omit. */
const CODES: readonly [string, RefusalCode, string][] = [
  ['TIMESTAMP', 'TIMESTAMP', 'the time of the signature: '],
  ['CERTIFICATE', 'CERTIFICATE', 'the certificate: '],
  ['TLOG', 'LOG', 'the entry in the log: '],
  ['PUBLIC_KEY', 'KEY', 'the key: '],
  ['SIGNATURE', 'SIGNATURE', 'the signature was not made with this key over this artifact: '],
]

function verifyWith(verifier: Verifier, entity: SignedEntity): void {
  try {
    verifier.verify(entity)
  } catch (error) {
    if (error instanceof Refused) throw error
    const { code, message, cause } = error as Error & { code?: unknown }
    const [, known = 'MALFORMED', about = ''] = CODES.find(([start]) => String(code).startsWith(start)) ?? []
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    throw new Refused(known, about + reason, { cause: error })
  }
}
