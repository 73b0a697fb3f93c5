import { opendirSync, readdirSync, realpathSync, type Dirent } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isToolName } from '@atip/protocol'
import { shimsIn } from '@atip/sandbox'
import type { Skipped } from '../types.js'
import type { Breath } from './file/breath.js'
import { codeOf, type Files, type Located, type RegularFile } from './file/files.js'
import type { Folder } from './file/folders.js'
import type { ScanLimits } from './file/limits.js'
import { needsQuoting, quoted } from './file/quoted.js'
import { whoElseWritesFile, type Account } from './file/writers.js'

/** An executable file under one of its names. */
export interface FoundProgram {
  name: string
  path: string
  file: RegularFile
  folder: Folder
}

export interface Listing {
  programs: FoundProgram[]
  skipped: Skipped[]
}

export interface ScanContext {
  files: Files
  account: Account
  limits: ScanLimits
  breath: Breath
  /** Where the shims of version managers find their programs. */
  host: { home: string; searchPath: string }
}

/** The programs in a folder, and skipped files that look like programs. Folders and other files are ignored. */
export async function programsIn(folder: Folder, look: ScanContext): Promise<Listing> {
  const programs: FoundProgram[] = []
  const skipped = skippedIn(folder, look.limits.skippedPerFolder)
  const shims = shimsIn(folder.realPath, look.host)
  let entries = 0
  try {
    for (const entry of entriesOf(folder, look.limits)) {
      if (++entries > look.limits.entriesPerFolder) {
        const most = look.limits.entriesPerFolder.toLocaleString('en')
        skipped.addFolder(`has more than ${most} entries (limit entriesPerFolder): the rest was not looked at`)
        break
      }
      if (look.breath.isDue()) await look.breath.take()
      if (entry.isDirectory()) continue
      const found = programAt(folder, entry, look, shims)
      if (found === undefined) continue
      if (typeof found === 'string') skipped.add(entry.name, found)
      else programs.push(found)
    }
  } catch (error) {
    look.breath.throwIfStopped()
    skipped.addFolder(`cannot be listed (${codeOf(error)})`)
  }
  return { programs, skipped: skipped.list() }
}

/** The minimum size of a directory entry on Linux file systems. */
const BYTES_PER_ENTRY = 12

/**
 * Reads a folder that may exceed the limit in pieces, because ten million names would fill the memory first. Reading
 * everything at once takes half the time.
 */
function entriesOf({ realPath, size }: Folder, { entriesPerFolder }: ScanLimits): Iterable<Dirent> {
  if (size > entriesPerFolder * BYTES_PER_ENTRY) return entriesOneByOne(realPath)
  return readdirSync(realPath, { withFileTypes: true })
}

function* entriesOneByOne(folder: string): Iterable<Dirent> {
  const listing = opendirSync(folder, { bufferSize: 1024 })
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) yield entry
  } finally {
    listing.closeSync()
  }
}

/** A program, the reason why it is skipped, or undefined if it is not a program. */
function programAt(
  folder: Folder,
  entry: Dirent,
  look: ScanContext,
  shims: ReturnType<typeof shimsIn>,
): FoundProgram | string | undefined {
  const { name } = entry
  // Names that are not UTF-8 are decoded with this character, and no path leads back to the file.
  if (name.includes('\ufffd')) return 'has a name that is not UTF-8'
  const here = look.files.locate(folder.realPath, name, entry.isSymbolicLink())
  const file = here.kind === 'file' && shims !== null ? behind(shims, name, here, look) : here
  if (file.kind === 'file') return asProgram(name, file, folder, look)
  return file.kind === 'refused' ? file.reason : undefined
}

/** Cache folders, for which pyenv makes a shim as for every other name next to a program. */
const NO_PROGRAMS = new Set(['__pycache__'])

/** A shim is resolved like a link: the bytes at the end count. */
function behind(
  shims: NonNullable<ReturnType<typeof shimsIn>>,
  name: string,
  here: Located,
  { files }: ScanContext,
): Located {
  const found = shims.behind(name)
  if (found === null || 'problem' in found) return here
  try {
    const real = realpathSync.native(found.path)
    return files.locate(dirname(real), basename(real))
  } catch (error) {
    return { kind: 'refused', reason: `is a shim that cannot be followed (${codeOf(error)})` }
  }
}

function asProgram(
  name: string,
  file: RegularFile,
  folder: Folder,
  { files, account }: ScanContext,
): FoundProgram | string | undefined {
  if ((file.mode & 0o111) === 0 || NO_PROGRAMS.has(name)) return undefined
  if (!isToolName(name)) return 'has control characters in its name'
  // It would be displayed like another name.
  if (needsQuoting(name)) return 'has invisible characters in its name'
  const reason = whyUnsafe(file, folder, files, account)
  return reason ?? { name, path: folder.path === '/' ? `/${name}` : `${folder.path}/${name}`, file, folder }
}

function whyUnsafe(file: RegularFile, folder: Folder, files: Files, account: Account): string | undefined {
  const reason = whoElseWritesFile(file, folder, account)
  if (reason !== undefined) return reason
  const isAllowed = folder.allowed && file.folder === folder.realPath
  if (!isAllowed && files.isOpenToAll(file.folder)) return `lies in ${quoted(file.folder)}, which everyone can write to`
  return undefined
}

/** Collects skipped files of one folder: some by name, and the number of the rest. */
export function skippedIn(folder: Pick<Folder, 'path'>, most: number) {
  const named: Skipped[] = []
  const whole: Skipped[] = []
  let unnamed = 0
  return {
    add(name: string, reason: string): void {
      if (named.length >= most) unnamed++
      else if (!needsQuoting(name)) named.push({ path: `${folder.path === '/' ? '' : folder.path}/${name}`, reason })
      else named.push({ path: folder.path, reason: `has a file ${quoted(name)}, which ${reason}` })
    },
    addFolder(reason: string): void {
      whole.push({ path: folder.path, reason })
    },
    list(): Skipped[] {
      if (unnamed === 0) return [...named, ...whole]
      const rest = `has ${unnamed.toLocaleString('en')} more files that were skipped (limit skippedPerFolder)`
      return [...named, ...whole, { path: folder.path, reason: rest }]
    },
  }
}
