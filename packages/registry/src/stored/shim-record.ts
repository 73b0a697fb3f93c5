import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hash } from '@atip/protocol'
import type { SignerIdentity } from '../signing/verify.js'

/** Where a stored shim comes from. Kept beside the shim, whose bytes stay exactly as they were signed. */
export interface ShimRecord {
  /** The SHA-256 of the shim that the record describes. */
  content: string
  registry: { name: string; url: string }
  signer?: SignerIdentity
  /** Whether a signer who is trusted on this machine vouches for it, and it is not merely inferred. */
  isTrusted: boolean
  /** Whether it comes from the organisation's registry. */
  isOrganisation: boolean
  fetched: string
}

export const shimFile = (data: string, hash: Hash): string =>
  join(data, 'shims/sha256', `${hash.slice('sha256:'.length)}.json`)
export const recordFile = (file: string) => file.replace(/\.json$/, '.meta.json')

/** The record of a stored shim; undefined if no record matches exactly these bytes. */
export function readShimRecord(file: string, bytes: Uint8Array): ShimRecord | undefined {
  const records = recordsOf(file)
  if (records.length === 0) return undefined
  // Importing the module would cost milliseconds, and judging a call runs this.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const digest = createHash('sha256').update(bytes).digest('hex')
  return records.find(({ content }) => content === digest)
}

function recordsOf(file: string): ShimRecord[] {
  try {
    const { records } = JSON.parse(readFileSync(recordFile(file), 'utf8')) as { records: ShimRecord[] }
    return Array.isArray(records) ? records : []
  } catch {
    return []
  }
}
