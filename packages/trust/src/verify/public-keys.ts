import { readMinisignKey } from '../minisign/format.js'
import { isMinisignSecretKey } from '../minisign/secret-key.js'
import { Refused } from '../refused.js'
import { readPublicKey } from '../sigstore/signers.js'

/** A public key in PEM, exported again, to store or publish. Throws if the text is anything else, such as a private key. */
export function publicPem(text: string): string {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw isPrivate()
  return readPublicKey(text).export({ format: 'pem', type: 'spki' }) as string
}

/** The line with a public key of minisign, to store or publish. Throws if the text is anything else. */
export function publicMinisignKey(text: string): string {
  if (isMinisignSecretKey(text)) throw isPrivate()
  readMinisignKey(text)
  return text.trimEnd().split(/\r?\n/).at(-1)!
}

const isPrivate = () => new Refused('KEY', 'this is a private key; name the public one')
