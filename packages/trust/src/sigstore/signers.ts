import { createPublicKey, type KeyObject } from 'node:crypto'
import { Refused } from '../refused.js'
import type { CertificateIdentity } from './certificate-identity.js'

/**
 * Signs with a certificate that is valid for a few minutes, issued for a proven identity. Both fields must be equal.
 */
export interface KeylessSigner {
  identity: string
  /** The OpenID Connect provider that confirmed the identity. Without it, any provider could. */
  issuer: string
}

/** Any workflow of a repository, whatever its file or the reusable workflow that it calls. All fields must be equal. */
export interface RepositorySigner {
  /** As `https://github.com/OWNER/NAME`. */
  repository: string
  issuer: string
  /** The git reference, such as `refs/tags/v1.0.0`. Default: any. */
  ref?: string
}

/** Signs with a long-lived key. */
export interface KeySigner {
  /** The public key in PEM. */
  key: string
  /** Whether the signature must be in the transparency log. Default: it must. */
  log?: 'required' | 'optional'
}

/** The expected signer. Comes from local configuration, never from the artifact. */
export type ExpectedSigner = KeylessSigner | RepositorySigner | KeySigner

export const isKeyless = (signer: ExpectedSigner): signer is KeylessSigner | RepositorySigner => !('key' in signer)

/** Whether a certificate was issued to this signer: compares for equality, never with a pattern. */
export function isIssuedTo(signer: KeylessSigner | RepositorySigner, found: CertificateIdentity): boolean {
  if (signer.issuer !== found.issuer) return false
  if ('identity' in signer) return signer.identity === found.identity
  return signer.repository === found.sourceRepository && (signer.ref === undefined || signer.ref === found.sourceRef)
}

export const signerText = (signer: KeylessSigner | RepositorySigner): string =>
  `${'identity' in signer ? signer.identity : `a workflow of ${signer.repository}`} (${signer.issuer})`

/** A signer without an identity would match anyone, so it is an error of the caller, not a refusal. */
export function checkSigners(signers: readonly ExpectedSigner[]): void {
  for (const signer of signers) {
    const needed = isKeyless(signer)
      ? [signer.issuer, 'repository' in signer ? signer.repository : signer.identity]
      : [signer.key]
    if (needed.every(isText)) continue
    throw new Refused(
      'IDENTITY',
      'an expected signer needs an identity and an issuer, a repository and an issuer, or a key',
    )
  }
  if (signers.length === 0) throw new Refused('IDENTITY', 'no signer is expected, so no signature can be accepted')
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

export function readPublicKey(text: string): KeyObject {
  // Node would also derive a public key from a private one, or take the key of a certificate.
  if (!/^-----BEGIN (RSA )?PUBLIC KEY-----/.test(text.trim())) {
    throw new Refused('KEY', 'expected a public key in PEM, which begins with -----BEGIN PUBLIC KEY-----')
  }
  try {
    return createPublicKey(text)
  } catch (error) {
    throw new Refused('KEY', `the public key cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
