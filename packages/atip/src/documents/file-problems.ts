import { positionsOf, type Position } from '@atip/protocol'
import { ToolError } from 'tooli'
import { excerptsOf } from '../report/excerpt.js'
import { UNREADABLE, type FileProblem } from '../report/problem.js'
import { readBytes, toText } from './read-file.js'

/** What the protocol reports of a document, before it is known where in which file. */
export type Report = Omit<FileProblem, 'file' | 'line' | 'column' | 'excerpt' | 'fixable'> & Partial<Position>

/** Problems with the file they are in and an excerpt of it, in the order of their places. */
export function problemsInFile<T extends Report>(
  file: string,
  bytes: Uint8Array,
  reports: readonly T[],
): { problem: FileProblem; report: T }[] {
  if (reports.length === 0) return []
  const text = toText(bytes)
  const positions = reports.map(({ line, column }) =>
    line === undefined || column === undefined ? firstStranger(text) : { line, column },
  )
  const excerpts = excerptsOf(text, positions)
  return reports
    .map((report, index) => {
      const { severity, rule, pointer, message } = report
      const { line, column } = positions[index]!
      return { report, problem: { file, line, column, severity, rule, pointer, message, excerpt: excerpts[index]! } }
    })
    .sort(({ problem: a }, { problem: b }) => a.line - b.line || a.column - b.column)
}

/** Bytes that are not UTF-8 have no place of their own: the first of them is shown. */
function firstStranger(text: string): Position {
  return positionsOf(text, [Math.max(0, text.indexOf('\uFFFD'))])[0]!
}

/** The bytes of one file of many, or the reason why it cannot be read: the others are checked all the same. */
export function bytesOf(file: string, isOnly: boolean): Uint8Array | { problem: FileProblem } {
  try {
    return readBytes(file)
  } catch (error) {
    if (isOnly || !(error instanceof ToolError)) throw error
    const excerpt = { text: '', start: 0, length: 0 }
    const { message } = error
    return {
      problem: { file, line: 1, column: 1, severity: 'error', rule: UNREADABLE, pointer: '', message, excerpt },
    }
  }
}
