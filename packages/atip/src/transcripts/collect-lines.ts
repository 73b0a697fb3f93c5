import { fileError } from '../documents/errors.js'
import { anyRecords } from './agents.js'
import { readRecords } from './read-records.js'

/** A recorded line, once per folder. */
export interface RecordedLine {
  line: string
  cwd: string | undefined
  count: number
}

export interface TranscriptLines {
  lines: RecordedLine[]
  /** All calls, including those beyond the limit. */
  commands: number
  /** Calls that were omitted, because there were more distinct lines than the limit. */
  leftOut: number
  /** Lines of transcripts that are not JSON objects, or are too long. */
  badRecords: number
  /** Files that could not be read, with the reason. */
  unreadable: string[]
}

/** Linux limits an argument to this size; the guard asks about any longer line. */
const LONGEST_LINE = 131_073

/** Reads transcripts one after the other. Memory grows with the number of distinct lines, up to the limit. */
export async function collectLines(files: readonly string[], limit: number): Promise<TranscriptLines> {
  const known = new Map<string, RecordedLine>()
  const seen = new Set<string>()
  const found: TranscriptLines = { lines: [], commands: 0, leftOut: 0, badRecords: 0, unreadable: [] }
  for (const file of files) {
    const callsIn = anyRecords()
    try {
      for await (const record of readRecords(file)) {
        if (record === undefined) found.badRecords++
        for (const { line, cwd, id } of record === undefined ? [] : callsIn(record)) {
          if (id !== undefined && seen.has(id)) continue
          if (id !== undefined && seen.size < limit * 10) seen.add(id)
          found.commands++
          if (!count(known, line.slice(0, LONGEST_LINE), cwd, limit)) found.leftOut++
        }
      }
    } catch (error) {
      found.unreadable.push(fileError(file, error).message)
    }
  }
  return { ...found, lines: [...known.values()] }
}

function count(known: Map<string, RecordedLine>, line: string, cwd: string | undefined, limit: number): boolean {
  const key = `${cwd ?? ''}\0${line}`
  const one = known.get(key)
  if (one !== undefined) one.count++
  else if (known.size < limit) known.set(key, { line, cwd, count: 1 })
  else return false
  return true
}
