import { cut, displayWidth, padEnd, printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import type { EffectClass } from '@atip/guard/effects'
import { MARK_LEGEND, verdictPaint, verdictWord } from './verdict-words.js'
import { count, grouped } from './words.js'

interface Report {
  query: string
  hits: readonly ReportedHit[]
  total: number
  included: number
}

interface ReportedHit {
  name: string
  description: string
  verdict: EffectClass
  worseWithOptions?: boolean | undefined
  why?: string | undefined
}

interface Answer {
  id: unknown
  hits: readonly string[]
  problem?: string | undefined
}

/** Longer names have a line of their own. */
const LONGEST_NAME = 32
const GAP = '  '

/** One line per hit: its name, its effects and its purpose. */
export function searchText(report: Report | readonly Answer[], screen: Screen): string {
  if (isBatch(report)) return report.map(answerLine).join('\n')
  const { query, hits, total, included } = report
  if (hits.length === 0)
    return `Nothing matches ${JSON.stringify(cut(printable(query), 60))}. Try other words, or: atip list`
  const style = styleFor(screen.color)
  const notes = [
    ...(hits.some(({ worseWithOptions }) => worseWithOptions === true) ? [MARK_LEGEND] : []),
    ...(total > included
      ? [`Showing ${grouped(included)} of ${count(total, 'match', 'matches')} (--limit N for more)`]
      : []),
  ]
  return [
    ...hitLines(hits, screen, style),
    ...(notes.length > 0 ? ['', ...notes.map((note) => style.dim(note))] : []),
  ].join('\n')
}

function hitLines(hits: readonly ReportedHit[], { width }: Screen, style: Style): string[] {
  const names = hits.map(({ name }) => printable(name))
  const fitting = names.map(displayWidth).filter((columns) => columns <= LONGEST_NAME)
  const nameColumn = Math.max(0, ...fitting)
  const markColumn = Math.max(...hits.map((hit) => markOf(hit).length))
  const indent = nameColumn + GAP.length
  const room = Math.max(20, width - indent - markColumn - GAP.length)
  return hits.flatMap((hit, index) => {
    const name = names[index]!
    const isLong = displayWidth(name) > nameColumn
    const start = isLong ? ' '.repeat(indent) : style.bold(padEnd(name, nameColumn)) + GAP
    const mark = verdictPaint(hit.verdict, style)(padEnd(markOf(hit), markColumn))
    const why = hit.why === undefined ? [] : wrap(printable(hit.why), Math.max(20, width - indent))
    return [
      ...(isLong ? [style.bold(name)] : []),
      `${start}${mark}${GAP}${cut(printable(hit.description), room)}`.trimEnd(),
      ...why.map((line) => ' '.repeat(indent) + style.dim(line)),
    ]
  })
}

function markOf({ verdict, worseWithOptions }: ReportedHit): string {
  return verdictWord(verdict, worseWithOptions)
}

function isBatch(report: Report | readonly Answer[]): report is readonly Answer[] {
  return Array.isArray(report)
}

function answerLine({ id, hits, problem }: Answer): string {
  return printable(`${String(id)}: ${problem ?? (hits.join(', ') || 'no match')}`)
}
