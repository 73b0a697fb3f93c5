import { readFileSync, writeFileSync, type BigIntStats } from 'node:fs'
import { identityOf } from '../scan/file/identity.js'

/**
 * A seal is a note beside a file: with this identity, its bytes were found to be whole. Whoever finds it need not look at
 * them again, which costs more than everything else that a search does.
 */
export function isSealed(file: string, stats: BigIntStats): boolean {
  try {
    return readFileSync(sealOf(file), 'utf8') === identityOf(stats)
  } catch {
    return false
  }
}

/** Clocks of file systems go in steps: a file that has just changed may change again and keep its identity. */
const SETTLED = 2_000

/** To be called after the bytes were checked, with what the file was before they were read. */
export function seal(file: string, stats: BigIntStats, now: number): void {
  if (now - Number(stats.ctimeMs) < SETTLED) return
  try {
    writeFileSync(sealOf(file), identityOf(stats), { mode: 0o600 })
  } catch {
    // Then it is checked again next time.
  }
}

function sealOf(file: string): string {
  return `${file}.seal`
}
