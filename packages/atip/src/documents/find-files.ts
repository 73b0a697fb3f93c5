import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { closest } from '@atip/protocol'
import type { Suggestion, ToolError } from 'tooli'
import { fileError, noSuchFile } from './errors.js'
import { glob, isPattern } from './glob.js'

/** The word for standard input. */
export const STDIN = '-'

/** The files that the words of a command line match, without duplicates: names, folders, patterns, `-`. */
export function findFiles(words: readonly string[]): string[] {
  return [...new Set(words.flatMap(filesFor))]
}

function filesFor(word: string): string[] {
  if (word === STDIN) return [word]
  let pattern = word
  try {
    const stats = statSync(word, { throwIfNoEntry: false })
    // A file may be called a[1].json.
    if (stats?.isDirectory() === false) return [word]
    if (stats === undefined && !isPattern(word)) throw notThere(word)
    if (stats !== undefined) pattern = `${word.replace(/\/+$/, '')}/**/*.json`
    const found = [...glob(pattern)]
    if (found.length > 0) return found
  } catch (error) {
    throw 'errno' in (error as object) ? fileError(word, error) : error
  }
  const message =
    pattern === word
      ? `no file matches ${JSON.stringify(word)}`
      : `there is no .json file below ${JSON.stringify(word)}`
  throw noSuchFile(word, message)
}

function notThere(file: string): ToolError {
  const likely = closest(basename(file), namesBeside(file))
  const message = `there is no file ${JSON.stringify(file)}`
  if (likely === undefined) return noSuchFile(file, message, describedTool(file))
  const fix = `Did you mean ${JSON.stringify(join(dirname(file), likely))}?`
  return noSuchFile(file, message, { action: 'retry_with_modified_input', fix, applicability: 'maybe_incorrect' })
}

/** A bare name may mean an installed tool; its description can be written to a file. */
function describedTool(word: string): Suggestion | undefined {
  if (!/^[a-z0-9][\w+-]*$/i.test(word)) return undefined
  return {
    action: 'use_different_tool',
    fix: `This takes files. If you mean the tool ${word}, write its description to a file first`,
    example: `atip show ${word} -o raw > ${word}.json`,
    applicability: 'maybe_incorrect',
  }
}

function namesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file))
  } catch {
    return []
  }
}
