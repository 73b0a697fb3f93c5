import { createPublicKey, type KeyObject } from 'node:crypto'
import { Refused } from '../refused.js'

export interface MinisignPublicKey {
  id: Buffer
  key: KeyObject
}

export interface MinisignSignature {
  /** Whether the signature covers the BLAKE2b-512 of the file; legacy signatures cover the file itself. */
  isPrehashed: boolean
  keyId: Buffer
  signature: Buffer
  trustedComment: string
  /** The signature over the signature and the trusted comment. */
  commentSignature: Buffer
}

const ALGORITHM = 'Ed'
const PREHASHED = 'ED'
/** The DER prefix of an Ed25519 public key, before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const TRUSTED = 'trusted comment: '
const MAX_LENGTH = 10_000

/** Reads the line that `minisign` prints, or the file that it writes. */
export function readMinisignKey(text: string): MinisignPublicKey {
  const bytes = base64(linesOf(text, 'the minisign key').at(-1), 42, 'the minisign key')
  if (bytes.subarray(0, 2).toString('latin1') !== ALGORITHM) {
    throw new Refused('KEY', 'the minisign key is of an unknown kind')
  }
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(10)]), format: 'der', type: 'spki' })
  return { id: bytes.subarray(2, 10), key }
}

export function readMinisignSignature(text: string): MinisignSignature {
  const [, first, comment, last, more] = linesOf(text, 'the minisign signature')
  if (comment?.startsWith(TRUSTED) !== true || more !== undefined) {
    throw new Refused('MALFORMED', 'the minisign signature does not have the expected four lines')
  }
  const bytes = base64(first, 74, 'the minisign signature')
  const algorithm = bytes.subarray(0, 2).toString('latin1')
  if (algorithm !== ALGORITHM && algorithm !== PREHASHED) {
    throw new Refused('UNVERIFIABLE', 'the minisign signature is of an unknown kind')
  }
  return {
    isPrehashed: algorithm === PREHASHED,
    keyId: bytes.subarray(2, 10),
    signature: bytes.subarray(10),
    trustedComment: comment.slice(TRUSTED.length),
    commentSignature: base64(last, 64, 'the signature of the trusted comment'),
  }
}

export function writeMinisignSignature(signature: MinisignSignature): string {
  const { isPrehashed, keyId, trustedComment, commentSignature } = signature
  const bytes = Buffer.concat([Buffer.from(isPrehashed ? PREHASHED : ALGORITHM), keyId, signature.signature])
  return [
    'untrusted comment: signature from atip',
    bytes.toString('base64'),
    TRUSTED + trustedComment,
    commentSignature.toString('base64'),
    '',
  ].join('\n')
}

/** The displayed form: `minisign` prints the identifier as a little-endian number. */
export const keyIdText = (id: Buffer): string => Buffer.from(id).reverse().toString('hex').toUpperCase()

function linesOf(text: string, what: string): string[] {
  if (text.length > MAX_LENGTH) throw new Refused('LIMIT', `${what} has more than ${MAX_LENGTH} characters`)
  return text.trimEnd().split(/\r?\n/)
}

export function base64(text: string | undefined, length: number, what: string): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64')
  if (bytes.length === length && bytes.toString('base64') === text) return bytes
  throw new Refused('MALFORMED', `${what} is not ${length} bytes in base64`)
}
