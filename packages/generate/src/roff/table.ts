/** Tables of tbl(1): formats are skipped, rows become lines with gaps between their cells. */

import type { RoffStatement } from './source.js'

export interface TableRow {
  cells: string[]
  line: number
}

const MOST_ROWS = 20_000

/** Reads up to `.TE`. */
export function rowsOfTable(next: () => RoffStatement | undefined): TableRow[] {
  const rows: TableRow[] = []
  let separator = '\t'
  let isFormat = true
  let isFirst = true
  for (let statement = next(); statement && statement.macro !== 'TE'; statement = next()) {
    if (statement.macro === 'T&') isFormat = true
    if (statement.macro !== undefined) continue
    const { text, line } = statement
    if (isFormat) {
      if (isFirst && /;\s*$/.test(text)) separator = /\btab\s?\((.)\)/.exec(text)?.[1] ?? separator
      else isFormat = !/\.\s*$/.test(text)
      isFirst = false
      continue
    }
    if (/^[-=_]+$/.test(text) || rows.length >= MOST_ROWS) continue
    rows.push({ cells: withBlocks(text.split(separator), separator, next), line })
  }
  return rows
}

/** A cell may hold lines of text between `T{` and `T}`; the next cell follows the `T}`. */
function withBlocks(cells: string[], separator: string, next: () => RoffStatement | undefined): string[] {
  while (cells.at(-1)!.trim() === 'T{') {
    const parts: string[] = []
    let statement = next()
    for (; statement && !statement.text.startsWith('T}') && statement.macro !== 'TE'; statement = next()) {
      if (statement.macro === undefined || /^[BIR]{1,2}$/.test(statement.macro)) parts.push(statement.text.trim())
    }
    cells[cells.length - 1] = parts.join(' ')
    if (!statement?.text.startsWith('T}')) return cells
    cells.push(...statement.text.slice(2).split(separator).slice(1))
  }
  return cells
}
