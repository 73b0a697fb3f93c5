import { padEnd, printable, styleFor, wrap, type Screen } from 'tooli/terminal'

export interface DoctorReport {
  healthy: boolean
  checks: readonly {
    name: string
    status: 'ok' | 'warning' | 'problem'
    message: string
    fix?: readonly string[] | undefined
  }[]
}

/** What was looked at, and below each thing what to do about it. */
export function doctorText({ checks }: DoctorReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const paint = { ok: style.green, warning: style.yellow, problem: style.red }
  const column = Math.max(...checks.map(({ name }) => name.length)) + 2
  const indent = ' '.repeat(column + 9)
  const room = Math.max(20, width - indent.length)
  return checks
    .flatMap(({ name, status, message, fix = [] }) => {
      const [first = '', ...rest] = wrap(printable(message), room)
      const advice = fix.flatMap((line) => wrap(printable(line), room))
      return [
        `${padEnd(name, column)}${paint[status](padEnd(status, 9))}${first}`,
        ...[...rest, ...advice.map((line) => style.bold(line))].map((line) => indent + line),
      ]
    })
    .join('\n')
}
