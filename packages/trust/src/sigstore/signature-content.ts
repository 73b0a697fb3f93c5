import { constants, publicDecrypt, verify, type KeyObject } from 'node:crypto'
import type { MessageSignature } from '@sigstore/bundle'
import { crypto } from '@sigstore/core'
import { HashAlgorithm } from '@sigstore/protobuf-specs'
import type { SignedEntity } from '@sigstore/verify'
import type { Hash } from '@atip/protocol/trust'
import { Refused } from '../refused.js'

type SignatureContent = SignedEntity['signature']

/** The DER prefix of a SHA-256 DigestInfo, before the digest. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** A signature over a file that need not be in memory: the digest is enough, except for Ed25519. */
export async function messageContent(
  message: MessageSignature,
  hash: Hash,
  bytes?: Uint8Array,
): Promise<SignatureContent> {
  const digest = Buffer.from(hash.slice('sha256:'.length), 'hex')
  checkDigest(message, digest)
  const { signature } = message
  // node:crypto is faster and already loaded, but needs the bytes.
  const verifyEcdsa =
    bytes === undefined
      ? await import('./verify-digest.js').then(
          ({ verifyDigest }) =>
            (key: KeyObject) =>
              verifyDigest(key, signature, digest),
        )
      : (key: KeyObject) => verify('sha256', bytes, key, signature)
  return {
    signature,
    compareSignature: (other) => crypto.bufferEqual(other, signature),
    compareDigest: (other) => crypto.bufferEqual(other, digest),
    compareSignedDigest: (other) => crypto.bufferEqual(other, digest),
    verifySignature: (key) =>
      key.asymmetricKeyType === 'ec' ? verifyEcdsa(key) : verifyMessage(key, signature, digest, bytes),
  }
}

function checkDigest({ messageDigest }: MessageSignature, digest: Buffer): void {
  if (messageDigest === undefined) throw new Refused('MALFORMED', 'the bundle has no digest of what was signed')
  const { algorithm, digest: claimed } = messageDigest
  if (algorithm !== HashAlgorithm.SHA2_256) {
    throw new Refused(
      'UNVERIFIABLE',
      `the bundle uses the digest ${HashAlgorithm[algorithm]}; only SHA2_256 is supported`,
    )
  }
  if (!crypto.bufferEqual(claimed, digest)) {
    const found = claimed.toString('hex')
    throw new Refused('SUBJECT', `the signature is about sha256:${found}, not sha256:${digest.toString('hex')}`)
  }
}

function verifyMessage(key: KeyObject, signature: Buffer, digest: Buffer, bytes?: Uint8Array): boolean {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return verifyRsa(key, signature, digest)
    case 'ed25519':
      if (bytes === undefined) throw new Refused('UNVERIFIABLE', 'an Ed25519 signature needs the file, not its digest')
      return verify(null, bytes, key, signature)
    default:
      throw new Refused('UNVERIFIABLE', `keys of the type ${key.asymmetricKeyType} are not supported`)
  }
}

function verifyRsa(key: KeyObject, signature: Buffer, digest: Buffer): boolean {
  try {
    const info = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
    return info.equals(Buffer.concat([SHA256_INFO, digest]))
  } catch {
    return false
  }
}
