/** The signatures of one file: a sigstore bundle, a minisign signature, both or none. */
export interface SignatureTexts {
  bundle?: string
  minisig?: string
}

export const SIGNATURE_KINDS = ['bundle', 'minisig'] as const
