import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { FileIdentity } from '../../types.js'
import { identityAt, identityOf } from './identity.js'
import { quoted } from './quoted.js'
import type { Ownership } from './writers.js'

/** A regular file at its real path. */
export interface RegularFile extends Ownership {
  kind: 'file'
  path: string
  /** The real path of its folder. */
  folder: string
  identity: FileIdentity
  size: number
}

export type Located = RegularFile | { kind: 'folder' } | { kind: 'refused'; reason: string }

/** A scan's view of the file system. Each path is looked up once. */
export interface Files {
  /** Resolves a name in a folder. The folder's path must be its real one. */
  locate(folder: string, name: string, isLink?: boolean): Located
  /** The identity of the file that a path leads to. */
  identityAt(path: string): FileIdentity
  /** Whether everyone may write to a folder. */
  isOpenToAll(folder: string): boolean
}

/** The limit of Linux. */
const LINKS_ON_THE_WAY = 40
const LOOK = { bigint: true, throwIfNoEntry: false } as const

/**
 * Follows links step by step: `realpath` resolves every folder on the way to every file, while a thousand programs
 * share a dozen folders. That halves the time of a rescan.
 */
export function seeFiles(): Files {
  const located = new Map<string, Located>()
  const realFolders = new Map<string, string | { reason: string }>()
  const openToAll = new Map<string, boolean>()
  const identities = new Map<string, FileIdentity>()

  function locate(folder: string, name: string, isLink = false, hops = 0): Located {
    const path = joined(folder, name)
    const before = located.get(path)
    if (before !== undefined) return before
    const found = isLink ? follow(folder, path, hops) : look(folder, path, hops)
    located.set(path, found)
    return found
  }

  function look(folder: string, path: string, hops: number): Located {
    try {
      const stats = lstatSync(path, LOOK)
      if (stats === undefined) return refused(hops === 0 ? 'disappeared' : 'is a link to a file that does not exist')
      const mode = Number(stats.mode)
      switch (mode & FILE_TYPE) {
        case REGULAR:
          return {
            kind: 'file',
            path,
            folder,
            identity: identityOf(stats),
            size: Number(stats.size),
            owner: Number(stats.uid),
            group: Number(stats.gid),
            mode,
          }
        case LINK:
          return follow(folder, path, hops)
        case FOLDER:
          return { kind: 'folder' }
        default:
          return refused('is a pipe, a socket or a device, not a file')
      }
    } catch (error) {
      return refused(`cannot be looked at (${codeOf(error)})`)
    }
  }

  function follow(folder: string, path: string, hops: number): Located {
    if (hops >= LINKS_ON_THE_WAY) return refused('is a link that leads in a circle')
    let target: string
    try {
      target = readlinkSync(path)
    } catch (error) {
      return refused(`is a link that cannot be read (${codeOf(error)})`)
    }
    if (target.includes('\ufffd')) return refused('is a link to a name that is not UTF-8')
    const way = isAbsolute(target) ? target : joined(folder, target)
    const slash = way.lastIndexOf('/')
    const name = way.slice(slash + 1)
    // The link's target is obviously a folder.
    if (name === '' || name === '.' || name === '..') return { kind: 'folder' }
    const next = realFolder(way.slice(0, slash) || '/')
    return typeof next === 'string' ? locate(next, name, false, hops + 1) : refused(next.reason)
  }

  function realFolder(folder: string): string | { reason: string } {
    let real = realFolders.get(folder)
    if (real !== undefined) return real
    try {
      real = realpathSync.native(folder)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'ELOOP') real = { reason: 'is a link that leads in a circle' }
      else if (code === 'ENOENT') real = { reason: 'is a link to a file that does not exist' }
      else real = { reason: `is a link that cannot be followed (${code})` }
    }
    realFolders.set(folder, real)
    return real
  }

  return {
    locate: (folder, name, isLink) => locate(folder, name, isLink),
    identityAt(path) {
      const file = located.get(path)
      if (file?.kind === 'file') return file.identity
      let identity = identities.get(path)
      if (identity === undefined) identities.set(path, (identity = identityAt(path)))
      return identity
    },
    isOpenToAll(folder) {
      let isOpen = openToAll.get(folder)
      if (isOpen === undefined) openToAll.set(folder, (isOpen = everyoneWrites(folder)))
      return isOpen
    },
  }
}

const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const LINK = 0o120000
const FOLDER = 0o040000

/** A folder that cannot be checked counts as writable by everyone. */
function everyoneWrites(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o002) !== 0
  } catch {
    return true
  }
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

function refused(reason: string): Located {
  return { kind: 'refused', reason }
}

/** Only the code: error messages of the file system contain the path unescaped. */
export function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  return typeof code === 'string' ? code : quoted(String(error))
}
