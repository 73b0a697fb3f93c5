import { constants, createSign, sign, type KeyObject } from 'node:crypto'
import { PAYLOAD_TYPE } from '../sigstore/statement.js'
import { hashFile } from '../files/hash-file.js'
import { hashBytes, usableHash } from '../files/artifact.js'

/** An artifact to sign; signing needs its bytes. */
export type Signable = { path: string } | { bytes: Uint8Array }

/** A signed artifact: a file by its digest, or a statement in an envelope. */
export type SignedContent = { digest: Buffer; signature: Buffer } | { envelope: SignedEnvelope; signature: Buffer }

export interface SignedEnvelope {
  payload: string
  payloadType: string
  signatures: { sig: string; keyid: string }[]
}

const PADDING = { padding: constants.RSA_PKCS1_PADDING }

export async function signMessage(artifact: Signable, key: KeyObject): Promise<SignedContent> {
  const signer = createSign('sha256')
  const hash =
    'path' in artifact
      ? await hashFile(artifact.path, { onChunk: (chunk) => signer.update(chunk) })
      : usableHash(hashBytes(artifact.bytes))
  if ('bytes' in artifact) signer.update(artifact.bytes)
  return { digest: Buffer.from(hash.slice('sha256:'.length), 'hex'), signature: signer.sign({ key, ...PADDING }) }
}

/** Signs a payload together with its type, so that it cannot be taken for another type (DSSE). */
export function signEnvelope(payload: Buffer, key: KeyObject): SignedContent {
  const signature = sign('sha256', preAuthEncoding(PAYLOAD_TYPE, payload), { key, ...PADDING })
  const sig = signature.toString('base64')
  const signatures = [{ sig, keyid: '' }]
  return { envelope: { payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE, signatures }, signature }
}

const preAuthEncoding = (type: string, payload: Buffer) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload])
