/** Finds the column where the descriptions of a table begin, from all lines of the table. */

import { covers, segmentsOf } from './split.js'
import { parseSpec, startsWithFlag } from '../spec/option-spec.js'
import type { TextLine } from '../text/lines.js'

/** This many lines without a flag end a table. */
const FAR = 30

/** For every line inside a table, the table's description column. */
export function columnsOf(lines: TextLine[]): (number | undefined)[] {
  const columns: (number | undefined)[] = Array.from({ length: lines.length })
  let start = 0
  let votes = new Map<number, number>()
  let lastFlag = -FAR
  const close = (end: number) => {
    const column = winner(votes)
    columns.fill(column, start, end)
    start = end
    votes = new Map()
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    if (isBorder(lines, index) || (index - lastFlag === FAR && votes.size > 0)) close(index)
    if (line.text === '' || !startsWithFlag(line.text)) continue
    lastFlag = index
    const vote = inlineColumn(line) ?? hangingColumn(line, lines[index + 1])
    if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1)
  }
  close(lines.length)
  return columns
}

/** Text at the left edge between tables. */
function isBorder(lines: TextLine[], index: number): boolean {
  const line = lines[index]!
  if (line.text === '' || startsWithFlag(line.text)) return false
  return line.indent === 0 && /[:A-Z]$/.test(line.text)
}

function inlineColumn(line: TextLine): number | undefined {
  const segments = segmentsOf(line.text)
  for (let index = 1; index < segments.length; index++) {
    const segment = segments[index]!
    if (startsWithFlag(segment.text)) continue
    const left = segments
      .slice(0, index)
      .map((part) => part.text)
      .join(' ')
    const spec = parseSpec(left, 0, { closed: true })
    if (!spec || !covers(spec, left)) return undefined
    const isValueColumn = /^[<[{]/.test(segment.text) && index + 1 < segments.length
    if (!isValueColumn) return line.indent + segment.start
  }
  return undefined
}

function hangingColumn(line: TextLine, next: TextLine | undefined): number | undefined {
  if (!next || next.text === '' || next.indent <= line.indent || startsWithFlag(next.text)) return undefined
  return segmentsOf(line.text).length === 1 ? next.indent : undefined
}

function winner(votes: Map<number, number>): number | undefined {
  let best: number | undefined
  for (const [column, count] of votes) {
    if (count >= 2 && (best === undefined || count > votes.get(best)!)) best = column
  }
  return best
}
