import { posix } from 'node:path'
import { expandPattern } from './expand-pattern.js'
import { foldersUp } from './folders-up.js'
import { HEAD, isRepository, openRepository, PACKED, REFS } from './git-repository.js'
import { readRegular } from './read-regular.js'
import { Effort, statsOf, walk } from './walk.js'

/** Characters that make a name an option, or syntax for a shell that reads it again. */
const ODD = /^[-']|[$`;|&<>"\\\n\r]/

/** Whether a line that takes this name from a folder may read it as an option, as code, or as several names. */
function isOddName(path: string, folders: readonly string[]): boolean {
  const name = posix.basename(path)
  if (ODD.test(name)) return true
  const [, ...others] = name.split(/\s+/)
  const isThere = (part: string) =>
    [posix.dirname(path), ...folders].some((folder) => statsOf(posix.join(folder, part)) !== undefined)
  return others.some((part) => part.startsWith('-') || (part !== '' && isThere(part)))
}

export interface NamesTaken {
  /** Patterns that the shell expands. */
  patterns: readonly string[]
  /** Folders whose names are all listed, including those below. */
  roots: readonly string[]
  /** Folders in which a part of a name may be a name of its own. */
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

const MOST_REFS = 5 * 1024 * 1024

/** A branch or tag of the repository around a folder whose name looks like an option: `--output=x`. */
export function oddRefAt(
  folder: string,
  home: string,
  now: () => number = () => performance.now(),
): string | undefined {
  const root = foldersUp(folder, home).find(isRepository)
  if (root === undefined) return undefined
  const effort = new Effort(LIMITS, now)
  for (const own of new Set(openRepository(root, 0).folders)) {
    const listed = [HEAD, PACKED].map((name) => textAt(posix.join(own, name))).join('\n')
    const loose = [...walk(posix.join(own, REFS), effort)].map(({ path }) => path.slice(own.length + 1))
    const names = [...(listed.match(/refs\/\S+/g) ?? []), ...loose]
    const odd = names.find((name) => name.includes('/-'))
    if (odd !== undefined) return odd.slice(odd.indexOf('/-') + 1)
  }
  return undefined
}

function textAt(path: string): string {
  try {
    return readRegular(path, MOST_REFS)?.toString() ?? ''
  } catch {
    return ''
  }
}
