import { cut, displayWidth, padEnd, printable, styleFor, type Screen } from 'tooli/terminal'
import { count } from './words.js'

export interface ListReport {
  tools: readonly { name: string; source: string; description?: string | undefined }[]
  total: number
  included: number
  omitted?: { reason: string; next?: string | undefined } | undefined
}

/** Where what is known about a tool comes from, where there is room for a word. */
const SOURCES: Readonly<Record<string, string>> = {
  native: 'itself',
  shim: 'shipped',
  generated: 'its texts',
  unknown: '-',
}

/** A name longer than this moves nobody else's column. */
const WIDEST_NAME = 24

/** The tools of a machine, one on each line. */
export function listText({ tools, total, included, omitted }: ListReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const names = tools.map(({ name }) => printable(name))
  const column = Math.min(WIDEST_NAME, Math.max(4, ...names.map(displayWidth)))
  const room = Math.max(10, width - column - 13)
  const head = style.bold(`${padEnd('TOOL', column)}  KNOWN BY   WHAT IT IS FOR`)
  const rows = tools.map(({ source, description = '' }, index) => {
    const known = padEnd(SOURCES[source] ?? printable(source), 9)
    const isUnknown = source === 'unknown'
    return `${padEnd(names[index]!, column)}  ${isUnknown ? style.dim(known) : style.green(known)}  ${cut(printable(description), room)}`.trimEnd()
  })
  const shown = included === total ? count(total, 'tool') : `${count(included, 'tool')} of ${total}`
  const rest =
    omitted === undefined ? '.' : `: ${omitted.reason}${omitted.next === undefined ? '' : ` (${omitted.next})`}.`
  return [...(rows.length === 0 ? [] : [head, ...rows, '']), style.dim(`${shown}${rest}`)].join('\n')
}
