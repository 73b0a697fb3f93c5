import { posix } from 'node:path'
import { foldersUp } from './folders-up.js'
import type { GitIndex } from './git-index.js'
import { GIT_FOLDER, isRepository, openRepository, stateIn } from './git-repository.js'
import { readRegular } from './read-regular.js'
import { unnamedFilesTable, type UnnamedFilesTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'
import { Effort, statsOf, walk, type WalkedFile } from './walk.js'

/** A call, as the program with its commands, and where it takes place. */
export interface UnnamedContext {
  call: readonly string[]
  folders: readonly string[]
  /** Folders that the call may name. */
  named: readonly string[]
  home: string
}

/** The first file of a project that the call obeys, and that may name something to run, to fetch or to show. */
export function fileObeyed(
  files: VisibleFiles,
  { call, folders, named, home }: UnnamedContext,
  { obeyed }: UnnamedFilesTable = unnamedFilesTable(),
): string | undefined {
  const wanted = Object.entries(Object.assign({}, ...entriesFor(call, obeyed)) as Record<string, string>)
  if (wanted.length === 0) return undefined
  for (const folder of new Set([...named, ...folders.flatMap((one) => foldersUp(one, home))])) {
    // What is in a home itself is the user's own.
    if (folder === home) continue
    for (const [name, words] of wanted) {
      const path = posix.join(folder, name)
      if (files.has(path) !== false && mayName(files, path, words)) return path
    }
  }
  return undefined
}

/** Whether files that say what searches leave out may take back what is hidden: `!.env`. */
export function mayTakeBack(
  folder: string,
  home: string,
  { 'ignore files': names }: UnnamedFilesTable = unnamedFilesTable(),
): boolean {
  return foldersUp(folder, home).some((one) =>
    names.some((name) => {
      try {
        return TAKES_BACK.test(readRegular(posix.join(one, name), MOST_SETTINGS)?.toString() ?? '')
      } catch {
        return false
      }
    }),
  )
}

const TAKES_BACK = /^\s*!(?:\S*\/)?[.*?[]/m

export interface ShownFiles {
  files: readonly string[]
  /** Of settings, only those whose keys are given. */
  isByKey: boolean
  /** Files of the repository that were changed are shown, too. */
  hasChanges: boolean
}

/** Files that the call shows without naming them, in its folder and those above, or in the home. */
export function filesShown(
  { call, folders, named, home }: UnnamedContext,
  { shown, 'shown by key': byKey, 'changes shown': changes }: UnnamedFilesTable = unnamedFilesTable(),
): ShownFiles {
  const isByKey = entriesFor(call, byKey).length > 0
  const files = [...entriesFor(call, shown), ...entriesFor(call, byKey)].flat().flatMap((name) => {
    if (name.startsWith('~/')) return [home + name.slice(1)]
    const places = [...named, ...folders.flatMap((one) => foldersUp(one, home))]
    return places.flatMap((folder) => inRepository(folder, name) ?? posix.join(folder, name))
  })
  const included = files.flatMap((file) => filesIncluded(file, home))
  const changed = entriesFor(call, Object.fromEntries(changes.map((one) => [one, true]))).length > 0
  return { files: [...files, ...included], isByKey, hasChanges: changed }
}

/** Settings of a repository may be elsewhere: of a submodule, or of another work tree. */
function inRepository(folder: string, name: string): string[] | undefined {
  if (!name.startsWith(`${GIT_FOLDER}/`) || !isRepository(folder)) return undefined
  return openRepository(folder, 0).folders.map((own) => posix.join(own, name.slice(GIT_FOLDER.length + 1)))
}

/** Settings may name further files with settings: `path = ~/.gitconfig-work`. */
function filesIncluded(file: string, home: string): string[] {
  try {
    const text = readRegular(file, MOST_SETTINGS)?.toString() ?? ''
    return [...text.matchAll(/^\s*path\s*=\s*"?([^"\n]+)/gm)].map(([, path]) =>
      posix.resolve(posix.dirname(file), path!.trim().replace(/^~(?=\/)/, home)),
    )
  } catch {
    return []
  }
}

const MOST_SETTINGS = 100_000

/** Of the program, and of each of its commands. */
function entriesFor<T>(call: readonly string[], table: Readonly<Record<string, T>>): T[] {
  return call.flatMap((_, index) => {
    const key = call.slice(0, index + 1).join(' ')
    return Object.hasOwn(table, key) ? [table[key]!] : []
  })
}

/** What cannot be read may name anything. Blanks around the signs of settings do not count: `fix = true`. */
function mayName(files: VisibleFiles, path: string, words: string): boolean {
  const text = words === '' ? undefined : files.read(path)?.replace(/[ \t]*([=:])[ \t]*/g, '$1')
  return text === undefined || words.split(/\s+/).some((word) => text.includes(word))
}

const CHANGE_LIMITS = { entries: 20_000, milliseconds: 100 }
const MOST_INDEX = 20 * 1024 * 1024

/** Files of the repository around a folder that are not as its index has them, by their size and time. */
export function changedFiles(folder: string, home: string, now: () => number = () => performance.now()): string[] {
  const root = foldersUp(folder, home).find(isRepository)
  if (root === undefined) return []
  const repository = openRepository(root, MOST_INDEX)
  const effort = new Effort(CHANGE_LIMITS, now)
  const files = repository.index === undefined ? walk(root, effort) : filesIn(root, repository.index, effort)
  const changed: string[] = []
  for (const { path, stats } of files) {
    if (!stats.isFile()) continue
    const state = stateIn(repository, path, stats, { bytes: 0 })
    if (state === 'changed' || state === 'unknown') changed.push(path)
  }
  return changed.slice(0, MOST_CHANGED)
}

/** The files that an index names, as far as they are there. */
function* filesIn(root: string, { paths }: GitIndex, effort: Effort): Generator<WalkedFile> {
  for (const name of paths) {
    if (!effort.takesName()) return
    const path = posix.join(root, name)
    const stats = statsOf(path)
    if (stats !== undefined) yield { path, stats }
  }
}

const MOST_CHANGED = 200
