import { readFileSync, writeFileSync, type BigIntStats } from 'node:fs'
import { identityOf } from '../scan/file/identity.js'

/**
 * A seal is a file that records the identity of an index that passed its checksum. Computing the checksum again would
 * take longer than the search.
 */
export function isSealed(file: string, stats: BigIntStats): boolean {
  try {
    return readFileSync(sealOf(file), 'utf8') === identityOf(stats)
  } catch {
    return false
  }
}

/** File system clocks advance in steps: a file that has just changed may change again and keep its identity. */
const SETTLED = 2_000

/** Call it after checking the bytes, with the stats from before they were read. */
export function seal(file: string, stats: BigIntStats, now: number): void {
  if (now - Number(stats.ctimeMs) < SETTLED) return
  try {
    writeFileSync(sealOf(file), identityOf(stats), { mode: 0o600 })
  } catch {
    // The checksum is computed again next time.
  }
}

function sealOf(file: string): string {
  return `${file}.seal`
}
