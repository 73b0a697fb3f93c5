import { posix } from 'node:path'
import { nameFits, withoutClasses } from '@atip/protocol/calls'
import { NameSet, PathSet, splitPath, type SplitPath } from './path-set.js'
import { isPublicName, originalOf } from './secrets.js'
import { ordinaryFilesTable, pathsTable, perTable, type OrdinaryFilesTable } from './tables.js'

/**
 * How usual it is to show a file. `ordinary`: such files are shown every day. `nameless`, `unknown`: its name has no
 * ending, or one that says nothing. `delicate`: its name or its place suggests that it holds a login or a key.
 */
export type Showing = 'ordinary' | 'nameless' | 'unknown' | 'delicate'

export const WORST_FIRST: readonly Showing[] = ['delicate', 'unknown', 'nameless', 'ordinary']

/** With more alternatives than this, any of them may be one that is not shown. */
const MOST_ALTERNATIVES = 50

export interface ShownFrom {
  home: string
  /** Paths below it belong to the project. */
  project?: string | undefined
}

/** How usual it is to show a path, which may be a glob pattern. A relative path may be in any folder. */
export function showingOf(
  path: string,
  { home, project }: ShownFrom,
  table: OrdinaryFilesTable = ordinaryFilesTable(),
): Showing {
  const sets = readTable(table)
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(path)
  // Programs that take patterns expand braces to alternatives. Further braces count as any text.
  if (braces !== null) {
    const [whole, list] = braces as unknown as [string, string]
    const fill = (one: string) => path.replace(whole, () => one).replace(/[{}]/g, '*')
    const choices = list.split(',')
    if (choices.length > MOST_ALTERNATIVES) return 'unknown'
    const all = choices.map(fill)
    return WORST_FIRST.find((one) => all.some((other) => showingOf(other, { home, project }, table) === one))!
  }
  const original = originalOf(posix.normalize(path))
  const split = splitPath(original, home)
  const name = original.slice(original.lastIndexOf('/') + 1)
  if (split.names.length === 0 || isPublicName(name)) return 'ordinary'
  const root = project !== undefined && mayBeProject(project, home, table) ? splitPath(project, home).names : []
  const isOfProject = root.length > 0 && root.every((one, index) => split.names[index] === one)
  if (isOfProject && split.names.length === root.length) return 'ordinary'
  const isTemporary = !isOfProject && sets.temporary.has(split)
  if (!isOfProject && !isTemporary && split.isAbsolute) {
    if (sets.exact.has(split)) return 'ordinary'
    if (sets.places.has(split)) return showingOfName(name, split, table) === 'delicate' ? 'delicate' : 'ordinary'
    if (sets.system.has(split)) return 'delicate'
    const isForeign = !split.isOwn && sets.foreign.has(split)
    if (isForeign && !sets.code.has(endingOf(name))) return 'delicate'
  }
  const start = isOfProject ? root.length : (split.fromHome ?? 0)
  // Hidden files and folders of a home are judged by `isPrivatePath`.
  const isOfHome = !isOfProject && split.fromHome !== undefined && split.names[start]?.startsWith('.') === true
  if (!isOfHome && hasHidden(split, start) && !sets.hidden.has(split)) return 'delicate'
  if (isOfHome && partsOf(name).some((part) => table.typed.some((word) => part.endsWith(word)))) return 'delicate'
  if (!isOfProject && !isTemporary && isTellingProse(name, table)) return 'delicate'
  const known = showingOfName(name, split, table)
  // `*` in the root of the project does not include hidden files.
  if (known === 'nameless' && isOfProject && name === '*' && split.names.length === root.length + 1) return 'ordinary'
  // One plain word, as in names of everyday files.
  const isPlain = /^[a-z]+\d*$/i.test(name) && ![...table.environments, ...table.settings].includes(name.toLowerCase())
  if (known === 'nameless' && isOfProject && isPlain) return 'ordinary'
  return (isTemporary || isOfHome || sets.hidden.has(split)) && known !== 'delicate' ? 'ordinary' : known
}

/** Whether it is a note of the user about secrets: `passwords.md`. */
function isTellingProse(name: string, table: OrdinaryFilesTable): boolean {
  const ending = endingOf(name)
  return table.prose.includes(ending) && areTelling(partsOf(name.slice(0, -ending.length - 1)), table.words, table)
}

/** Whether a line that starts in a folder may work on a project there. */
function mayBeProject(folder: string, home: string, table: OrdinaryFilesTable): boolean {
  const isAround = `${home}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
  return !isAround && !readTable(table).system.has(splitPath(folder, home))
}

function hasHidden({ names }: SplitPath, start: number): boolean {
  return names.slice(start).some((name) => /^\.(?!\.?$)/.test(name))
}

/** How usual it is to show a file with this name, in folders with these names. */
function showingOfName(name: string, path: SplitPath, table: OrdinaryFilesTable): Showing {
  const sets = readTable(table)
  if (/[*?[]/.test(name)) return showingOfPattern(withoutClasses(name), path, table)
  if (sets.names.has(name.toLowerCase())) return 'ordinary'
  if (sets.logins.has(path)) return 'delicate'
  const ending = endingOf(name)
  const stem = ending === '' ? name : name.slice(0, -ending.length - 1)
  if (table.packed.includes(ending) || /^\d+$/.test(ending)) {
    const names = [...path.names.slice(0, -1), stem.toLowerCase()]
    const inner = showingOfName(stem, { ...path, names }, table)
    return inner === 'nameless' ? 'ordinary' : inner
  }
  if (sets.code.has(ending)) return 'ordinary'
  const parts = partsOf(stem)
  if (parts.length === 0) return 'ordinary'
  const words = table.scripts.includes(ending) ? table.words : [...table.words, ...table.kept]
  const folders = path.names.slice(0, -1)
  if (areTelling(parts, words, table) || areTelling(folders.flatMap(partsOf), table.words, table)) return 'delicate'
  if (isOfEnvironment(parts, ending, folders.at(-1), table)) return 'delicate'
  if (sets.data.has(ending)) return 'ordinary'
  const isIn = (listed: readonly string[]) => folders.some((folder) => listed.includes(folder))
  if (ending !== '') return isIn(table.fixtures) ? 'ordinary' : 'unknown'
  return isIn(table.programs) || sets.regenerable.has(path) ? 'ordinary' : 'nameless'
}

/** A pattern is ordinary only if every name that it may find is. */
function showingOfPattern(pattern: string, path: SplitPath, table: OrdinaryFilesTable): Showing {
  const sets = readTable(table)
  const small = pattern.toLowerCase()
  const known = /^[^*?]+/.exec(small)?.[0] ?? ''
  if (sets.names.has(known)) return 'ordinary'
  const ending = endingOf(small)
  if (sets.code.has(ending)) return 'ordinary'
  const stem = ending === '' ? small : small.slice(0, -ending.length - 1)
  const isAny = /^\**$/.test(stem)
  const isTold = areTelling(partsOf(stem.replace(/[*?]+/g, ' ')), table.words, table)
  if (isTold || (!isAny && table.words.some((word) => nameFits(stem, word)))) return 'delicate'
  if (/[*?]/.test(ending) || ending === '')
    return isAmongSources(path, table) || sets.regenerable.has(path) ? 'ordinary' : 'nameless'
  return sets.data.has(ending) || table.packed.includes(ending) ? 'ordinary' : 'unknown'
}

/** Whether it is in a folder of sources, and not in a folder of settings below it. */
function isAmongSources({ names }: SplitPath, { sources, settings }: OrdinaryFilesTable): boolean {
  const folders = names.slice(0, -1)
  const at = folders.findLastIndex((folder) => sources.includes(folder))
  return at !== -1 && !folders.slice(at + 1).some((folder) => settings.includes(folder))
}

/** Whether files in a folder are sources, apart from hidden ones. The folder is absolute. */
export function isSourceFolder(
  folder: string,
  { home, project }: ShownFrom,
  table: OrdinaryFilesTable = ordinaryFilesTable(),
): boolean {
  return showingOf(`${folder}/*`, { home, project }, table) === 'ordinary'
}

/** Whether every file whose name fits is ordinary. */
export function isOrdinaryName(pattern: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return showingOf(pattern.replace(/^(?:\*\*?\/)+/, ''), { home: '/~' }, table) === 'ordinary'
}

/** Whether every file whose name fits is code or prose, in any folder. */
export function isCodeName(pattern: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return readTable(table).code.has(endingOf(pattern))
}

/** Whether a part of a name suggests a secret: `access-keys`. */
export function tellsOfSecret(name: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return areTelling(partsOf(name), table.words, table)
}

/** Whether a program prints files unchanged. */
export function showsFiles(program: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return table.shows.includes(posix.basename(program))
}

/** Whether a program prints only figures about a file, and names. */
export function tellsFigures(program: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return table.tells.includes(posix.basename(program))
}

/** The same, or a program whose words are rarely files. */
export function rarelyShows(program: string, table: OrdinaryFilesTable = ordinaryFilesTable()): boolean {
  return tellsFigures(program, table) || table.rarely.includes(posix.basename(program))
}

/** `githubToken-v2` is split into `github`, `token` and `v2`. */
function partsOf(stem: string): string[] {
  const spaced = stem.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether one of the words is a part of a name, the end of a part, or two parts together: `service-account`. */
function areTelling(parts: readonly string[], words: readonly string[], table: OrdinaryFilesTable): boolean {
  const pairs = parts.slice(1).map((part, index) => parts[index]! + part)
  return [...parts, ...pairs].some((part) => {
    const plain = part.replace(/\d+$/, '')
    if (table['no words'].includes(plain)) return false
    if (words.includes(part) || words.includes(plain)) return true
    return table['word endings'].some((end) => plain.endsWith(end) || (end.length > 5 && plain.startsWith(end)))
  })
}

/** Settings of one environment, without other words in the name: `application-prod.yml`, `config/production.yml`. */
function isOfEnvironment(
  parts: readonly string[],
  ending: string,
  folder: string | undefined,
  { environments, settings, data }: OrdinaryFilesTable,
): boolean {
  const others = parts.filter((part) => !environments.includes(part))
  if (!data.includes(ending) || others.length === parts.length) return false
  return others.length === 0 ? settings.includes(folder ?? '') : others.every((part) => settings.includes(part))
}

/** The text after the last dot, in lower case. A dot at the start of a name does not count. */
function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 1 ? '' : name.slice(at + 1).toLowerCase()
}

const readTable = perTable((table: OrdinaryFilesTable) => ({
  places: new PathSet(Object.values(table.places).flat()),
  exact: new PathSet(
    Object.values(table.places)
      .flat()
      .filter((path) => !path.endsWith('*')),
  ),
  system: new PathSet(table.system),
  foreign: new PathSet(table.foreign),
  hidden: new PathSet(Object.values(table.hidden).flat()),
  temporary: new PathSet(pathsTable().temporary),
  names: new NameSet(table.names),
  logins: new PathSet(table.logins),
  code: new Set(table.code),
  data: new Set([...table.data, ...table.binary, ...table.scripts]),
  regenerable: new PathSet(pathsTable().regenerable),
}))
