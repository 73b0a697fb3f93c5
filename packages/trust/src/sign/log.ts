import type { KeyObject } from 'node:crypto'
import { isObject } from '@atip/protocol/trust'
import { request } from '../http/request.js'
import { derOf, type SigningKey } from './credential.js'
import { join, objectIn, post } from './post.js'
import type { SigningServices } from './services.js'
import { SigningError } from './signing-error.js'
import type { SignedContent } from './content.js'

const WHAT = 'the transparency log'

/** Adds a signature to the log and returns the entry in the format of bundles. */
export async function logEntry(
  content: SignedContent,
  signer: SigningKey,
  { url, version }: NonNullable<SigningServices['rekor']>,
): Promise<Record<string, unknown>> {
  if (version === 2) {
    const answer = await post(WHAT, join(url, '/api/v2/log/entries'), requestV2(content, signer))
    return objectIn(WHAT, answer)
  }
  const answer = await post(WHAT, join(url, '/api/v1/log/entries'), requestV1(content, signer))
  // An earlier attempt, whose response got lost, has added the entry already.
  const known = answer.status === 409 ? answer.headers.get('location') : null
  const found =
    known === null ? answer : await request(new URL(known, url).href, { headers: { accept: 'application/json' } })
  return entryOfV1(objectIn(WHAT, found))
}

function requestV1(content: SignedContent, { verifier }: SigningKey): unknown {
  const key = Buffer.from(verifier).toString('base64')
  if ('envelope' in content) {
    const proposedContent = { envelope: JSON.stringify(content.envelope), verifiers: [key] }
    return { apiVersion: '0.0.1', kind: 'dsse', spec: { proposedContent } }
  }
  const data = { hash: { algorithm: 'sha256', value: content.digest.toString('hex') } }
  const signature = { content: content.signature.toString('base64'), publicKey: { content: key } }
  return { apiVersion: '0.0.1', kind: 'hashedrekord', spec: { data, signature } }
}

function requestV2(content: SignedContent, signer: SigningKey): unknown {
  const rawBytes = derOf(signer.verifier).toString('base64')
  const held = signer.certificate === undefined ? { publicKey: { rawBytes } } : { x509Certificate: { rawBytes } }
  const verifier = { ...held, keyDetails: detailsOf(signer.key) }
  if ('envelope' in content) return { dsseRequestV002: { envelope: content.envelope, verifiers: [verifier] } }
  const signature = { content: content.signature.toString('base64'), verifier }
  return { hashedRekordRequestV002: { digest: content.digest.toString('base64'), signature } }
}

function detailsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  return type === 'rsa' ? `PKIX_RSA_PKCS1V15_${details?.modulusLength}_SHA256` : 'PKIX_ECDSA_P256_SHA_256'
}

/** Version 1 returns one entry under its id, with hexadecimal values where bundles have base64. */
function entryOfV1(answer: Record<string, unknown>): Record<string, unknown> {
  const [entry, more] = Object.values(answer)
  if (!isObject(entry) || more !== undefined || typeof entry.body !== 'string') {
    throw new SigningError('SERVICE', `${WHAT} did not answer with one entry`)
  }
  const { kind, apiVersion } = bodyOf(entry.body)
  const { inclusionProof: proof, signedEntryTimestamp } = isObject(entry.verification) ? entry.verification : {}
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: base64(entry.logID) },
    kindVersion: { kind, version: apiVersion },
    integratedTime: String(entry.integratedTime),
    ...(signedEntryTimestamp !== undefined && { inclusionPromise: { signedEntryTimestamp } }),
    ...(isObject(proof) && {
      inclusionProof: {
        logIndex: String(proof.logIndex),
        treeSize: String(proof.treeSize),
        rootHash: base64(proof.rootHash),
        hashes: Array.isArray(proof.hashes) ? proof.hashes.map(base64) : [],
        checkpoint: { envelope: proof.checkpoint },
      },
    }),
    canonicalizedBody: entry.body,
  }
}

function bodyOf(text: string): Record<string, unknown> {
  const body: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  return isObject(body) ? body : {}
}

const base64 = (hex: unknown) => Buffer.from(String(hex), 'hex').toString('base64')
