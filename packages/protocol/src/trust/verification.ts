/** What checks of files and signatures found. The checks read files and networks and are done elsewhere. */
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
  /** Why it was not compared, for programs; `error` says it for people. */
  code?: string
  error?: string
}

export interface SignatureResult {
  /** `absent`: there is none to check. `unchecked`: there is one, and it could not be checked. */
  status: 'valid' | 'invalid' | 'absent' | 'unchecked'
  type?: 'cosign' | 'gpg' | 'minisign'
  /** Who signed, as the check found it, not as the metadata claims it. */
  identity?: string
  issuer?: string
  code?: string
  error?: string
}

/** Whether an attestation says where this very binary was built. */
export interface ProvenanceResult {
  status: 'valid' | 'invalid' | 'absent' | 'unchecked'
  /** By the local list of builders, not by the claim in the metadata (decision 58). */
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
