import { printable, styleFor, type Screen } from 'tooli/terminal'
import { fromHome } from './places.js'
import { count } from './words.js'

interface Shown {
  time: string
  what: string
  asked: boolean
  decision: string
  reason?: string | undefined
  status: string
  sideEffects: string
  isUnfinished?: boolean | undefined
}

export function auditText(calls: readonly Shown[], { color }: Screen): string {
  if (calls.length === 0) return 'No calls.'
  const style = styleFor(color)
  return calls
    .map(({ time, what, asked, decision, reason, status, isUnfinished }) => {
      const decided =
        decision === 'allow' ? style.green('allowed') : style.red(decision === 'deny' ? 'refused' : 'ended')
      const said = [asked ? 'asked' : '', isUnfinished === true ? 'unfinished' : status].filter((one) => one !== '')
      const why = decision === 'allow' || reason === undefined ? '' : `\n    ${printable(reason)}`
      return `${time.slice(0, 19).replace('T', ' ')}  ${decided}  ${printable(what)}  ${style.dim(`(${said.join(', ')})`)}${why}`
    })
    .join('\n')
}

interface Verified {
  logs: readonly {
    file: string
    ok: boolean
    entries: number
    line?: number | undefined
    problem?: string | undefined
  }[]
}

export function verifyAuditText({ logs }: Verified, { color }: Screen): string {
  if (logs.length === 0) return 'There is no audit log yet.'
  const style = styleFor(color)
  return logs
    .map(({ file, ok, entries, line, problem }) =>
      ok
        ? `${style.green('ok')}      ${printable(fromHome(file))}: ${count(entries, 'line')}`
        : `${style.red('broken')}  ${printable(fromHome(file))}:${line}: ${problem}`,
    )
    .join('\n')
}

interface Row {
  day: string
  tool: string
  calls: number
  asked: number
  allowed: number
  refused: number
  failed: number
}

const COLUMNS = ['day', 'tool', 'calls', 'asked', 'allowed', 'refused', 'failed'] as const

export function auditStatsText(rows: readonly Row[], { color }: Screen): string {
  if (rows.length === 0) return 'No calls.'
  const style = styleFor(color)
  const table = rows.map((row) => COLUMNS.map((name) => printable(String(row[name]))))
  const widths = COLUMNS.map((name, index) => Math.max(name.length, ...table.map((cells) => cells[index]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index < 2 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ')
  return [style.bold(line(COLUMNS)), ...table.map(line)].join('\n')
}
