import { positionsOf, type Position } from '@atip/protocol'
import { ToolError } from 'tooli'
import { excerptsOf } from '../report/excerpt.js'
import { UNREADABLE, type FileProblem } from '../report/problem.js'
import { readBytes, toText } from './read-file.js'

/** A problem as the protocol reports it, without its file and possibly without its position. */
export type Report = Omit<FileProblem, 'file' | 'line' | 'column' | 'excerpt' | 'fixable'> & Partial<Position>

/** Problems with their file and an excerpt, in the order of their positions. */
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

/** Problems with invalid UTF-8 have no position, so the first invalid byte is shown. */
function firstStranger(text: string): Position {
  return positionsOf(text, [Math.max(0, text.indexOf('\uFFFD'))])[0]!
}

/** The bytes of one of several files, or the problem with reading it, so that the others are still checked. */
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
