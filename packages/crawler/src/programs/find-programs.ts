import { accessSync, constants, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { isToolName, nameFits } from '@atip/protocol'
import { kindOf } from './kind.js'

/** A program in an unpacked archive. */
export interface PackedProgram {
  name: string
  /** The path relative to the archive's root. */
  place: string
  /** The absolute path, and its target, which is also inside of the archive. */
  path: string
  real: string
}

export interface WhereToLook {
  binaryPath?: string
  programs?: Readonly<Record<string, string>>
  /** The folders of programs, if the layout is known. Default: any folder called `bin`, `sbin` or `games`. */
  folders?: readonly string[]
  /** The name of the tool, for archives without a folder for programs. */
  name: string
}

/** A file that looks like a program but cannot be used. */
export interface NoProgram {
  place: string
  reason: string
}

const FOLDERS = ['bin', 'sbin', 'games']

/** The maximum depth of program folders: `curl/8.5.0/bin`, `usr/bin`. */
const DEPTH = 4

/** The programs of an archive: named ones, otherwise those in program folders, otherwise executable files. */
export function findPrograms(root: string, where: WhereToLook): { programs: PackedProgram[]; skipped: NoProgram[] } {
  const skipped: NoProgram[] = []
  const candidates = candidatesIn(root, where)
  const programs = candidates.flatMap(({ name, place }): PackedProgram[] => {
    const found = programAt(root, name, place)
    if ('reason' in found) skipped.push(found)
    return 'reason' in found ? [] : [found]
  })
  return { programs: programs.sort((a, b) => (a.place < b.place ? -1 : 1)), skipped }
}

interface Candidate {
  name: string
  place: string
}

function candidatesIn(root: string, { binaryPath, programs, folders, name }: WhereToLook): Candidate[] {
  if (programs !== undefined) return Object.entries(programs).map(([one, place]) => ({ name: one, place }))
  if (binaryPath !== undefined) {
    return fitting(root, '', binaryPath.split('/').filter(Boolean)).map((place) => ({ name: nameOf(place), place }))
  }
  const isUsual = (folder: string) => FOLDERS.includes(basename(folder))
  const inFolders = (folders ?? foldersIn(root, '', DEPTH).filter(isUsual)).flatMap((folder) => filesIn(root, folder))
  if (folders !== undefined) return inFolders
  if (inFolders.length > 0) return inFolders
  const loose = ['', ...foldersIn(root, '', 2)].flatMap((folder) => filesIn(root, folder)).filter(isProgramFile(root))
  const named = loose.filter((one) => one.name === name || nameFits(`${name}[-_]*`.replace('[-_]', '?'), one.name))
  // `tool-linux-x86_64` is `tool`.
  return named.length > 0 ? named.slice(0, 1).map(({ place }) => ({ name, place })) : loose
}

const isProgramFile =
  (root: string) =>
  ({ place }: Candidate) => {
    const found = programAt(root, 'x', place)
    return !('reason' in found) && kindOf(found.real).is !== 'other'
  }

const nameOf = (place: string) => basename(place).replace(/\.exe$/i, '')

function fitting(root: string, folder: string, [pattern, ...rest]: string[]): string[] {
  if (pattern === undefined) return []
  const names = entriesIn(join(root, folder)).map(({ name }) => name)
  const places = names.filter((name) => nameFits(pattern, name)).map((name) => join(folder, name))
  return rest.length === 0 ? places : places.flatMap((place) => fitting(root, place, rest))
}

function foldersIn(root: string, folder: string, depth: number): string[] {
  if (depth === 0) return []
  return entriesIn(join(root, folder))
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [join(folder, name), ...foldersIn(root, join(folder, name), depth - 1)])
}

function filesIn(root: string, folder: string): Candidate[] {
  return entriesIn(join(root, folder))
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => ({ name: nameOf(name), place: join(folder, name) }))
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function programAt(root: string, name: string, place: string): PackedProgram | NoProgram {
  if (!isToolName(name)) return { place, reason: 'its name is not valid for a program' }
  const path = join(root, place)
  try {
    const real = realpathSync(path)
    const inside = relative(realpathSync(root), real)
    if (inside.startsWith('..')) return { place, reason: 'it leads out of the archive' }
    const stats = statSync(real)
    if (!stats.isFile()) return { place, reason: 'it is not a file' }
    if (stats.size === 0) return { place, reason: 'it is empty' }
    if (!isExecutable(real) && kindOf(real).is === 'other') return { place, reason: 'it is not executable' }
    return { name, place, path, real }
  } catch {
    return { place, reason: 'it is a link to a file of another package' }
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // Root may access everything, so check whether any user may execute it.
    return (statSync(path).mode & 0o111) !== 0
  } catch {
    return false
  }
}
