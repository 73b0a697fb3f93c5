import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, writeError } from './error.js'

export interface WriteOptions {
  /** The time that the file shall bear, in milliseconds since 1970. */
  modified?: number
  /** Wait until the disk has it. What can be found out again need not be waited for. Default true. */
  isDurable?: boolean
}

/**
 * Writes a file in one step: readers see the old one or the new one, and no failure leaves anything behind. Its folder is
 * created for this user alone. Mode and link of a file that is there stay. Throws a CatalogError.
 */
export function writeWhole(file: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  let draft: string | undefined
  try {
    createFolder(dirname(file))
    const { target, mode } = targetOf(file)
    const beside = draftOf(target)
    const descriptor = openSync(beside, 'wx', 0o600)
    draft = beside
    try {
      writeFileSync(descriptor, content)
      fchmodSync(descriptor, mode)
      if (options.modified !== undefined) futimesSync(descriptor, Date.now() / 1_000, options.modified / 1_000)
      if (options.isDurable !== false) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(beside, target)
    draft = undefined
    if (options.isDurable !== false) syncFolder(dirname(target))
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true })
    throw writeError(file, error)
  }
}

/** For this user alone, as the XDG specification wants it. */
export function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

function targetOf(file: string): { target: string; mode: number } {
  let target: string
  try {
    target = realpathSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return { target: file, mode: 0o600 }
  }
  // A folder we may write in would let us replace a file we may not.
  accessSync(target, constants.W_OK)
  return { target, mode: statSync(target).mode & 0o777 }
}

function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Not every system can, and the file is in its place.
  }
}

function draftOf(target: string): string {
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  return join(dirname(target), `.${basename(target)}.${process.pid}-${random}.tmp`)
}

const DRAFT = /^\.(.+)\.(\d+)-[0-9a-f]+\.tmp$/

/** No write takes this long. */
const OLD_DRAFT_MS = 60 * 60 * 1_000

/**
 * Removes what killed writers left of a file. Whoever holds the lock of that file is its only writer, so that all drafts
 * of it are left over; those of other files in the folder are if they are old.
 */
export function removeDrafts(file: string): void {
  const target = targetIfThere(file)
  const folder = dirname(target)
  for (const name of namesOf(folder)) {
    const [, of] = DRAFT.exec(name) ?? []
    if (of === undefined) continue
    const draft = join(folder, name)
    if (of === basename(target) || ageOf(draft) > OLD_DRAFT_MS) rmSync(draft, { force: true })
  }
}

/** Removes what killed writers left in a folder and below it, once it is old. */
export function removeOldDrafts(folder: string): void {
  for (const name of namesOf(folder, { recursive: true })) {
    const draft = join(folder, name)
    if (DRAFT.test(basename(name)) && ageOf(draft) > OLD_DRAFT_MS) rmSync(draft, { force: true })
  }
}

function targetIfThere(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function namesOf(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' })
  } catch {
    return []
  }
}

function ageOf(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status === undefined ? 0 : Date.now() - status.mtimeMs
}
