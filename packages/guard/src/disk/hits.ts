import { realpathSync } from 'node:fs'
import { posix } from 'node:path'
import { expandPattern } from './expand-pattern.js'
import { forRepositories, GIT_FOLDER, openRepository, stateIn, type GitState } from './git-repository.js'
import { Effort, walk, type WalkedFile } from './walk.js'

/** What deleting these paths deletes. */
export interface Hits {
  /** Everything but folders, including links and FIFOs. */
  files: number
  folders: number
  bytes: number
  /** Of the files, those that git cannot restore; `lost` if their repository is deleted, too. Undefined: unknown. */
  git: { untracked: number; changed: number; lost: number } | undefined
  /** Top folders of repositories that lose their history. */
  repositories: string[]
  /** Everything was counted. Otherwise there may be more. */
  isComplete: boolean
  /** The folder that contains all of it. */
  folder: string
  /** Some of the deleted paths. */
  examples: string[]
}

export interface HitLimits {
  milliseconds: number
  /** Limit for files and folders together. */
  entries: number
  /** Of an index of git. */
  indexBytes: number
  /** Of files that must be read to compare them with git. */
  comparedBytes: number
  examples: number
}

export const HIT_LIMITS: Readonly<HitLimits> = {
  milliseconds: 150,
  entries: 100_000,
  indexBytes: 32 * 1024 * 1024,
  comparedBytes: 8 * 1024 * 1024,
  examples: 3,
}

/** Takes absolute glob patterns. `escapePattern` makes wildcards literal. */
export function hitsOf(
  patterns: readonly string[],
  limits: Partial<HitLimits> = {},
  now: () => number = () => performance.now(),
): Hits {
  const most = { ...HIT_LIMITS, ...limits }
  const effort = new Effort(most, now)
  const tops = withoutInner(patterns.flatMap((pattern) => expandPattern(pattern, effort)).map(realPath))
  const stateOf = restorerFor(tops, most)
  const found: Record<GitState, number> = { unchanged: 0, changed: 0, untracked: 0, lost: 0, unknown: 0 }
  const repositories: string[] = []
  const holders: string[] = []
  let folders = 0
  let bytes = 0n
  for (const top of tops) {
    for (const { path, stats } of walk(top, effort)) {
      if (path === top) holders.push(stats.isDirectory() ? path : posix.dirname(path))
      if (!stats.isDirectory()) found[stateOf(path, stats)]++
      else if (posix.basename(path) === GIT_FOLDER) repositories.push(posix.dirname(path))
      if (stats.isDirectory()) folders++
      else bytes += stats.size
    }
  }
  const { changed, untracked, lost, unknown } = found
  return {
    files: found.unchanged + changed + untracked + lost + unknown,
    folders,
    bytes: Number(bytes),
    git: unknown > 0 ? undefined : { untracked, changed, lost },
    repositories,
    isComplete: !effort.isCut,
    folder: sharedFolder(holders),
    examples: tops.slice(0, most.examples),
  }
}

/** Whether git has everything as it is now. Not if there is nothing, or if not everything was seen. */
export function isRecoverable({ files, git, isComplete }: Hits): boolean {
  return isComplete && files > 0 && git !== undefined && git.untracked + git.changed + git.lost === 0
}

type StateOf = (path: string, stats: WalkedFile['stats']) => GitState

/** Returns whether git can restore a file, by the nearest repository upwards. */
function restorerFor(tops: readonly string[], limits: HitLimits): StateOf {
  const left = { bytes: limits.comparedBytes }
  const open = (root: string): StateOf => {
    const repository = openRepository(root, limits.indexBytes)
    const isHit = repository.folders.some((data) => tops.some((top) => isWithin(top, data) || isWithin(data, top)))
    return isHit ? () => 'lost' : (path, stats) => stateIn(repository, path, stats, left)
  }
  const inFolder = forRepositories(open, NO_REPOSITORY)
  return (path, stats) => inFolder(posix.dirname(path))(path, stats)
}

const NO_REPOSITORY: StateOf = () => 'untracked'

/** Resolves the folder, but not the path itself: deleting a link deletes only the link. */
function realPath(path: string): string {
  try {
    return posix.join(realpathSync(posix.dirname(path)), posix.basename(path))
  } catch {
    return path
  }
}

/** Leaves out paths below other paths, so that nothing is counted twice. */
function withoutInner(paths: readonly string[]): string[] {
  const all = new Set(paths)
  return [...all].filter((path) => {
    for (let at = path; at !== '/';) if (all.has((at = posix.dirname(at)))) return false
    return true
  })
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function sharedFolder(folders: readonly string[]): string {
  return folders.reduce((shared, folder) => {
    let at = shared
    while (!isWithin(at, folder)) at = posix.dirname(at)
    return at
  }, folders[0] ?? '/')
}
