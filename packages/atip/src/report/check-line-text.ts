import { printable, styleFor, wrap, type Screen } from 'tooli/terminal'

interface Report {
  decision: 'allow' | 'ask' | 'deny'
  reasons: readonly { rule: string; reason: string; command: string }[]
}

/** A decision and its reasons as people read them. */
export function checkLineText(reports: readonly Report[], { width, color }: Screen): string {
  const style = styleFor(color)
  const paint = { allow: style.green, ask: style.yellow, deny: style.red }
  return reports
    .map(({ decision, reasons }) =>
      [paint[decision](decision.toUpperCase()), ...reasons.flatMap((reason) => reasonLines(reason, width))].join('\n'),
    )
    .join('\n\n')
}

function reasonLines({ reason, command, rule }: Report['reasons'][number], width: number): string[] {
  const subject = command === '' ? '' : `${command}: `
  return wrap(printable(`${subject}${reason} (${rule})`), Math.max(20, width - 2)).map((line) => `  ${line}`)
}
