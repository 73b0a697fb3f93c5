import type { EffectClass } from '@atip/guard/effects'
import { cut, displayWidth, padEnd, printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import { MARK_LEGEND, VERDICT_COLUMN, verdictPaint, verdictWord } from './verdict-words.js'
import { count, grouped } from './words.js'

export interface ListReport {
  tools: readonly Row[]
  total: number
  included: number
  omitted?: { count: number; reason: string; next?: string | undefined } | undefined
  filtered: boolean
}

interface Row {
  name: string
  source: string
  verdict: EffectClass
  worseWithOptions?: boolean | undefined
  hasCommands?: boolean | undefined
  trust?: { level: string } | undefined
  mine: boolean
  description?: string | undefined
}

const SOURCES: Readonly<Record<string, string>> = {
  native: 'native',
  registry: 'registry',
  shim: 'curated',
  generated: 'generated',
  unknown: 'none',
}

/** Longer names do not widen the column. */
const WIDEST_NAME = 24
const SOURCE_COLUMN = 'generated'.length
const TRUST_COLUMN = 'PROVENANCE_FAIL'.length
const GAP = '  '

/** The tools of a machine, one per line. On a terminal and without filters, only the user's own. */
export function listText(report: ListReport, screen: Screen): string {
  const { width, color, isTerminal = false } = screen
  const style = styleFor(color)
  const own = isTerminal && !report.filtered ? report.tools.filter(({ mine }) => mine) : []
  const tools = own.length > 0 ? own : report.tools
  const column = Math.min(WIDEST_NAME, Math.max(4, ...tools.map(({ name }) => displayWidth(printable(name)))))
  // If nothing was verified, the column would be the same on every line.
  const trustColumn = tools.some(isChecked) ? TRUST_COLUMN : 0
  const head = [
    padEnd('TOOL', column),
    padEnd('EFFECTS', VERDICT_COLUMN),
    padEnd('SOURCE', SOURCE_COLUMN),
    ...(trustColumn > 0 ? [padEnd('TRUST', trustColumn)] : []),
  ]
  const isMarked = tools.some(({ worseWithOptions, hasCommands }) => worseWithOptions === true && hasCommands !== true)
  return [
    ...(tools.length === 0 ? [] : [style.bold(cut([...head, 'WHAT IT IS FOR'].join(GAP), width))]),
    ...tools.map((tool) => rowOf(tool, { column, trustColumn, width }, style)),
    ...(tools.length === 0 ? [] : ['']),
    ...(isMarked ? [style.dim(MARK_LEGEND)] : []),
    ...wrap(summaryOf(report, tools.length), width).map(style.dim),
  ].join('\n')
}

const isChecked = ({ trust }: Row) => trust !== undefined && trust.level !== 'NOT_CHECKED'

interface Columns {
  column: number
  trustColumn: number
  width: number
}

function rowOf(tool: Row, { column, trustColumn, width }: Columns, style: Style): string {
  const { source, verdict, worseWithOptions, hasCommands, description = '' } = tool
  const name = padEnd(printable(tool.name), column)
  const isVaried = hasCommands === true
  const effects = isVaried ? 'by command' : verdictWord(verdict, worseWithOptions)
  const cells = [
    name,
    (isVaried ? style.dim : verdictPaint(verdict, style))(padEnd(effects, VERDICT_COLUMN)),
    padEnd(SOURCES[source] ?? printable(source), SOURCE_COLUMN),
    ...(trustColumn > 0 ? [padEnd(isChecked(tool) ? tool.trust!.level : 'not checked', trustColumn)] : []),
  ]
  const used = VERDICT_COLUMN + SOURCE_COLUMN + trustColumn + (trustColumn > 0 ? GAP.length : 0)
  const room = width - displayWidth(name) - used - 3 * GAP.length
  return (room < 10 ? cells : [...cells, cut(printable(description), room)]).join(GAP).trimEnd()
}

function summaryOf({ total, included, omitted }: ListReport, shown: number): string {
  if (shown < included)
    return `${grouped(shown)} of ${count(total, 'tool')}: those you installed yourself. See all with: atip list --all`
  if (included === total) return `${count(total, 'tool')}.`
  if (included === 0) return `None of the ${count(total, 'tool')} matches.`
  const rest = omitted?.next === undefined ? '' : `; ${grouped(omitted.count)} ${omitted.reason} (${omitted.next})`
  return `${grouped(included)} of ${count(total, 'tool')}${rest}.`
}
