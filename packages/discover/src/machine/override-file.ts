import { isObject } from '@atip/protocol'
import { readIfThere } from '../native/files.js'

export type OverrideReading = { ok: true; patch: Record<string, unknown> } | { ok: false; reason: string }

/** Reads a JSON Merge Patch over a description. Undefined if there is no such file. */
export function readOverride(path: string): OverrideReading | undefined {
  const read = readIfThere(path)
  if (read === undefined) return undefined
  if ('reason' in read) return { ok: false, reason: read.reason }
  let patch: unknown
  try {
    patch = JSON.parse(read.bytes.toString())
  } catch (error) {
    return { ok: false, reason: `it is no JSON: ${(error as Error).message}` }
  }
  return isObject(patch) ? { ok: true, patch } : { ok: false, reason: 'it is not a JSON object' }
}
