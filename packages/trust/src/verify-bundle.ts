import { readArtifact, type Artifact } from './files/artifact.js'
import type { HashFileOptions } from './files/hash-file.js'
import { readFileWithin } from './files/open-file.js'
import { JSON_LIMITS } from './files/read-json.js'
import { refusingThrows, type NotVerified } from './refused.js'
import type { ExpectedSigner } from './sigstore/signers.js'
import type { TrustedRootText } from './sigstore/trusted-root.js'
import type { VerifiedBundle } from './sigstore/verify-bundle.js'

/** A sigstore bundle: the path of its file, or its text. */
export type BundleSource = { path: string } | { text: string | Uint8Array }

export interface VerifyBundleOptions extends HashFileOptions {
  bundle: BundleSource
  artifact: Artifact
  /** The accepted signers. From local configuration, never from the bundle or its source. */
  signers: readonly ExpectedSigner[]
  /** Replaces the root of sigstore's public services, which ships with this package. */
  trustedRoot?: TrustedRootText
}

export type BundleVerdict = ({ verified: true } & VerifiedBundle) | NotVerified

/** Verifies a sigstore bundle for a file, bytes or a digest. Needs no network. Any failure results in a refusal. */
export function verifyBundle(options: VerifyBundleOptions): Promise<BundleVerdict> {
  return refusingThrows(async () => {
    const { bundle, artifact, signers, trustedRoot } = options
    // A dynamic import keeps the package cheap to import.
    const [{ verifyParsedBundle }, { readBundle }, { trustMaterialOf }] = await Promise.all([
      import('./sigstore/verify-bundle.js'),
      import('./sigstore/read-bundle.js'),
      import('./sigstore/trusted-root.js'),
    ])
    const material = trustMaterialOf(trustedRoot)
    const parsed = readBundle(await textOf(bundle))
    const read = await readArtifact(artifact, options)
    return { verified: true as const, ...(await verifyParsedBundle(parsed, read, signers, material)) }
  })
}

const textOf = async (source: BundleSource): Promise<string | Uint8Array> =>
  'text' in source ? source.text : readFileWithin(source.path, JSON_LIMITS.bytes)
