import { positionsOf, type Position } from '@atip/protocol'
import { excerptsOf } from '../report/excerpt.js'
import type { FileProblem } from '../report/problem.js'
import { toText } from './read-file.js'

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
