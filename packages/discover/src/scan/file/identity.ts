import { statSync, type BigIntStats } from 'node:fs'
import type { Identity } from '../../types.js'

/** Of a file that was looked for and is not there. When it appears, what was concluded from its absence is no longer true. */
export const ABSENT: Identity = 'absent'

export function identityOf(stats: BigIntStats): Identity {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}

const OPTIONS = { bigint: true, throwIfNoEntry: false } as const

/** The identity of what a path leads to now, through links. */
export function identityAt(path: string): Identity {
  try {
    const stats = statSync(path, OPTIONS)
    return stats === undefined ? ABSENT : identityOf(stats)
  } catch {
    // A part of the way is no folder, a circle of links, or not ours to enter: nothing can be launched from there.
    return ABSENT
  }
}
