import { isEmpty, readCompletion, type FoundCommand } from '@atip/generate'
import { belongsToSystem, programPaths, type DescribedCommand } from '../source/subject.js'
import { readTrusted } from '../source/trusted-file.js'
import { findCompletions, SYSTEM_PREFIXES } from './find-file.js'

export interface CompletionText {
  file: string
  found: FoundCommand
}

/** The longest one, zsh's for git, has 390 KB. */
const MOST_BYTES = 2_000_000

/** Reads, but never runs, the completions of a tool for it or one of its commands. */
export function completionsAbout(
  subject: DescribedCommand,
  prefixes: readonly string[] = SYSTEM_PREFIXES,
): CompletionText[] {
  const files = findCompletions(subject.name, programPaths(subject), belongsToSystem(subject) ? prefixes : [])
  return files.flatMap(({ path, shell }) => {
    const text = readTrusted(path, MOST_BYTES)?.toString()
    if (text === undefined) return []
    const found = readCompletion(text, { name: subject.name, path: [...subject.path] }, shell)
    return isEmpty(found) ? [] : [{ file: path, found }]
  })
}
