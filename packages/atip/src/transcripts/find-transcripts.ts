import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileError } from '../documents/errors.js'

/**
 * The transcripts among these files and below these folders, newest first, without duplicates. Links are not followed.
 */
export function findTranscripts(words: readonly string[]): string[] {
  const found = new Map(words.flatMap((word) => entriesOf(word)).map((one) => [one.file, one.modified]))
  return [...found].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([file]) => file)
}

interface Entry {
  file: string
  modified: number
}

function entriesOf(word: string): Entry[] {
  try {
    const stats = statSync(word)
    return stats.isDirectory() ? below(word) : [{ file: word, modified: stats.mtimeMs }]
  } catch (error) {
    throw fileError(word, error)
  }
}

function below(folder: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) return below(file)
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) return []
    // An agent may delete a session in the meantime.
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats === undefined ? [] : [{ file, modified: stats.mtimeMs }]
  })
}
