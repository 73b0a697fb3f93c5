import { posix } from 'node:path'
import { nameFits, withoutClasses } from '@atip/protocol/calls'
import { pathsTable, perTable, type PathsTable } from './tables.js'

/** Segments that mean nothing or another folder, and slashes too many. */
const UNTIDY = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|.\/$|^$/

/**
 * A path from a folder, written in one way only: of a file with two names, such as `/proc/self/root/etc` and `/etc`, the
 * usual one. A path from a folder that is not known stays relative.
 */
export function pathFrom(cwd: string | undefined, path: string, table: PathsTable = pathsTable()): string {
  const whole = path.startsWith('/') || cwd === undefined ? path : `${cwd}/${path}`
  const aliases = readAliases(table)
  const hasAlias = whole.startsWith('/') && aliases.mayBeIn(whole)
  // Most paths are tidy, and to see that takes less than to tidy them.
  if (!hasAlias && !UNTIDY.test(whole)) return whole
  const key = `${cwd}\0${whole}`
  const before = aliases.known.get(key)
  if (before !== undefined) return before
  if (aliases.known.size >= MOST_KNOWN) aliases.known.clear()
  const found = tidied(whole, cwd, hasAlias ? aliases : undefined)
  aliases.known.set(key, found)
  return found
}

/** A line asks about each of its paths several times. */
const MOST_KNOWN = 1000

function tidied(whole: string, cwd: string | undefined, aliases: Aliases | undefined): string {
  const isAbsolute = whole.startsWith('/')
  let names: string[] = []
  // One name after the other: behind a link, `..` is not the folder in which the link is.
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
    /** What an open file leads to is not known, so nothing leads back from it. */
    isOpened: (names: readonly string[]) => [...opened, ...folders].some((pattern) => mayBe(pattern, names)),
    /** Something in the folder of a process. */
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

/** Of another process, the folder in which it works is not known. */
function isThisProcess([, process]: readonly string[]): boolean {
  return process === 'self'
}

/** Whether a path, as `pathFrom` writes it, is in the folder of a process, and that is not known. */
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

/** A name may be a pattern of the shell, which fits the one that is wanted. */
function isOrMayBe(name: string, wanted: string): boolean {
  if (wanted === '*' || name === wanted) return true
  return /[^*?].*[*?[]|[*?[].*[^*?]/.test(name) && nameFits(withoutClasses(name), wanted)
}

/** The home folder of a user by name, as far as it can be known. */
export function homeOf(user: string, ownHome: string): string {
  if (posix.basename(ownHome) === user) return ownHome
  return user === 'root' ? '/root' : `/home/${user}`
}
