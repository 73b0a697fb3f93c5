import { isHash, type Binary, type Integrity, type IntegrityResult } from '@atip/protocol/trust'
import { usableHash } from '../files/artifact.js'
import { hashFile, type HashFileOptions } from '../files/hash-file.js'
import { toRefusal } from '../refused.js'

/** The claims of a description about the bytes of its program. */
export interface HashClaims {
  trust?: { integrity?: Integrity }
  binary?: Partial<Binary>
}

/** Compares the hash of a program with the one in its description (RFC Appendix A). */
export async function verifyBinaryIntegrity(
  path: string,
  { trust, binary }: HashClaims,
  options: HashFileOptions = {},
): Promise<IntegrityResult> {
  const claims = [binary?.hash, trust?.integrity?.checksum].filter((one) => one !== undefined)
  try {
    const actual = await hashFile(path, options)
    if (claims.length === 0)
      return { status: 'unchecked', actual, code: 'ABSENT', error: 'the description names no hash' }
    const wrong = claims.find((one) => isHash(one) && one !== actual)
    if (wrong !== undefined) return { status: 'mismatch', expected: wrong, actual }
    return { status: 'match', expected: usableHash(claims.find((one) => !isHash(one)) ?? claims[0]), actual }
  } catch (error) {
    const { code, reason } = toRefusal(error)
    return { status: 'unchecked', ...(claims[0] !== undefined && { expected: claims[0] }), code, error: reason }
  }
}
