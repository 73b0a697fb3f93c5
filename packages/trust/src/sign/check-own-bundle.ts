import { createPublicKey } from 'node:crypto'
import { isHash, type Hash } from '@atip/protocol/trust'
import type { TrustedRootText } from '../sigstore/trusted-root.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import { verifyBundle } from '../verify-bundle.js'
import type { SignedContent } from './content.js'
import { derOf, type SigningKey } from './credential.js'
import { SigningError } from './signing-error.js'

/** Otherwise, a useless answer of a service would only be noticed by verifiers, when it is too late. */
export async function checkOwnBundle(
  bundle: string,
  content: SignedContent,
  signer: SigningKey,
  trustedRoot: TrustedRootText,
): Promise<void> {
  const digest = digestIn(content)
  const verdict = await verifyBundle({
    bundle: { text: bundle },
    artifact: { digest },
    signers: [await ownSigner(signer, JSON.parse(bundle) as OwnBundle)],
    trustedRoot,
  })
  if (verdict.verified) return
  throw new SigningError('SELF_CHECK', `the new bundle does not verify with this trusted root: ${verdict.reason}`)
}

interface OwnBundle {
  verificationMaterial: { tlogEntries: unknown[] }
}

/** The digest that the signature covers: for a statement, that of its first subject. */
function digestIn(content: SignedContent): Hash {
  if ('digest' in content) return `sha256:${content.digest.toString('hex')}`
  const { subject } = JSON.parse(Buffer.from(content.envelope.payload, 'base64').toString('utf8')) as {
    subject: { digest: { sha256?: string } }[]
  }
  const digest = `sha256:${subject[0]?.digest.sha256}`
  if (!isHash(digest)) throw new SigningError('STATEMENT', 'the statement names no subject by SHA-256')
  return digest
}

async function ownSigner(signer: SigningKey, { verificationMaterial }: OwnBundle): Promise<ExpectedSigner> {
  if (signer.certificate === undefined) {
    const key = createPublicKey(signer.verifier).export({ format: 'pem', type: 'spki' }) as string
    return { key, log: verificationMaterial.tlogEntries.length > 0 ? 'required' : 'optional' }
  }
  const { identityInDer } = await import('../sigstore/certificate-identity.js')
  const { identity, issuer } = identityInDer(derOf(signer.verifier))
  return { identity, issuer }
}
