import type { SecretSpan } from '../span.js'

/** A file that is nothing but the 64 bytes of a pair of keys, as numbers: so wallets of Solana keep them. */
const BYTES = /^\s{0,20}\[\s{0,20}\d{1,3}(?:\s{0,20},\s{0,20}\d{1,3}){63}\s{0,20}\]\s{0,20}$/

export function findByteKeys(text: string): SecretSpan[] {
  return BYTES.test(text) ? [{ start: 0, end: text.length, kind: 'private-key' }] : []
}
