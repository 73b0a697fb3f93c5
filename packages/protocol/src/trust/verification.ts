/**
 * The results of checking files and signatures. Another package makes the checks, since they read files and use the
 * network.
 */
export interface VerificationResults {
  integrity: IntegrityResult
  signature?: SignatureResult
  provenance?: ProvenanceResult
}

/** Whether the binary has the hash it should have. */
export interface IntegrityResult {
  status: 'match' | 'mismatch' | 'unchecked'
  expected?: string
  actual?: string
  /** Why it was not compared: a code for programs; `error` is the message. */
  code?: string
  error?: string
}

export interface SignatureResult {
  /** `absent`: there is none to check. `unchecked`: there is one, and it could not be checked. */
  status: 'valid' | 'invalid' | 'absent' | 'unchecked'
  type?: 'cosign' | 'gpg' | 'minisign'
  /** The signer that the check found, not the one that the metadata claims. */
  identity?: string
  issuer?: string
  code?: string
  error?: string
}

/** Whether an attestation says where exactly this binary was built. */
export interface ProvenanceResult {
  status: 'valid' | 'invalid' | 'absent' | 'unchecked'
  /** From the local list of builders, not from the claim in the metadata (decision 58). */
  slsaLevel?: number
  builder?: string
  /** The repository and the git reference it was built from. */
  source?: string
  ref?: string
  code?: string
  error?: string
  /** Claims that were not believed. */
  warnings?: string[]
}
