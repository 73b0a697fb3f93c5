import type { HashFileOptions } from '../files/hash-file.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import type { TrustedRootText } from '../sigstore/trusted-root.js'
import type { BuilderTable } from '../slsa/builders.js'

/** What this machine or organisation trusts. Must not come from the artifact. */
export interface TrustSettings extends HashFileOptions {
  /** The accepted signers. Without any, no sigstore signature can be verified. */
  signers: readonly ExpectedSigner[]
  /** Public keys of minisign. */
  minisignKeys?: readonly string[]
  openPgp?: { keys: readonly string[]; fingerprints: readonly string[] }
  trustedRoot?: TrustedRootText
  builders?: BuilderTable
  /** Fetches signatures and attestations from URLs in descriptions. Default: only files beside the artifact. */
  network?: boolean
}
