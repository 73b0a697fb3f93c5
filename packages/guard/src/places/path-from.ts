import { posix } from 'node:path'
import { nameFits, withoutClasses } from '@atip/protocol/calls'
import { pathsTable, perTable, type PathsTable } from './tables.js'

/** Segments `.` and `..`, repeated or trailing slashes, and an empty path. */
const UNTIDY = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|.\/$|^$/

/**
 * A path from a folder in its canonical form: of several paths of a file, such as `/proc/self/root/etc` and `/etc`, the
 * usual one. A path from an unknown folder stays relative.
 */
export function pathFrom(cwd: string | undefined, path: string, table: PathsTable = pathsTable()): string {
  const whole = path.startsWith('/') || cwd === undefined ? path : `${cwd}/${path}`
  const aliases = readAliases(table)
  const hasAlias = whole.startsWith('/') && aliases.mayBeIn(whole)
  // Most paths are tidy, and checking that is faster than tidying them.
  if (!hasAlias && !UNTIDY.test(whole)) return whole
  const key = `${cwd}\0${whole}`
  const before = aliases.known.get(key)
  if (before !== undefined) return before
  if (aliases.known.size >= MOST_KNOWN) aliases.known.clear()
  const found = tidied(whole, cwd, hasAlias ? aliases : undefined)
  aliases.known.set(key, found)
  return found
}

/** Limit for the cached paths. A line asks about each of its paths several times. */
const MOST_KNOWN = 1000

function tidied(whole: string, cwd: string | undefined, aliases: Aliases | undefined): string {
  const isAbsolute = whole.startsWith('/')
  let names: string[] = []
  // One name at a time: after a link, `..` is not the folder that contains the link.
  for (const name of whole.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.length === 0 || names.at(-1) === '..') names.push(...(isAbsolute ? [] : [name]))
    else if (aliases?.isOpened(names) !== true) names.pop()
    if (aliases !== undefined) names = aliases.follow(names, cwd)
  }
  const tidy = names.join('/')
  return isAbsolute ? `/${tidy}` : tidy || '.'
}

type Aliases = ReturnType<typeof readAliases>

const readAliases = perTable((table: PathsTable) => {
  const links = Object.entries(table.aliases).map(([path, target]) => [namesIn(path), target] as const)
  const opened = table.opened.map(namesIn)
  const folders = links.filter(([, target]) => target === '.').map(([pattern]) => pattern)
  const tops = [...new Set(links.map(([[top]]) => top!))]
  return {
    known: new Map<string, string>(),
    mayBeIn: (path: string) => /[*?[]/.test(path) || tops.some((top) => path.includes(`/${top}`)),
    /** The target of an open file is unknown, so `..` does not lead back from it. */
    isOpened: (names: readonly string[]) => [...opened, ...folders].some((pattern) => mayBe(pattern, names)),
    /** Whether it is inside of the folder of a process. */
    isInFolder: (names: readonly string[]) =>
      folders.some((pattern) => names.length > pattern.length && mayBe(pattern, names.slice(0, pattern.length))),
    follow(names: string[], cwd: string | undefined): string[] {
      const target = links.find(([pattern]) => mayBe(pattern, names))?.[1]
      const isKnown = target !== '.' || (cwd?.startsWith('/') === true && isThisProcess(names))
      if (target === undefined || !isKnown) return names
      return namesIn(target === '.' ? cwd! : target)
    },
  }
})

/** The folder of another process is unknown. */
function isThisProcess([, process]: readonly string[]): boolean {
  return process === 'self'
}

/** Whether a path in the form of `pathFrom` is in the folder of a process that is unknown. */
export function isInOtherFolder(path: string, table: PathsTable = pathsTable()): boolean {
  const aliases = readAliases(table)
  return aliases.mayBeIn(path) && aliases.isInFolder(namesIn(path))
}

function namesIn(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function mayBe(pattern: readonly string[], names: readonly string[]): boolean {
  return pattern.length === names.length && pattern.every((wanted, index) => isOrMayBe(names[index]!, wanted))
}

/** Whether a name equals the wanted one, or is a glob pattern that fits it. */
function isOrMayBe(name: string, wanted: string): boolean {
  if (wanted === '*' || name === wanted) return true
  return /[^*?].*[*?[]|[*?[].*[^*?]/.test(name) && nameFits(withoutClasses(name), wanted)
}

/** The home folder of a user by name, as far as it can be known. */
export function homeOf(user: string, ownHome: string): string {
  if (posix.basename(ownHome) === user) return ownHome
  return user === 'root' ? '/root' : `/home/${user}`
}
