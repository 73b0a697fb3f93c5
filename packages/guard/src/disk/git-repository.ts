import { createHash } from 'node:crypto'
import { readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { posix } from 'node:path'
import { readIndex, type GitHash, type GitIndex, type GitIndexEntry } from './git-index.js'
import { readRegular } from './read-regular.js'
import { statsOf } from './walk.js'

/** `lost`: its repository is deleted, too. `unknown`: finding out would take too much reading. */
export type GitState = 'unchanged' | 'changed' | 'untracked' | 'lost' | 'unknown'

export interface GitRepository {
  root: string
  /** Where git stores its data. */
  folders: string[]
  /** Undefined if it cannot be read. */
  index: GitIndex | undefined
  /** When the index was written, in nanoseconds. */
  written: bigint
  hash: GitHash
}

/** The only version control system whose repositories are read, as messages name it. */
export const VERSION_CONTROL = 'git'
export const GIT_FOLDER = '.git'
/** Where git stores the names of branches and tags. */
export const HEAD = 'HEAD'
export const PACKED = 'packed-refs'
export const REFS = 'refs'
const MOST_SETTINGS = 1024 * 1024

export function isRepository(folder: string): boolean {
  return statsOf(posix.join(folder, GIT_FOLDER)) !== undefined
}

/** Finds the nearest repository upwards from a folder, and opens each repository only once. */
export function forRepositories<T>(open: (root: string) => T, otherwise: T): (folder: string) => T {
  const known = new Map<string, T>()
  return function inFolder(folder: string): T {
    const before = known.get(folder)
    if (before !== undefined) return before
    const found = isRepository(folder) ? open(folder) : folder === '/' ? otherwise : inFolder(posix.dirname(folder))
    known.set(folder, found)
    return found
  }
}

const NOTHING_ADDED: GitIndex = Object.assign(() => undefined, { paths: [] })

/** Reads the files of git without running git, because settings of a repository can name programs. */
export function openRepository(root: string, indexBytes: number): GitRepository {
  const unknown: GitRepository = { root, folders: [], index: undefined, written: 0n, hash: 'sha1' }
  try {
    const link = posix.join(root, GIT_FOLDER)
    const linked = isFile(link) ? lineIn(link).replace(/^gitdir: /, '') : GIT_FOLDER
    const own = realpathSync(posix.resolve(root, linked))
    const common = isFile(posix.join(own, 'commondir')) ? posix.resolve(own, lineIn(posix.join(own, 'commondir'))) : own
    const settings = readRegular(posix.join(common, 'config'), MOST_SETTINGS)?.toString() ?? ''
    const hash = /^\s*objectformat\s*=\s*"?sha256/im.test(settings) ? 'sha256' : 'sha1'
    const file = posix.join(own, 'index')
    const written = statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs
    // Nothing was added yet.
    if (written === undefined) return { ...unknown, folders: [own, common], index: NOTHING_ADDED }
    const bytes = readRegular(file, indexBytes)
    const index = bytes && readIndex(bytes, hash)
    return { root, folders: [own, common], index, written, hash }
  } catch {
    return unknown
  }
}

function lineIn(file: string): string {
  return readRegular(file, MOST_SETTINGS)!.toString().trim()
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

const TYPE = 0o170_000
const EXECUTABLE = 0o100

/** Whether git can restore a file as it is, from its index. `left` is how many bytes may still be read to compare. */
export function stateIn(
  repository: GitRepository,
  path: string,
  stats: BigIntStats,
  left: { bytes: number },
): GitState {
  const { root, index, written } = repository
  if (index === undefined) return 'unknown'
  const entry = index(path.slice(root === '/' ? 1 : root.length + 1))
  if (entry === undefined) return 'untracked'
  const mode = Number(stats.mode)
  if ((mode & TYPE) !== (entry.mode & TYPE)) return 'changed'
  if (stats.isFile() && (mode & EXECUTABLE) !== (entry.mode & EXECUTABLE)) return 'changed'
  if (entry.size !== 0 && bits(stats.size) !== entry.size) return 'changed'
  // A file that changed while the index was written may have the same time and size.
  if (isSame(entry, stats) && entry.mtime < written) return 'unchanged'
  left.bytes -= Number(stats.size)
  return left.bytes < 0 ? 'unknown' : compared(repository, path, stats, entry)
}

function isSame({ mtime, ctime, inode, size }: GitIndexEntry, stats: BigIntStats): boolean {
  return mtime === stats.mtimeNs && ctime === stats.ctimeNs && inode === bits(stats.ino) && size === bits(stats.size)
}

function bits(value: bigint): number {
  return Number(value & 0xffff_ffffn)
}

function compared({ hash }: GitRepository, path: string, stats: BigIntStats, { id }: GitIndexEntry): GitState {
  try {
    const bytes = stats.isSymbolicLink() ? readlinkSync(path, 'buffer') : readRegular(path, Number(stats.size))
    if (bytes === undefined) return 'unknown'
    const found = createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    return found === id ? 'unchanged' : 'changed'
  } catch {
    return 'unknown'
  }
}
