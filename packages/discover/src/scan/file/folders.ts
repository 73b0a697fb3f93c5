import { realpathSync, statSync, type Stats } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Skipped } from '../../types.js'
import { needsQuoting, quoted } from './quoted.js'
import { whoElseWrites, type Account } from './writers.js'

/** A folder that is scanned for programs. */
export interface Folder {
  /** As written in PATH or by the user. */
  path: string
  realPath: string
  owner: number
  /** The size of the directory itself. */
  size: number
  /** Whether the user named it: then other users may be able to write to it. */
  allowed: boolean
}

export interface FoldersToScan {
  /** The folders of PATH, separated by colons. */
  searchPath: string
  /** Folders that the user allows, even if others can write to them or they are not in PATH. */
  added?: readonly string[]
  uid: number
  gid?: number
  /** The expansion of `~` in `added`. */
  home: string
}

/**
 * The folders to scan, in order of precedence (RFC 5.2). A folder with several names counts once, under the first. One
 * that is both in PATH and allowed keeps its place in PATH.
 */
export function foldersToScan(options: FoldersToScan): { folders: Folder[]; skipped: Skipped[] } {
  const { searchPath, added = [], home } = options
  const account = accountOf(options)
  const folders = new Map<string, Folder>()
  const skipped: Skipped[] = []
  const allowed = new Set<string>()
  for (const entry of added) {
    const looked = lookAt(expandHome(entry, home))
    if ('folder' in looked) allowed.add(looked.folder.realPath)
  }

  const take = (entry: string, isSafeEnough: (looked: LookedAt) => string | undefined): void => {
    const looked = lookAt(entry)
    if (!('folder' in looked)) {
      skipped.push({ path: needsQuoting(entry) ? quoted(entry) : entry, reason: looked.reason })
      return
    }
    const { folder } = looked
    if (folders.has(folder.realPath)) return
    const reason = isSafeEnough(looked)
    if (reason === undefined) folders.set(folder.realPath, { ...folder, allowed: allowed.has(folder.realPath) })
    else skipped.push({ path: folder.path, reason })
  }

  for (const entry of searchPath === '' ? [] : new Set(searchPath.split(delimiter))) {
    take(entry, ({ folder, stats }) => {
      if (allowed.has(folder.realPath)) return undefined
      return whoElseWrites({ owner: stats.uid, group: stats.gid, mode: stats.mode }, account)
    })
  }
  for (const entry of added) take(expandHome(entry, home), () => undefined)
  return { folders: [...folders.values()], skipped }
}

export function accountOf({ uid, gid }: { uid: number; gid?: number }): Account {
  return { uid, gid: gid ?? process.getgid?.() ?? uid }
}

interface LookedAt {
  folder: Folder
  stats: Stats
}

function lookAt(entry: string): LookedAt | { reason: string } {
  if (entry === '') return { reason: 'is empty, which means the current folder' }
  if (!isAbsolute(entry)) return { reason: 'is not absolute: what it means depends on the current folder' }
  if (needsQuoting(entry)) return { reason: 'has control characters in its name' }
  try {
    const stats = statSync(entry)
    if (!stats.isDirectory()) return { reason: 'is not a folder' }
    const [path, realPath] = [withoutTrailingSlash(entry), realpathSync.native(entry)]
    return { folder: { path, realPath, owner: stats.uid, size: stats.size, allowed: false }, stats }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { reason: code === 'ENOENT' ? 'does not exist' : `cannot be entered (${code})` }
  }
}

function expandHome(entry: string, home: string): string {
  return entry === '~' || entry.startsWith('~/') ? join(home, entry.slice(1)) : entry
}

function withoutTrailingSlash(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}
