import { statSync, type BigIntStats } from 'node:fs'
import type { FileIdentity } from '../../types.js'

/** The identity of a file that does not exist. When it appears, conclusions from its absence are invalid. */
export const ABSENT: FileIdentity = 'absent'

export function identityOf(stats: BigIntStats): FileIdentity {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}

const OPTIONS = { bigint: true, throwIfNoEntry: false } as const

/** The identity of the file that a path leads to now, following links. */
export function identityAt(path: string): FileIdentity {
  try {
    const stats = statSync(path, OPTIONS)
    return stats === undefined ? ABSENT : identityOf(stats)
  } catch {
    // A path component is no folder, is in a symlink loop, or is not accessible: nothing can be launched from there.
    return ABSENT
  }
}
