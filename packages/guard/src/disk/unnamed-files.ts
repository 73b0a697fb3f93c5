import { posix } from 'node:path'
import { foldersUp } from './folders-up.js'
import type { GitIndex } from './git-index.js'
import { GIT_FOLDER, isRepository, openRepository, stateIn } from './git-repository.js'
import { readRegular } from './read-regular.js'
import { unnamedFilesTable, type UnnamedFilesTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'
import { Effort, statsOf, walk, type WalkedFile } from './walk.js'

/** A call, as the program with its commands, and where it runs. */
export interface UnnamedContext {
  call: readonly string[]
  folders: readonly string[]
  /** Folders that the call may name. */
  named: readonly string[]
  home: string
}

/** The first project file that the call follows and that may name something to run, to fetch or to show. */
export function fileObeyed(
  files: VisibleFiles,
  { call, folders, named, home }: UnnamedContext,
  { obeyed }: UnnamedFilesTable = unnamedFilesTable(),
): string | undefined {
  const wanted = Object.entries(Object.assign({}, ...entriesFor(call, obeyed)) as Record<string, string>)
  if (wanted.length === 0) return undefined
  for (const folder of new Set([...named, ...folders.flatMap((one) => foldersUp(one, home))])) {
    // Files in the home itself are the user's own.
    if (folder === home) continue
    for (const [name, words] of wanted) {
      const path = posix.join(folder, name)
      if (files.has(path) !== false && mayName(files, path, words)) return path
    }
  }
  return undefined
}

/** Whether ignore files may include hidden files again: `!.env`. */
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
  /** Of settings, only those with the given keys are shown. */
  isByKey: boolean
  /** Changed files of the repository are shown, too. */
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

/** Settings of a repository may be elsewhere, as those of a submodule or of another work tree are. */
function inRepository(folder: string, name: string): string[] | undefined {
  if (!name.startsWith(`${GIT_FOLDER}/`) || !isRepository(folder)) return undefined
  return openRepository(folder, 0).folders.map((own) => posix.join(own, name.slice(GIT_FOLDER.length + 1)))
}

/** Further files that settings include: `path = ~/.gitconfig-work`. */
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

/** The entries for the program, and for each of its commands. */
function entriesFor<T>(call: readonly string[], table: Readonly<Record<string, T>>): T[] {
  return call.flatMap((_, index) => {
    const key = call.slice(0, index + 1).join(' ')
    return Object.hasOwn(table, key) ? [table[key]!] : []
  })
}

/** A file that cannot be read may name anything. Blanks around separators do not count: `fix = true`. */
function mayName(files: VisibleFiles, path: string, words: string): boolean {
  const text = words === '' ? undefined : files.read(path)?.replace(/[ \t]*([=:])[ \t]*/g, '$1')
  return text === undefined || words.split(/\s+/).some((word) => text.includes(word))
}

const CHANGE_LIMITS = { entries: 20_000, milliseconds: 100 }
const MOST_INDEX = 20 * 1024 * 1024

/** Files of the repository around a folder that differ from its index, by their size and time. */
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

/** The files of an index that exist. */
function* filesIn(root: string, { paths }: GitIndex, effort: Effort): Generator<WalkedFile> {
  for (const name of paths) {
    if (!effort.takesName()) return
    const path = posix.join(root, name)
    const stats = statsOf(path)
    if (stats !== undefined) yield { path, stats }
  }
}

const MOST_CHANGED = 200
