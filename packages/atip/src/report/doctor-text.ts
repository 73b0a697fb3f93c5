import { padEnd, printable, styleFor, wrap, type Screen } from 'tooli/terminal'
import { count, listed } from './words.js'

export interface DoctorReport {
  healthy: boolean
  checks: readonly {
    name: string
    status: 'ok' | 'warning' | 'problem'
    message: string
    fix?: readonly string[] | undefined
  }[]
}

const NARROWEST_MESSAGE = 30

/** The checks, each followed by advice. */
export function doctorText({ checks }: DoctorReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const paint = { ok: style.green, warning: style.yellow, problem: style.red }
  const column = Math.max(...checks.map(({ name }) => name.length)) + 2
  // On a narrow screen messages go below the names.
  const isNarrow = width < column + 9 + NARROWEST_MESSAGE
  const indent = ' '.repeat(isNarrow ? 2 : column + 9)
  const room = Math.max(1, width - indent.length)
  const lines = checks.flatMap(({ name, status, message, fix = [] }) => {
    const lines = wrap(printable(message), room)
    const [first = '', ...rest] = isNarrow ? ['', ...lines] : lines
    const advice = fix.flatMap((line) => wrap(printable(line), room))
    return [
      `${padEnd(name, column)}${paint[status](padEnd(status, 9))}${first}`.trimEnd(),
      ...[...rest, ...advice.map((line) => style.bold(line))].map((line) => indent + line),
    ]
  })
  return [...lines, '', summaryOf(checks)].join('\n')
}

function summaryOf(checks: DoctorReport['checks']): string {
  const having = (status: string) => checks.filter((check) => check.status === status).length
  const found = [
    ...(having('problem') > 0 ? [count(having('problem'), 'problem')] : []),
    ...(having('warning') > 0 ? [count(having('warning'), 'warning')] : []),
  ]
  return found.length === 0 ? 'Everything works.' : `${listed(found)}.`
}
