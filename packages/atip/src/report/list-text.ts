import { cut, displayWidth, padEnd, printable, styleFor, type Screen } from 'tooli/terminal'
import { count, grouped } from './words.js'

export interface ListReport {
  tools: readonly { name: string; source: string; description?: string | undefined }[]
  total: number
  included: number
  omitted?: { count: number; reason: string; next?: string | undefined } | undefined
}

/** Who describes a tool, where there is room for a word. */
const SOURCES: Readonly<Record<string, string>> = {
  native: 'itself',
  shim: 'a shim',
  generated: 'its help',
  unknown: '-',
}

/** Longer names do not widen the column. */
const WIDEST_NAME = 24
const SOURCE_COLUMN = 'DESCRIBED BY'.length
const GAP = '  '

/** The tools of a machine, one on each line. */
export function listText(report: ListReport, { width, color }: Screen): string {
  const { tools } = report
  const style = styleFor(color)
  const names = tools.map(({ name }) => printable(name))
  const column = Math.min(WIDEST_NAME, Math.max(4, ...names.map(displayWidth)))
  const rows = tools.map(({ source, description = '' }, index) => {
    const name = padEnd(names[index]!, column)
    const known = padEnd(SOURCES[source] ?? printable(source), SOURCE_COLUMN)
    const room = Math.max(10, width - displayWidth(name) - SOURCE_COLUMN - 2 * GAP.length)
    const paint = source === 'unknown' ? style.dim : style.green
    return [name, paint(known), cut(printable(description), room)].join(GAP).trimEnd()
  })
  const head = style.bold([padEnd('TOOL', column), 'DESCRIBED BY', 'WHAT IT IS FOR'].join(GAP))
  return [...(rows.length === 0 ? [] : [head, ...rows, '']), style.dim(summaryOf(report))].join('\n')
}

function summaryOf({ total, included, omitted }: ListReport): string {
  if (included === total) return `${count(total, 'tool')}.`
  const shown =
    included === 0 ? `None of the ${count(total, 'tool')} is listed` : `${grouped(included)} of ${count(total, 'tool')}`
  if (omitted?.next === undefined) return included === 0 ? `None of the ${count(total, 'tool')} fits.` : `${shown}.`
  return `${shown}; ${grouped(omitted.count)} left out: ${omitted.reason} (${omitted.next}).`
}
