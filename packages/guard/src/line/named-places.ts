import { dirname } from 'node:path'
import { escapePattern } from '../disk/expand-pattern.js'
import { pathFrom } from '../places/index.js'
import { isPattern, isUnknown, type Word } from '../shell/word.js'
import type { LineFinding } from './finding.js'

/** The folders in which it may happen. */
export function foldersOf({ cwd, others = [] }: Pick<LineFinding, 'cwd' | 'others'>): string[] {
  return [...(cwd === undefined ? [] : [cwd]), ...others]
}

/** The same folders and those above, in which a repository or its settings may be. */
export function foldersAround(finding: Pick<LineFinding, 'cwd' | 'others'>, home: string): string[] {
  const all = new Set<string>()
  for (const start of foldersOf(finding)) {
    for (let folder = start; folder !== home && folder !== '/' && folder !== '.'; folder = dirname(folder))
      all.add(folder)
    all.add(start)
  }
  return [...all]
}

/** Separators of the parts of a word that may be names of files: `HEAD:FILE`, `@FILE`, `--file=FILE`. */
const BETWEEN = /[\s'"`()[\]{};,=:@<>|&]+/

/** The absolute paths, or patterns, that a word and its parts may mean. */
export function placesOf(word: Word, folders: readonly string[], home: string): string[] {
  const text = patternOf(word)
  const written = word.map((part) => (typeof part === 'string' ? part : isPattern(part) ? part.pattern : '*')).join('')
  const pieces = new Set([text, ...written.split(BETWEEN), text.replace(/^-\w/, '')])
  return [...pieces].flatMap((piece) => placed(piece, folders, home))
}

/** Unknown text may be any name. At the beginning, it is most likely the folder of the project, or the home. */
export function patternOf(word: Word): string {
  const textOfPart = (part: Word[number], index: number) => {
    if (isUnknown(part)) return index === 0 ? ANYWHERE : '*'
    return isPattern(part) ? part.pattern : escapePattern(part)
  }
  return word.map(textOfPart).join('')
}

const ANYWHERE = '\0'
const LONGEST_NAME = 4096

/** Resolves a path or a pattern in each of the folders. */
export function placed(text: string, folders: readonly string[], home: string): string[] {
  const isAnywhere = text.includes(ANYWHERE)
  const known = isAnywhere ? text.slice(text.lastIndexOf(ANYWHERE) + 1).replace(/^\//, '') : text
  if (known === '' || known.length > LONGEST_NAME) return []
  const path = known.startsWith('~/') ? home + known.slice(1) : known
  // After a link, `..` is not the folder that contains the link: `docs/link/../x`.
  const isRaw = /(?:^|\/)\.\.(?:\/|$)/.test(path)
  return (isAnywhere ? [...folders, home] : folders).flatMap((folder) => {
    const raw = isRaw ? [path.startsWith('/') ? path : `${folder}/${path}`] : []
    return [pathFrom(folder, path), ...raw]
  })
}
