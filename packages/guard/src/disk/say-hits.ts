import { posix } from 'node:path'
import { VERSION_CONTROL } from './git-repository.js'
import type { Hits } from './hits.js'

/** One sentence for the user, without its full stop; undefined if nothing exists. Paths in `cwd` are shortened. */
export function sayHits(hits: Hits, cwd?: string): string | undefined {
  const { files, folders, repositories, isComplete, examples } = hits
  if (files + folders === 0) return undefined
  const history = repositories.length === 0 ? '' : `, and the ${VERSION_CONTROL} history of ${list(repositories, cwd)}`
  const isOne = files === 1 && folders === 0 && examples.length === 1 && isComplete
  return (isOne ? sayOne(hits, shown(examples[0]!, cwd)) : sayMany(hits, cwd)) + history
}

function sayOne({ git }: Hits, file: string): string {
  if (git === undefined || git.lost > 0) return `deletes ${file}`
  if (git.untracked > 0) return `deletes ${file}, which is not in ${VERSION_CONTROL}`
  if (git.changed > 0) return `deletes ${file}, whose changes are not in ${VERSION_CONTROL}`
  return `deletes ${file}, which is in ${VERSION_CONTROL} and unchanged, so ${VERSION_CONTROL} can restore it`
}

function sayMany({ files, folders, bytes, git, isComplete, folder }: Hits, cwd: string | undefined): string {
  const least = isComplete ? '' : 'more than '
  const place = shown(folder, cwd)
  if (files === 0) return `deletes ${least}${count(folders, 'empty folder')} in ${place}`
  const all = `deletes ${least}${count(files, 'file')} (${size(bytes)}) in ${place}`
  const restored = git === undefined ? [] : sayGit(files, git, isComplete)
  return [all, ...restored].join(', ')
}

function sayGit(files: number, git: NonNullable<Hits['git']>, isComplete: boolean): string[] {
  const { untracked, changed, lost } = git
  if (untracked === files)
    return [isComplete ? `none of them in ${VERSION_CONTROL}` : `those that were counted are not in ${VERSION_CONTROL}`]
  if (untracked + changed + lost === 0) {
    return [
      isComplete
        ? `all of them in ${VERSION_CONTROL} and unchanged, so ${VERSION_CONTROL} can restore them`
        : `of which ${VERSION_CONTROL} can restore some`,
    ]
  }
  const least = isComplete ? '' : 'at least '
  return [
    ...(untracked > 0 ? [`${least}${untracked.toLocaleString('en')} of them not in ${VERSION_CONTROL}`] : []),
    ...(changed > 0
      ? [`${least}${changed.toLocaleString('en')} of them with changes that are not in ${VERSION_CONTROL}`]
      : []),
  ]
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

function list(paths: readonly string[], cwd: string | undefined): string {
  const [first, ...others] = paths
  return others.length === 0
    ? shown(first!, cwd)
    : `${shown(first!, cwd)} and ${others.length === 1 ? 'another repository' : `${others.length} other repositories`}`
}

/** Names of files may contain characters that make a terminal or a reader show other text. */
function shown(path: string, cwd: string | undefined): string {
  const isInside = cwd !== undefined && path.startsWith(cwd === '/' ? cwd : `${cwd}/`)
  const short = isInside ? posix.relative(cwd, path) : path
  return short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
