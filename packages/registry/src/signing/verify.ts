import { createPublicKey } from 'node:crypto'
import {
  isIssuedTo,
  verifyBundle,
  verifyMinisign,
  type ExpectedSigner,
  type NotVerified,
  type TrustSettings,
  type VerifiedSigner,
} from '@atip/trust'
import { sha256 } from '../format/names.js'
import type { SignatureTexts } from '../format/signature-texts.js'
import { entryOfMinisignKey, entryOfSigner } from './accepted-by.js'

/** The signer, for display and for lists of allowed signers. */
export interface SignerIdentity {
  /** An e-mail address or a workflow, the SHA-256 of a key, or the identifier of a minisign key. */
  identity: string
  issuer?: string
  /** The entries of the configured list that accepted the signature, so that their removal can be noticed later. */
  acceptedBy?: string[]
}

export type SignatureVerdict =
  | { verified: true; signer: SignerIdentity }
  | { verified: false; isSigned: boolean; isByStranger: boolean; reason: string }

/** The accepted signers, which come only from local configuration. */
export type SignerSettings = Pick<TrustSettings, 'signers' | 'minisignKeys' | 'trustedRoot'>

/**
 * Verifies the signatures of a file. `isByStranger` means that all of them are of signers who are not accepted here. One good signature is enough.
 */
export async function verifySignatures(
  bytes: Uint8Array,
  { bundle, minisig }: SignatureTexts,
  { signers, minisignKeys = [], trustedRoot }: SignerSettings,
): Promise<SignatureVerdict> {
  const reasons: string[] = []
  let isByStranger = true
  const refuse = ({ code, reason }: NotVerified) => {
    reasons.push(reason)
    isByStranger &&= code === 'IDENTITY'
  }
  if (minisig !== undefined && (minisignKeys.length > 0 || bundle === undefined)) {
    const verdict = await verifyMinisign({ artifact: { bytes }, signature: minisig, keys: minisignKeys })
    if (verdict.verified) {
      const acceptedBy = minisignKeys.filter((key) => minisignIdOf(key) === verdict.keyId).map(entryOfMinisignKey)
      return { verified: true, signer: { identity: `minisign:${verdict.keyId}`, acceptedBy } }
    }
    refuse(verdict)
  }
  if (bundle !== undefined) {
    const root = trustedRoot === undefined ? {} : { trustedRoot }
    const verdict = await verifyBundle({ artifact: { bytes }, bundle: { text: bundle }, signers, ...root })
    if (verdict.verified) {
      const fitting = signers.filter((one) => isSigner(one, verdict.signer))
      const acceptedBy = fitting.map((one) => entryOfSigner(one, trustedRoot))
      return { verified: true, signer: { ...identityOf(verdict.signer), acceptedBy } }
    }
    refuse(verdict)
  }
  const isSigned = reasons.length > 0
  return {
    verified: false,
    isSigned,
    isByStranger: isSigned && isByStranger,
    reason: isSigned ? reasons.join('; ') : 'there is no signature',
  }
}

function identityOf(signer: VerifiedSigner): SignerIdentity {
  return signer.kind === 'key' ? { identity: signer.key } : { identity: signer.identity, issuer: signer.issuer }
}

function isSigner(expected: ExpectedSigner, found: VerifiedSigner): boolean {
  if ('key' in expected) return found.kind === 'key' && found.key === keyNameOf(expected.key)
  return found.kind === 'keyless' && isIssuedTo(expected, found)
}

/** The name of a PEM public key in lists of allowed signers. */
export function keyNameOf(pem: string): string {
  return `sha256:${sha256(createPublicKey(pem).export({ format: 'der', type: 'spki' }))}`
}

/** The identifier that `minisign` prints for a public key: a little-endian number. */
export function minisignIdOf(key: string): string {
  const bytes = Buffer.from(key.trimEnd().split(/\r?\n/).at(-1)!, 'base64')
  return bytes.subarray(2, 10).reverse().toString('hex').toUpperCase()
}

/** The accepted signers in the words of lists of allowed signers, identities with their issuers. */
export const namesOfSigners = ({ signers, minisignKeys = [] }: SignerSettings): string[] => [
  ...signers.map((one) =>
    'key' in one ? keyNameOf(one.key) : `${'identity' in one ? one.identity : one.repository} (${one.issuer})`,
  ),
  ...minisignKeys.map((key) => `minisign:${minisignIdOf(key)}`),
]
