import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findProgram, headOf, isExecutable, namesIn } from './files.js'
import type { Found, Host } from './types.js'
import { VERSION_MANAGERS, type VersionManager } from './version-managers.js'

/** Where programs are in an installation. */
const BIN_FOLDERS = ['bin', '', 'sbin']

interface Candidate {
  readonly path: string
  readonly version: string
}

/**
 * The program that the shim of a version manager would start, found by reading the manager's files; null for what is no
 * shim. `name` is the one it was called by: many shims are the same file.
 */
export function behindShim(file: string, name: string, host: Host): Found | null {
  const manager = VERSION_MANAGERS.find((one) => isShim(file, one))
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

function isShim(file: string, { shims }: VersionManager): boolean {
  if (shims === undefined || basename(dirname(file)) !== shims.folder) return false
  if ('text' in shims.is) return shims.is.text.test(headOf(file))
  const { program } = shims.is
  return basename(file) !== program && isOtherNameOf(program, file)
}

/** Whether a file is a link to a program of that name, or a hard link to the one beside it. */
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

function rootsOf(file: string, { mark, shims }: VersionManager): string[] {
  const above = dirname(dirname(file))
  const named = 'text' in shims!.is ? shims!.is.rootIn?.exec(headOf(file))?.[1] : undefined
  const roots = (shims!.root ?? ['.']).map((root) => join(above, root))
  return [...new Set([...roots, ...(named === undefined ? [] : [named])])].filter((root) =>
    existsSync(join(root, mark)),
  )
}

function candidatesIn(root: string, { installations }: VersionManager, name: string): Candidate[] {
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

/** Every word of the files that select versions: theirs are lines, TOML and JSON, and no other word fits a version. */
function selectedVersions(root: string, { selected = [] }: VersionManager, home: string): string[] {
  const files = selected.map((file) => (file.startsWith('~/') ? join(home, file.slice(2)) : resolve(root, file)))
  return files.flatMap(
    (file) =>
      headOf(file)
        .replaceAll(/#.*$/gm, '')
        .match(/[\w.+@-]+/g) ?? [],
  )
}

/** `3.12` selects 3.12.7 and 3.12.10, of which the latter is newer. */
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
  return found === null || VERSION_MANAGERS.some((manager) => isShim(found, manager)) ? null : found
}
