import type { HashFileOptions } from '../files/hash-file.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import type { TrustedRootText } from '../sigstore/trusted-root.js'
import type { BuilderTable } from '../slsa/builders.js'

/** What this machine or organisation trusts. Nothing of it may come from what is being verified. */
export interface TrustSettings extends HashFileOptions {
  /** Who may sign. Without any, no sigstore signature can be judged. */
  signers: readonly ExpectedSigner[]
  /** Public keys of minisign. */
  minisignKeys?: readonly string[]
  openPgp?: { keys: readonly string[]; fingerprints: readonly string[] }
  trustedRoot?: TrustedRootText
  builders?: BuilderTable
  /** Fetches signatures and attestations from where descriptions say they are. Default: only files beside the artifact. */
  network?: boolean
}
