import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '@atip/files'
import { readShimRecord, recordFile, type ShimRecord } from '../stored/shim-record.js'

/** Writes a record about both the old and the new shim, then the shim, so that a record always matches the file. */
export function storeShim(file: string, bytes: Uint8Array, record: ShimRecord): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const old = readIfThere(file)
  const before = old === undefined ? undefined : readShimRecord(file, old)
  // Writes nothing if nothing changed, so that cached results based on the file stay valid.
  if (before !== undefined && isSame(before, record)) return
  const records = before === undefined || before.content === record.content ? [record] : [record, before]
  const options = { sync: false, mode: 0o600 }
  writeWhole(recordFile(file), `${JSON.stringify({ records })}\n`, options)
  if (old === undefined || !old.equals(bytes)) writeWhole(file, bytes, options)
}

function isSame(one: ShimRecord, other: ShimRecord): boolean {
  const key = (record: ShimRecord) => JSON.stringify({ ...record, fetched: '' })
  return key(one) === key(other)
}

/** Removes a shim that came from a registry, never one of the user's own. */
export function removeStoredShim(file: string): boolean {
  const bytes = readIfThere(file)
  if (bytes === undefined || readShimRecord(file, bytes) === undefined) return false
  rmSync(file, { force: true })
  rmSync(recordFile(file), { force: true })
  return true
}

/** Removes everything that came from a registry. */
export function removeShimsOf(data: string, url: string): number {
  return removeShims(data, ({ registry }) => registry.url === url)
}

/** Removes the registry shims that `fits` selects, and returns their number. */
export function removeShims(data: string, fits: (record: ShimRecord) => boolean): number {
  const folder = join(data, 'shims/sha256')
  const files = namesIn(folder)
    .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
    .map((name) => join(folder, name))
  const isFitting = (file: string) => {
    const record = readShimRecord(file, readIfThere(file) ?? Buffer.alloc(0))
    return record !== undefined && fits(record)
  }
  return files.filter((file) => isFitting(file) && removeStoredShim(file)).length
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
