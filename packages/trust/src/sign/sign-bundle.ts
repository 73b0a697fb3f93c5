import { basename } from 'node:path'
import { hashBytes } from '../files/artifact.js'
import { readFileWithin } from '../files/open-file.js'
import { JSON_LIMITS } from '../files/read-json.js'
import { hashFile } from '../files/hash-file.js'
import { signEnvelope, signMessage, type Signable, type SignedContent } from './content.js'
import { signingKeyFor, type SigningCredential, type SigningKey } from './credential.js'
import { logEntry } from './log.js'
import { PUBLIC_SERVICES, type SigningServices } from './services.js'
import { SigningError } from './signing-error.js'
import { readStatement, STATEMENT_V1 } from '../sigstore/statement.js'
import type { TrustedRootText } from '../sigstore/trusted-root.js'
import { checkOwnBundle } from './check-own-bundle.js'
import { timestamp } from './timestamp.js'

export interface SignBundleOptions {
  artifact: Signable
  credential: SigningCredential
  /** Default: the public services of sigstore. `{}` uses none, which is only possible with a key. */
  services?: SigningServices
  /** Signs a statement about the artifact instead of the artifact itself: an in-toto attestation. */
  predicate?: { type: string; content: unknown }
  /** The artifact is already such a statement. */
  isStatement?: boolean
  /** Verifies the bundle with this root before returning it. */
  trustedRoot?: TrustedRootText
}

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json'

/** Signs a file, or a statement about it, and returns the text of a sigstore bundle, version 0.3. */
export async function signBundle(options: SignBundleOptions): Promise<string> {
  const { credential, services = PUBLIC_SERVICES } = options
  const { rekor, timestampAuthorities = [] } = services
  if ('identityToken' in credential && rekor === undefined && timestampAuthorities.length === 0) {
    throw new SigningError(
      'CONFIG',
      'a certificate is valid for minutes: signing with an identity needs a log or a timestamp',
    )
  }
  if (rekor?.version === 2 && timestampAuthorities.length === 0) {
    throw new SigningError('CONFIG', 'version 2 of the log does not confirm the time: configure a timestamp authority')
  }
  const signer = await signingKeyFor(credential, services)
  const content = await contentFor(options, signer)
  const [entries, timestamps] = await Promise.all([
    Promise.all(rekor === undefined ? [] : [logEntry(content, signer, rekor)]),
    Promise.all(timestampAuthorities.map((url) => timestamp(content.signature, url))),
  ])
  const bundle = `${JSON.stringify(bundleOf(content, signer, entries, timestamps))}\n`
  if (options.trustedRoot !== undefined) await checkOwnBundle(bundle, content, signer, options.trustedRoot)
  return bundle
}

async function contentFor(options: SignBundleOptions, { key }: SigningKey): Promise<SignedContent> {
  const { artifact, predicate, isStatement = false } = options
  if (isStatement) return signEnvelope(await statementBytes(artifact), key)
  if (predicate === undefined) return signMessage(artifact, key)
  const hash = 'path' in artifact ? await hashFile(artifact.path) : hashBytes(artifact.bytes)
  const statement = {
    _type: STATEMENT_V1,
    subject: [{ name: 'path' in artifact ? basename(artifact.path) : 'artifact', digest: { sha256: hash.slice(7) } }],
    predicateType: predicate.type,
    predicate: predicate.content,
  }
  return signEnvelope(Buffer.from(JSON.stringify(statement)), key)
}

async function statementBytes(artifact: Signable): Promise<Buffer> {
  const bytes =
    'path' in artifact ? await readFileWithin(artifact.path, JSON_LIMITS.bytes) : Buffer.from(artifact.bytes)
  try {
    readStatement(bytes)
    return bytes
  } catch (error) {
    throw new SigningError('STATEMENT', (error as Error).message, { cause: error })
  }
}

function bundleOf(content: SignedContent, signer: SigningKey, tlogEntries: unknown[], timestamps: string[]): unknown {
  const { certificate, hint } = signer
  const who =
    certificate === undefined ? { publicKey: { hint } } : { certificate: { rawBytes: certificate.toString('base64') } }
  const signature = content.signature.toString('base64')
  return {
    mediaType: MEDIA_TYPE,
    verificationMaterial: {
      ...who,
      tlogEntries,
      timestampVerificationData: { rfc3161Timestamps: timestamps.map((signedTimestamp) => ({ signedTimestamp })) },
    },
    ...('envelope' in content
      ? { dsseEnvelope: content.envelope }
      : {
          messageSignature: {
            messageDigest: { algorithm: 'SHA2_256', digest: content.digest.toString('base64') },
            signature,
          },
        }),
  }
}
