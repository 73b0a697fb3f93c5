import { posix } from 'node:path'
import { expandPattern } from './expand-pattern.js'
import { Effort, statsOf, walk } from './walk.js'

/** Signs by which a name is an option, or something else than a name to a shell that reads it again. */
const ODD = /^-|[$`;|&<>"\n\r]/

/** A name that a line which takes it from a folder may read as an option, as code, or as several names. */
function isOddName(path: string, folders: readonly string[]): boolean {
  const name = posix.basename(path)
  if (ODD.test(name)) return true
  const [, ...others] = name.split(/\s+/)
  const isThere = (part: string) =>
    [posix.dirname(path), ...folders].some((folder) => statsOf(posix.join(folder, part)) !== undefined)
  return others.some((part) => part.startsWith('-') || (part !== '' && isThere(part)))
}

export interface NamesTaken {
  /** Patterns that a shell expands. */
  patterns: readonly string[]
  /** Folders of which all names are listed, with those below. */
  roots: readonly string[]
  /** Where a part of a name may be read as a name of its own. */
  folders: readonly string[]
}

const LIMITS = { entries: 5000, milliseconds: 500 }

/** The first odd name among those that a line takes from the disk. */
export function oddNameAt(
  { patterns, roots, folders }: NamesTaken,
  now: () => number = () => performance.now(),
): string | undefined {
  const effort = new Effort(LIMITS, now)
  for (const pattern of new Set(patterns)) {
    const odd = expandPattern(pattern, effort).find((path) => isOddName(path, folders))
    if (odd !== undefined) return odd
  }
  for (const root of new Set(roots)) {
    for (const { path } of walk(root, effort)) if (path !== root && isOddName(path, folders)) return path
  }
  return undefined
}
