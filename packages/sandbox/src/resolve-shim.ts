import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findProgram, headOf, isExecutable, namesIn } from './files.js'
import type { FoundFile, Host } from './types.js'
import { VERSION_MANAGERS, type VersionManager } from './version-managers.js'
import { placesOnTheWay } from './view.js'

/** Where an installation keeps its programs. */
const BIN_FOLDERS = ['bin', '', 'sbin']

/** A version manager that has shims. */
type Manager = VersionManager & Required<Pick<VersionManager, 'shims' | 'selected'>>
const MANAGERS = VERSION_MANAGERS.filter((one): one is Manager => one.shims !== undefined && one.selected !== undefined)

interface Candidate {
  readonly path: string
  readonly version: string
}

/** The shims in a folder. */
export interface Shims {
  /** The program behind a name in the folder; null if it is not a shim. */
  behind(name: string): FoundFile | null
  /** Files and folders that decide what the shims start. While they are unchanged, so are the results. */
  readonly sources: readonly string[]
}

/** Null for a folder without shims, which is decided without reading its contents. */
export function shimsIn(folder: string, host: Host): Shims | null {
  const managers = managersOf(folder)
  if (managers.length === 0) return null
  const sources = managers.flatMap((manager) =>
    rootsAround(folder, manager).flatMap((root) => sourcesIn(root, manager, host)),
  )
  return { behind: (name) => behindShim(join(folder, name), name, host), sources }
}

/** The program that a shim would start, following links on the way; any other file itself. */
export function programBehind(file: string, host: Host): FoundFile {
  for (const { path } of placesOnTheWay(file)) {
    const found = behindShim(path, basename(file), host)
    if (found !== null) return found
  }
  return { path: file }
}

/**
 * The program that a version manager's shim would start, determined from the manager's files; null if the file is not a
 * shim. `name` is the name it was called by, because many shims are the same file.
 */
function behindShim(file: string, name: string, host: Host): FoundFile | null {
  const manager = managersOf(dirname(file)).find((one) => isShim(file, one))
  if (manager === undefined) return null
  const roots = rootsOf(file, manager)
  const candidates = roots.flatMap((root) => candidatesIn(root, manager, name))
  for (const version of roots.flatMap((root) => selectedVersions(root, manager, host.home))) {
    const chosen = version === 'system' ? nextOnPath(name, file, host) : newestOf(candidates, version)
    if (chosen !== null) return { path: chosen }
  }
  const found = newestOf(candidates) ?? nextOnPath(name, file, host)
  if (found !== null) return { path: found }
  return { problem: `${file} is a shim of ${manager.name}, but no installed version has the program ${name}` }
}

function managersOf(folder: string): Manager[] {
  const name = basename(folder)
  return MANAGERS.filter((one) => one.shims.folder === name && rootsAround(folder, one).length > 0)
}

function isShim(file: string, { shims }: Manager): boolean {
  if ('text' in shims.is) return shims.is.text.test(headOf(file))
  const { program } = shims.is
  return basename(file) !== program && isOtherNameOf(program, file)
}

/** Whether a file is a link to a program of that name, or a hard link to the one next to it. */
function isOtherNameOf(program: string, file: string): boolean {
  try {
    if (basename(readlinkSync(file)) === program) return true
  } catch {
    // Not a link.
  }
  try {
    if (basename(realpathSync(file)) === program) return true
    const [one, other] = [statSync(file), statSync(join(dirname(file), program))]
    return one.dev === other.dev && one.ino === other.ino
  } catch {
    return false
  }
}

/** The roots that follow from the shim's folder and from its text. */
function rootsOf(file: string, manager: Manager): string[] {
  const { is } = manager.shims
  const named = 'text' in is ? is.rootIn?.exec(headOf(file))?.[1] : undefined
  return [...new Set([...rootsAround(dirname(file), manager), ...(named === undefined ? [] : [named])])]
}

function rootsAround(folder: string, { mark, shims: { root = ['.'] } }: Manager): string[] {
  return root.map((way) => join(folder, '..', way)).filter((path) => existsSync(join(path, mark)))
}

function sourcesIn(root: string, manager: Manager, { home }: Host): string[] {
  const installed = manager.installations.flatMap((pattern) => [
    ...foldersLike(root, dirname(pattern)).map(({ folder }) => folder),
    ...foldersLike(root, pattern).map(({ folder }) => join(folder, 'bin')),
  ])
  return [...selectionFiles(root, manager, home), ...installed]
}

function candidatesIn(root: string, { installations }: Manager, name: string): Candidate[] {
  return installations
    .flatMap((pattern) => foldersLike(root, pattern))
    .flatMap(({ folder, version }) => {
      const path = BIN_FOLDERS.map((bin) => join(folder, bin, name)).find(isExecutable)
      return path === undefined ? [] : [{ path, version }]
    })
}

function foldersLike(root: string, pattern: string): { folder: string; version: string }[] {
  let found = [{ folder: root, version: '' }]
  for (const part of pattern.split('/')) {
    found = found.flatMap(({ folder, version }) => {
      if (!part.includes('*')) return [{ folder: join(folder, part), version }]
      const names = namesIn(folder).filter((name) => name.startsWith(part.slice(0, -1)))
      return names.map((name) => ({ folder: join(folder, name), version: name }))
    })
  }
  return found
}

function selectionFiles(root: string, { selected }: Manager, home: string): string[] {
  return selected.map((file) => (file.startsWith('~/') ? join(home, file.slice(2)) : resolve(root, file)))
}

/** Every word of the files that select versions (lines, TOML or JSON): other words match no installed version. */
function selectedVersions(root: string, manager: Manager, home: string): string[] {
  return selectionFiles(root, manager, home).flatMap(
    (file) =>
      headOf(file)
        .replaceAll(/#.*$/gm, '')
        .match(/[\w.+@-]+/g) ?? [],
  )
}

/** `3.12` selects 3.12.7 and 3.12.10; the latter is newer. */
function newestOf(candidates: readonly Candidate[], wanted?: string): string | null {
  const isWanted = ({ version }: Candidate) =>
    wanted === undefined || version === wanted || version.startsWith(`${wanted}.`)
  const [newest] = candidates
    .filter(isWanted)
    .toSorted((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }))
  return newest?.path ?? null
}

function nextOnPath(name: string, shim: string, { searchPath }: Host): string | null {
  const folders = searchPath.split(':').filter((folder) => resolve(folder) !== dirname(shim))
  const found = findProgram(name, folders.join(':'))
  return found === null || managersOf(dirname(found)).some((manager) => isShim(found, manager)) ? null : found
}
