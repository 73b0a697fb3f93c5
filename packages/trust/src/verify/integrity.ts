import { createHash, type Hash as Digester } from 'node:crypto'
import type { Binary, Integrity, IntegrityResult } from '@atip/protocol/trust'
import { usableHash } from '../files/artifact.js'
import { hashFile, type HashFileOptions } from '../files/hash-file.js'
import { toRefusal } from '../refused.js'

/** The claims of a description about the bytes of its program: a description, or its `trust` as in RFC Appendix A. */
export interface HashClaims {
  trust?: { integrity?: Integrity }
  integrity?: Integrity
  binary?: Partial<Binary>
}

/** Compares the hashes of a program with those in its description (RFC Appendix A). `actual` is the SHA-256. */
export async function verifyBinaryIntegrity(
  path: string,
  { trust, integrity, binary }: HashClaims = {},
  options: HashFileOptions = {},
): Promise<IntegrityResult> {
  const claims = [binary?.hash, trust?.integrity?.checksum, integrity?.checksum].filter((one) => one !== undefined)
  try {
    const read = claims.map(readClaim)
    const { actual, digests } = await hashWith(algorithmsIn(read), path, options)
    if (claims.length === 0)
      return { status: 'unchecked', actual, code: 'ABSENT', error: 'the description names no hash' }
    const wrong = read.findIndex((one) => one !== undefined && digests.get(one.algorithm) !== one.hex)
    if (wrong !== -1) return mismatch(claims[wrong]!, read[wrong]!, digests, actual)
    const unread = read.indexOf(undefined)
    return { status: 'match', expected: unread === -1 ? claims[0]! : usableHash(claims[unread]), actual }
  } catch (error) {
    const { code, reason } = toRefusal(error)
    return { status: 'unchecked', ...(claims[0] !== undefined && { expected: claims[0] }), code, error: reason }
  }
}

/** The algorithms of RFC 3.2.2 that are strong enough, by the digits of their hashes. */
const DIGITS = { sha256: 64, sha384: 96, sha512: 128 } as const

interface Claim {
  algorithm: keyof typeof DIGITS
  hex: string
}

/** A hash in any case. Undefined if it cannot be compared. */
function readClaim(claim: unknown): Claim | undefined {
  const [, algorithm, hex] = /^(sha256|sha384|sha512):([0-9a-f]+)$/.exec(String(claim).toLowerCase()) ?? []
  if (algorithm === undefined || hex?.length !== DIGITS[algorithm as Claim['algorithm']]) return undefined
  return { algorithm: algorithm as Claim['algorithm'], hex }
}

const algorithmsIn = (claims: readonly (Claim | undefined)[]) =>
  new Set(claims.flatMap((one) => (one === undefined || one.algorithm === 'sha256' ? [] : [one.algorithm])))

/** Hashes a file once with all algorithms. */
async function hashWith(algorithms: ReadonlySet<Claim['algorithm']>, path: string, options: HashFileOptions) {
  const digesters = new Map<Claim['algorithm'], Digester>()
  for (const algorithm of algorithms) digesters.set(algorithm, createHash(algorithm))
  const onChunk = (chunk: Uint8Array) => {
    options.onChunk?.(chunk)
    for (const digester of digesters.values()) digester.update(chunk)
  }
  const actual = await hashFile(path, digesters.size === 0 ? options : { ...options, onChunk })
  const digests = new Map<Claim['algorithm'], string>([['sha256', actual.slice('sha256:'.length)]])
  for (const [algorithm, digester] of digesters) digests.set(algorithm, digester.digest('hex'))
  return { actual, digests }
}

function mismatch(
  expected: string,
  { algorithm }: Claim,
  digests: ReadonlyMap<Claim['algorithm'], string>,
  actual: string,
): IntegrityResult {
  const found = `${algorithm}:${digests.get(algorithm)}`
  return { status: 'mismatch', expected, actual, ...(found !== actual && { error: `the file has the hash ${found}` }) }
}
