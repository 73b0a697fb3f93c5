import { basename } from 'node:path'
import { checkShim } from './check-shim.js'
import { RefusedFile, type ShimRefusal } from './refusal.js'

/** Why a file cannot be published as a shim, whatever its signature; undefined if it can. */
export async function validateShim(file: string, bytes: Uint8Array): Promise<ShimRefusal | undefined> {
  const [, hex] = /^([0-9a-f]{64})\.json$/.exec(basename(file)) ?? []
  if (hex === undefined) return { file, code: 'name', reason: 'a shim must be named by a hash: 64 digits and .json' }
  try {
    // A signer that accepts everything leaves only problems that no signature can fix.
    await checkShim(hex, bytes, {}, { trust: { signers: [] }, signer: { sign: async () => ({}) } })
    return undefined
  } catch (error) {
    if (error instanceof RefusedFile) return { file, code: error.code, reason: error.message }
    throw error
  }
}
