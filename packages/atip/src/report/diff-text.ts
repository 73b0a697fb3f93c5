import type { Change, ChangeKind } from '@atip/protocol/diff'
import { printable, styleFor, wrap, type Paint, type Screen } from 'tooli/terminal'
import { count, listed } from './words.js'

/** Each kind under its heading, the most dangerous first. */
export function diffText(changes: readonly Pick<Change, 'kind' | 'message'>[], { width, color }: Screen): string {
  if (changes.length === 0) return 'No changes.'
  const style = styleFor(color)
  const headings: [ChangeKind, string, Paint][] = [
    ['danger', 'More dangerous', style.red],
    ['breaking', 'Breaking', style.yellow],
    ['effect', 'Other effects', style.cyan],
    ['compatible', 'Compatible', style.green],
  ]
  const sections = headings.flatMap(([kind, heading, paint]) => {
    const messages = changes.filter((change) => change.kind === kind).map(({ message }) => message)
    if (messages.length === 0) return []
    return [[style.bold(paint(heading)), ...messages.flatMap((message) => entryLines(message, width))].join('\n')]
  })
  const numbers = headings
    .map(([kind]) => ({ kind, number: changes.filter((change) => change.kind === kind).length }))
    .filter(({ number }) => number > 0)
    .map(({ kind, number }) => `${number} ${kind}`)
  return [...sections, style.bold(`${count(changes.length, 'change')}: ${listed(numbers)}.`)].join('\n\n')
}

function entryLines(message: string, width: number): string[] {
  return wrap(printable(message), Math.max(20, width - 4), 'keep').map((line, index) =>
    index === 0 ? `  - ${line}` : `    ${line}`,
  )
}
