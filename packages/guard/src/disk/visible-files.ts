import { lstatSync, opendirSync, realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { readRegular } from './read-regular.js'

/** The view of the disk while a line is judged. Undefined always means unknown. */
export interface VisibleFiles {
  /** The text of a regular file, if it is UTF-8 and not larger than a limit. Never blocks. */
  read(path: string): string | undefined
  /** Whether this path exists; a link counts even if it leads nowhere. */
  has(path: string): boolean | undefined
  /** The names in a folder, unless there are too many; none if there is no such folder. */
  list(path: string): readonly string[] | undefined
  /** The same path without links. */
  resolve(path: string): string | undefined
}

export interface FileLimits {
  /** Of one file. */
  bytes: number
  /** In one folder. */
  names: number
  /** Lookups of paths; each kind of lookup counts separately. */
  lookups: number
  /** Spent on the disk in total. */
  milliseconds: number
}

export const FILE_LIMITS: Readonly<FileLimits> = { bytes: 512 * 1024, names: 5000, lookups: 500, milliseconds: 200 }

/**
 * The real disk. Answers are cached, so that a judgement that starts again sees the same files. Only a network file
 * system that does not respond can block it.
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

/** Preserves a byte order mark: for a shell, it is a part of the first word. */
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
