import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { jsonAt } from './parts/json-at.js'
import { bytesBetween, lastLines, linesBetween } from './parts/lines.js'
import { linesThatMatch } from './parts/matches.js'
import type { ResultStore } from './store.js'

/** The part of a stored result to read. Lines count from 1. */
export type ResultPart =
  | { bytes: { from: number; to: number } }
  | { lines: { from: number; to: number } }
  /** The last lines. */
  | { tail: number }
  /** The lines that match a regular expression, with their numbers and the given number of context lines. */
  | { grep: string; ignoreCase?: boolean; around?: number }
  /** The value at `/items/0/name` or `items[0].name`. */
  | { json: string }

export interface ResultPiece {
  /** Exactly the stored bytes, except for `grep` and `json`. */
  bytes: Buffer
  /** The same as text. */
  text: string
  totalBytes: number
  /** It was cut at the limit: request less, or the following part. */
  isCut: boolean
}

/** The maximum size of one answer. */
export const MOST_READ = 100_000

/** Reads a part of a stored result. Throws an `UnreadableResult` that says what to request instead. */
export function readResult(store: ResultStore, uri: string, part: ResultPart, limit = MOST_READ): ResultPiece {
  const descriptor = opened(store, uri)
  try {
    const size = fstatSync(descriptor).size
    const found = pieceOf({ descriptor, size }, part, limit)
    // For the last lines, the end is what counts.
    const bytes = 'tail' in part ? found.subarray(-limit) : found.subarray(0, limit)
    return { bytes, text: bytes.toString(), totalBytes: size, isCut: found.length > limit }
  } finally {
    closeSync(descriptor)
  }
}

export class UnreadableResult extends Error {}

/** Reads up to one byte more than the limit, to see whether there is more. */
function pieceOf(file: { descriptor: number; size: number }, part: ResultPart, limit: number): Buffer {
  try {
    if ('bytes' in part)
      return bytesBetween(file, part.bytes.from, Math.min(part.bytes.to, part.bytes.from + limit + 1))
    if ('lines' in part) return linesBetween(file, part.lines.from, part.lines.to, limit + 1)
    if ('tail' in part) return lastLines(file, part.tail, limit + 1)
    if ('grep' in part) return linesThatMatch(file, part, limit + 1)
    return jsonAt(file, part.json)
  } catch (error) {
    throw new UnreadableResult((error as Error).message)
  }
}

/** Opens only files of the store, and no links to other files. */
function opened(store: ResultStore, uri: string): number {
  try {
    const path = fileURLToPath(uri)
    if (store.owns(realpathSync(path))) return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch {
    // Reported below.
  }
  throw new UnreadableResult(`There is no result ${JSON.stringify(uri)}. Use the address that a result names.`)
}
