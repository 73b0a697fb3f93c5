import type { KeyObject } from 'node:crypto'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { Refused } from '../refused.js'

const CURVES = { prime256v1: p256, secp384r1: p384, secp521r1: p521 }

/** Verifies ECDSA over a digest. node:crypto needs the bytes, which would have to be in memory. */
export function verifyDigest(key: KeyObject, signature: Uint8Array, digest: Uint8Array): boolean {
  const name = key.asymmetricKeyDetails?.namedCurve ?? ''
  const curve = Object.hasOwn(CURVES, name) ? CURVES[name as keyof typeof CURVES] : undefined
  if (curve === undefined) throw new Refused('UNVERIFIABLE', `the curve ${name} is not supported`)
  const { x, y } = key.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  try {
    // Accepts both low and high S, like sigstore and most implementations of ECDSA.
    return curve.verify(signature, digest, point, { prehash: false, lowS: false, format: 'der' })
  } catch {
    return false
  }
}
