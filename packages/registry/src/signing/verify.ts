import { verifyBundle, verifyMinisign, type NotVerified, type TrustSettings, type VerifiedSigner } from '@atip/trust'
import type { SignatureTexts } from '../format/signature-texts.js'

/** Who signed, for people and for lists of allowed signers. */
export interface SignerIdentity {
  /** An address or a workflow, the SHA-256 of a key, or the identifier of a minisign key. */
  identity: string
  issuer?: string
}

export type SignatureVerdict =
  | { verified: true; signer: SignerIdentity }
  | { verified: false; isSigned: boolean; reason: string }

/** Who may sign: from local configuration only. */
export type SignerSettings = Pick<TrustSettings, 'signers' | 'minisignKeys' | 'trustedRoot'>

/** Verifies the signatures of a file. One good signature is enough. */
export async function verifySignatures(
  bytes: Uint8Array,
  { bundle, minisig }: SignatureTexts,
  { signers, minisignKeys = [], trustedRoot }: SignerSettings,
): Promise<SignatureVerdict> {
  const reasons: string[] = []
  const refuse = ({ reason }: NotVerified) => void reasons.push(reason)
  if (minisig !== undefined && (minisignKeys.length > 0 || bundle === undefined)) {
    const verdict = await verifyMinisign({ artifact: { bytes }, signature: minisig, keys: minisignKeys })
    if (verdict.verified) return { verified: true, signer: { identity: `minisign:${verdict.keyId}` } }
    refuse(verdict)
  }
  if (bundle !== undefined) {
    const root = trustedRoot === undefined ? {} : { trustedRoot }
    const verdict = await verifyBundle({ artifact: { bytes }, bundle: { text: bundle }, signers, ...root })
    if (verdict.verified) return { verified: true, signer: identityOf(verdict.signer) }
    refuse(verdict)
  }
  const isSigned = reasons.length > 0
  return { verified: false, isSigned, reason: isSigned ? reasons.join('; ') : 'there is no signature' }
}

function identityOf(signer: VerifiedSigner): SignerIdentity {
  return signer.kind === 'key' ? { identity: signer.key } : { identity: signer.identity, issuer: signer.issuer }
}
