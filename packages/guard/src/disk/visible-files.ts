import { lstatSync, opendirSync, realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { readRegular } from './read-regular.js'

/** What may be seen of the disk while a line is judged. Undefined is always: that cannot be told. */
export interface VisibleFiles {
  /** The text of a regular file, if it is UTF-8 and not larger than a limit. Never blocks. */
  read(path: string): string | undefined
  /** Whether something has this path; a link counts, wherever it leads. */
  has(path: string): boolean | undefined
  /** The names in a folder, if there are not too many; none if there is no such folder. */
  list(path: string): readonly string[] | undefined
  /** The same place without links. */
  resolve(path: string): string | undefined
}

export interface FileLimits {
  /** Of one file. */
  bytes: number
  /** In one folder. */
  names: number
  /** Paths that are looked at, each in one way. */
  lookups: number
  /** Spent on the disk in all. */
  milliseconds: number
}

export const FILE_LIMITS: Readonly<FileLimits> = { bytes: 512 * 1024, names: 5000, lookups: 500, milliseconds: 200 }

/**
 * The real disk. Each answer is kept, so that a judgement that starts again sees the same files. A network file system
 * that does not respond is the one thing that can block.
 */
export function filesOnDisk(
  limits: Partial<FileLimits> = {},
  now: () => number = () => performance.now(),
): VisibleFiles {
  const { bytes, names, lookups, milliseconds } = { ...FILE_LIMITS, ...limits }
  const known = new Map<string, unknown>()
  let spent = 0
  const once = <T>(act: string, path: string, look: (path: string) => T): T | undefined => {
    const key = `${act} ${path}`
    if (known.has(key)) return known.get(key) as T | undefined
    if (!isAbsolute(path) || known.size >= lookups || spent >= milliseconds) return undefined
    const start = now()
    const found = attempt(() => look(path))
    spent += now() - start
    known.set(key, found)
    return found
  }
  return {
    read: (path) => once('read', path, () => textIn(readRegular(path, bytes))),
    has: (path) => once('has', path, isThere),
    list: (path) => once('list', path, () => namesIn(path, names)),
    resolve: (path) => once('resolve', path, () => realpathSync.native(path)),
  }
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** A byte order mark stays: for a shell it is a part of the first word. */
function textIn(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined || bytes.includes(0)) return undefined
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

function namesIn(path: string, most: number): readonly string[] | undefined {
  try {
    const folder = opendirSync(path)
    try {
      const names: string[] = []
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (names.length >= most) return undefined
        names.push(entry.name)
      }
      return names.sort()
    } finally {
      folder.closeSync()
    }
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
