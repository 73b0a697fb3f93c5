import { posix } from 'node:path'
import { unescaped } from './filters.js'
import { isInOtherFolder } from './path-from.js'
import { PathSet, splitPath } from './path-set.js'
import { isPrivatePath, isSecretPath, mayFindSecret } from './secrets.js'
import { pathsTable, perTable, secretsTable, type PathsTable, type Protection, type SecretsTable } from './tables.js'

/** The kind of a place, as far as it matters for writing, deleting or reading there. */
export type PlaceKind =
  | 'sink'
  | 'device'
  | 'system'
  | 'secret'
  | 'private'
  | 'dotfile'
  | 'home'
  | 'temporary'
  | 'regenerable'
  | 'other'

/** The kind of an absolute path, which may be a glob pattern. */
export function kindOfPath(
  absolute: string,
  home: string,
  table: PathsTable = pathsTable(),
  secrets: SecretsTable = secretsTable(),
): PlaceKind {
  const known = kindsFound(table)(secrets)
  const key = `${home}\0${absolute}`
  const before = known.get(key)
  if (before !== undefined) return before
  const kind = findKind(absolute, home, table, secrets)
  if (known.size >= MOST_KINDS) known.clear()
  known.set(key, kind)
  return kind
}

/** A cache, because a line asks about each of its paths several times. */
const kindsFound = perTable((_paths: PathsTable) => perTable((_secrets: SecretsTable) => new Map<string, PlaceKind>()))
const MOST_KINDS = 1000

function findKind(absolute: string, home: string, table: PathsTable, secrets: SecretsTable): PlaceKind {
  const sets = readPaths(table)
  const path = splitPath(absolute, home)
  if (isInOtherFolder(absolute, table)) return 'secret'
  if (sets.sinks.has(path)) return 'sink'
  const isTemporary = sets.temporary.has(path)
  if (sets.devices.has(path)) return isTemporary ? 'temporary' : 'device'
  if (isSecretPath(absolute, home, secrets) || mayFindSecret(absolute, home, secrets)) return 'secret'
  // Programs that take patterns read `.e\nv` as `.env`.
  if (absolute.includes('\\') && kindOfPath(unescaped(absolute), home, table, secrets) === 'secret') return 'secret'
  if (sets.homes.has(path)) return 'home'
  if (isTemporary) return 'temporary'
  if (isPrivatePath(absolute, home, secrets)) return 'private'
  // A home may be below a system folder, as that of root is.
  if (path.isOwn && path.names[path.fromHome!]!.startsWith('.')) return 'dotfile'
  if (!path.isOwn && sets.system.has(path)) return 'system'
  return sets.regenerable.has(path) ? 'regenerable' : 'other'
}

/** Whether data that is written there is displayed, and not stored. */
export function isShownPlace(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).shown.has(splitPath(absolute, home))
}

/** Whether a text contains the name of such a place. */
export function namesShownPlace(text: string, table: PathsTable = pathsTable()): boolean {
  return table.shown.some((path) => text.includes(path.replace(/\*$/, '')))
}

/** The usual name of stdin or an output of a process; undefined for other paths. */
export function standardPlace(absolute: string, home: string, table: PathsTable = pathsTable()): string | undefined {
  const isOne = table.opened.includes(absolute) || isShownPlace(absolute, home, table)
  return isOne ? absolute.replace('/proc/self/', '/dev/') : undefined
}

/** Why a file must not be changed without the user's knowledge; undefined if there is no reason. */
export function protects(absolute: string, home: string, table: PathsTable = pathsTable()): Protection | undefined {
  const path = splitPath(absolute, home)
  return readPaths(table).protected.find(([, paths]) => paths.has(path))?.[0]
}

/** Whether a folder of a project contains protected files, which moving or replacing it would change. */
export function holdsProtected(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).holders.has(splitPath(absolute, home))
}

/** The hidden folders in which the table protects files, wherever they are. */
function holdersIn(table: PathsTable): string[] {
  return Object.values(table.protected)
    .flat()
    .filter((pattern) => pattern.startsWith('.'))
    .flatMap((pattern) => {
      const names = pattern.split('/').slice(0, -1)
      const end = names.findIndex((name) => name.includes('*'))
      const known = end === -1 ? names : names.slice(0, end)
      return known.map((_, index) => known.slice(0, index + 1).join('/'))
    })
}

/** Whether a device reveals what is on the machine, or what a user does with it. */
export function isRevealing(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return !readPaths(table).readable.has(splitPath(absolute, home))
}

/** Whether an agent keeps its own plans, notes and results there. */
export function isAgentNote(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).notes.has(splitPath(absolute, home))
}

/** Whether a version manager of the account is loaded from there. */
export function isVersionManager(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).managers.has(splitPath(absolute, home))
}

/** Whether it belongs to the data of version control in a project, or decides what that and agents run. */
export function isOfRepository(absolute: string, home: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).repositories.has(splitPath(absolute, home))
}

/** The folders of version control at the root of a project. */
export function repositoryFolders(table: PathsTable = pathsTable()): string[] {
  return table.repositories.map((path) => path.replace(/\/.*/, ''))
}

/** Whether builds put programs of the project there. */
export function isOutput(relative: string, table: PathsTable = pathsTable()): boolean {
  return readPaths(table).outputs.has(splitPath(relative, NO_HOME))
}

/** Whether a file of a project is hidden, and not known to be read only by the project itself. */
export function isHiddenSetting(relative: string, table: PathsTable = pathsTable()): boolean {
  const path = splitPath(relative, NO_HOME)
  return path.names.some((name) => name.startsWith('.')) && !readPaths(table).sources.has(path)
}

/** Whether the name of a script suggests that it publishes, deploys or changes a database. */
export function leadsBeyond(path: string, table: PathsTable = pathsTable()): boolean {
  const name = posix.basename(path).toLowerCase()
  return table.programs.beyond.some((word) => name.includes(word))
}

/** `./git` and `/tmp/git` have the name of git, but may be any program. */
export function isFromElsewhere(program: string, table: PathsTable = pathsTable()): boolean {
  const folder = splitPath(posix.dirname(program), NO_HOME)
  return program.includes('/') && !readPaths(table).ofSystem.has(folder)
}

/** Whether a folder usually contains programs, so that PATH may name it. */
export function isOrdinaryFolder(folder: string, home: string, table: PathsTable = pathsTable()): boolean {
  return folder.startsWith('/') && readPaths(table).ordinary.has(splitPath(folder, home))
}

/** Whether a path is a file or folder with settings of a tool, or below one. */
export function isInSettings(path: string, table: PathsTable = pathsTable()): boolean {
  return path.split('/').some((name) => table.settings.includes(name))
}

/** Whether an absolute path or pattern may lead to something that exists, and is not a new name in the root. */
export function isInTopFolder(
  absolute: string,
  known: readonly (string | undefined)[],
  table: PathsTable = pathsTable(),
): boolean {
  const top = topOf(absolute)
  const tops = [...table.top, ...known.map(topOf)].map((name) => name.toLowerCase())
  return !/^[\w.-]*\w$/.test(top) || tops.includes(top.toLowerCase())
}

function topOf(absolute = ''): string {
  return absolute.split(/\/+/)[1] ?? ''
}

/** A home that contains no path: system programs are in the same place for every user. */
const NO_HOME = '/~'

const readPaths = perTable((table: PathsTable) => ({
  sinks: new PathSet(table.sinks),
  shown: new PathSet(table.shown),
  devices: new PathSet(table.devices),
  readable: new PathSet(table.readable),
  temporary: new PathSet(table.temporary),
  homes: new PathSet(table.homes),
  system: new PathSet(table.system),
  regenerable: new PathSet(table.regenerable),
  outputs: new PathSet(table.outputs),
  repositories: new PathSet(table.repositories),
  sources: new PathSet(table['hidden sources']),
  notes: new PathSet(table['agent notes']),
  managers: new PathSet(table['version managers']),
  protected: Object.entries(table.protected).map(([why, list]) => [why as Protection, new PathSet(list)] as const),
  holders: new PathSet(holdersIn(table)),
  ofSystem: new PathSet(table.programs.system),
  ordinary: new PathSet(table.programs.ordinary),
}))
