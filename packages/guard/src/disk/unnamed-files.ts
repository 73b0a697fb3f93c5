import { posix } from 'node:path'
import { foldersUp } from './folders-up.js'
import { unnamedFilesTable, type UnnamedFilesTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'

/** A call, as the program with its commands, and where it takes place. */
export interface UnnamedContext {
  call: readonly string[]
  folders: readonly string[]
  /** Folders that the call may name. */
  named: readonly string[]
  home: string
}

/** The first file of a project that the call obeys, and that may name something to run or to fetch. */
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

export interface ShownFiles {
  files: readonly string[]
  /** Of settings, only those whose keys are given. */
  isByKey: boolean
}

/** Files that the call shows without naming them, in its folder and those above, or in the home. */
export function filesShown(
  { call, folders, home }: UnnamedContext,
  { shown, 'shown by key': byKey }: UnnamedFilesTable = unnamedFilesTable(),
): ShownFiles {
  const isByKey = entriesFor(call, byKey).length > 0
  const files = [...entriesFor(call, shown), ...entriesFor(call, byKey)].flat().flatMap((name) => {
    if (name.startsWith('~/')) return [home + name.slice(1)]
    return folders.flatMap((one) => foldersUp(one, home)).map((folder) => posix.join(folder, name))
  })
  return { files, isByKey }
}

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
