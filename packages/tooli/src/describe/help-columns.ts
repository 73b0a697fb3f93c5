import type { Style } from '../output/style.js'
import { displayWidth, padEnd } from '../output/width.js'
import { wrap } from '../output/wrap.js'
import type { HelpRow } from './help-term.js'

const INDENT = 2
const GAP = 2
// Below this width there is no space for two columns.
const NARROW = 56
// Beyond this column, a short flag is too far from its description.
const FURTHEST = 34

/** The column of the descriptions, the same for all rows of a page; 0 if they go below. */
export function columnFor(rows: readonly HelpRow[], width: number): number {
  if (width < NARROW) return 0
  const most = Math.min(FURTHEST, Math.floor(width * 0.4))
  const ends = rows.map(({ term, value }) => INDENT + displayWidth(term + value) + GAP).filter((end) => end <= most)
  return ends.reduce((furthest, end) => Math.max(furthest, end), INDENT + GAP + 8)
}

/** A row in two columns; if the first is too long, the description goes below. */
export function rowLines(row: HelpRow, column: number, width: number, style: Style): string[] {
  const lead = ' '.repeat(INDENT) + style.cyan(column === 0 ? row.term.trimStart() : row.term) + row.value
  const start = column === 0 ? INDENT + 4 : column
  const lines = textLines(row, width - start, style)
  if (lines.length === 0) return [lead]
  const placed = lines.map((line) => ' '.repeat(start) + line)
  if (column === 0 || displayWidth(lead) + GAP > column) return [lead, ...placed]
  return [padEnd(lead, column) + lines[0], ...placed.slice(1)]
}

const NO_BREAK = '\u00a0'

function textLines({ description, notes }: HelpRow, space: number, style: Style): string[] {
  const bracketed = notes.map((note) => {
    const shown = `[${note}]`
    return displayWidth(shown) <= space ? shown.replaceAll(' ', NO_BREAK) : shown
  })
  const text = [description.trim(), ...bracketed].filter((part) => part !== '').join(' ')
  if (text === '') return []
  const lines = wrap(text, space).map((line) => line.replaceAll(NO_BREAK, ' ').trimEnd())
  return dimNotes(lines, bracketed.join(''), style)
}

/** Dims the notes, which are the last words of the text, wherever the lines break. */
function dimNotes(lines: readonly string[], notes: string, { dim }: Style): string[] {
  let left = notes.replace(/[ \u00a0]/g, '').length
  const dimmed: string[] = []
  for (const line of lines.toReversed()) {
    let from = line.length
    while (left > 0 && from > 0) if (line[--from] !== ' ') left--
    dimmed.unshift(line.slice(0, from) + dim(line.slice(from)))
  }
  return dimmed
}
