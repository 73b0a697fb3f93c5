import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { isObject } from '@atip/protocol/trust'
import { join, objectIn, post } from './post.js'
import type { SigningServices } from './services.js'
import { SigningError } from './signing-error.js'

/** How to sign: with a token that proves an identity for some minutes, or with a PEM private key. */
export type SigningCredential = { identityToken: string } | { privateKey: string; passphrase?: string }

/** A key that is ready to sign, and the certificate or public key to verify with. */
export interface SigningKey {
  key: KeyObject
  /** In PEM: a certificate, or the public key. */
  verifier: string
  certificate?: Buffer
  hint?: string
}

export async function signingKeyFor(credential: SigningCredential, services: SigningServices): Promise<SigningKey> {
  return 'identityToken' in credential ? certified(credential.identityToken, services) : ownKey(credential)
}

function ownKey({ privateKey, passphrase }: { privateKey: string; passphrase?: string }): SigningKey {
  const key = readPrivateKey(privateKey, passphrase)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type !== 'rsa' && details?.namedCurve !== 'prime256v1') {
    throw new SigningError(
      'KEY',
      `expected an ECDSA key on the curve P-256, or an RSA key; found ${details?.namedCurve ?? type}`,
    )
  }
  const publicKey = createPublicKey(key)
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const verifier = publicKey.export({ format: 'pem', type: 'spki' }) as string
  return { key, verifier, hint: createHash('sha256').update(der).digest('base64') }
}

function readPrivateKey(key: string, passphrase?: string): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
  } catch (error) {
    throw new SigningError('KEY', `the private key cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Creates a key, gets it certified for the owner of the token, and discards it after the signature. */
async function certified(token: string, { fulcio }: SigningServices): Promise<SigningKey> {
  if (fulcio === undefined) throw new SigningError('CONFIG', 'signing with an identity needs a certificate service')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const proof = sign('sha256', Buffer.from(subjectOf(token)), privateKey)
  const content = publicKey.export({ format: 'pem', type: 'spki' })
  const body = {
    credentials: { oidcIdentityToken: token },
    publicKeyRequest: {
      publicKey: { algorithm: 'ECDSA', content },
      proofOfPossession: proof.toString('base64'),
    },
  }
  const url = join(fulcio, '/api/v2/signingCert')
  const answer = await post('the certificate service', url, body, { authorization: `Bearer ${token}` })
  const verifier = certificateIn(objectIn('the certificate service', answer))
  const certificate = derOf(verifier)
  if (!createPublicKey(verifier).equals(publicKey)) {
    throw new SigningError('SERVICE', 'the certificate service certified another key')
  }
  return { key: privateKey, verifier, certificate }
}

/** The proof of possession for the certificate service: the e-mail address of a person, or the subject of the token. */
export function subjectOf(token: string): string {
  const claims = claimsIn(token)
  const { email, email_verified: isVerified, sub } = claims
  if (typeof email === 'string' && email !== '' && isVerified !== false) return email
  if (typeof sub === 'string' && sub !== '') return sub
  throw new SigningError('TOKEN', 'the identity token has neither an e-mail address nor a subject')
}

function claimsIn(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    if (isObject(claims)) return claims
  } catch {
    // The token is a secret, so errors must not quote it.
  }
  throw new SigningError('TOKEN', 'the identity token is not a JSON Web Token')
}

function certificateIn(answer: Record<string, unknown>): string {
  const { signedCertificateEmbeddedSct: embedded, signedCertificateDetachedSct: detached } = answer
  const chain = [embedded, detached].filter(isObject).map((one) => one.chain)[0]
  const [leaf] = isObject(chain) && Array.isArray(chain.certificates) ? (chain.certificates as unknown[]) : []
  if (typeof leaf === 'string' && leaf.includes('-----BEGIN CERTIFICATE-----')) return leaf
  throw new SigningError('SERVICE', 'the certificate service answered without a certificate')
}

export const derOf = (text: string): Buffer => Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
