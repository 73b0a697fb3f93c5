import { realpathSync } from 'node:fs'
import { posix } from 'node:path'
import { expandPattern } from './expand-pattern.js'
import { forRepositories, GIT_FOLDER, openRepository, stateIn, type GitState } from './git-repository.js'
import { Effort, walk, type WalkedFile } from './walk.js'

/** What a call deletes if it deletes these paths. */
export interface Hits {
  /** All that are no folders: links and fifos, too. */
  files: number
  folders: number
  bytes: number
  /** Of the files, those that git cannot restore: `lost` with their repository. Undefined where that cannot be told. */
  git: { untracked: number; changed: number; lost: number } | undefined
  /** Top folders of repositories that lose their history. */
  repositories: string[]
  /** Everything was counted. Otherwise there may be more. */
  isComplete: boolean
  /** The folder that holds all of it. */
  folder: string
  /** Some of the paths that fit. */
  examples: string[]
}

export interface HitLimits {
  milliseconds: number
  /** Files and folders that are looked at. */
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

/** Absolute patterns of the shell; where wildcards are letters, `escapePattern` says so. */
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

/** Whether git has all of it as it is now. Not so if there is nothing, or not everything was seen. */
export function isRecoverable({ files, git, isComplete }: Hits): boolean {
  return isComplete && files > 0 && git !== undefined && git.untracked + git.changed + git.lost === 0
}

type StateOf = (path: string, stats: WalkedFile['stats']) => GitState

/** What says whether git can restore a file, by the nearest repository upwards. */
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

/** Of the folder, not of what it names: a link is deleted itself. */
function realPath(path: string): string {
  try {
    return posix.join(realpathSync(posix.dirname(path)), posix.basename(path))
  } catch {
    return path
  }
}

/** What is in a folder that is deleted is not counted again. */
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
