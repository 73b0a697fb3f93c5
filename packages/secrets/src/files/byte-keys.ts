import type { SecretSpan } from '../span.js'

/** A file with nothing but the 64 bytes of a key pair as numbers, the format of Solana wallets. */
const BYTES = /^\s{0,20}\[\s{0,20}\d{1,3}(?:\s{0,20},\s{0,20}\d{1,3}){63}\s{0,20}\]\s{0,20}$/

export function findByteKeys(text: string): SecretSpan[] {
  return BYTES.test(text) ? [{ start: 0, end: text.length, kind: 'private-key' }] : []
}
