import type { Screen } from '../define/screen.js'
import type { ErrorDocument } from '../errors/error.js'
import { wrapCommand } from './command-line.js'
import { pointAt } from './point-at.js'
import { printable, printableLines } from './printable.js'
import { columnsOf } from './screen.js'
import { type Paint, styleFor } from './style.js'
import { wrap } from './wrap.js'

export interface ErrorTextOptions extends Screen {
  /** The command line, and the index of the wrong word. */
  line?: { words: string[]; index?: number }
}

/** A failure as text: what, where, what to do, and whether trying again helps. */
export function renderError(error: ErrorDocument, { line, ...screen }: ErrorTextOptions): string {
  const width = columnsOf(screen)
  const style = styleFor(screen.color)
  const { suggestion } = error
  const head = `error[${printable(error.code)}]`
  const said = printableLines(`${head}: ${error.message}`).flatMap((text) => wrap(text, width - 2, 'keep'))
  const paragraphs = [
    said.map((text, index) =>
      index > 0 ? `  ${text}`.trimEnd() : style.bold(style.red(head)) + text.slice(head.length),
    ),
    line === undefined ? [] : pointAt(line.words, line.index, width, style.red),
    [
      ...labelled('fix', suggestion?.fix, width, style.green),
      // A shell would read a placeholder such as <file> as a redirection.
      ...(suggestion?.applicability === 'has_placeholders'
        ? []
        : labelled('try', suggestion?.example, width, style.green, wrapCommand)),
      ...(error.is_retryable ? labelled('retry', 'the same may work later', width, style.green) : []),
    ],
  ]
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

type Break = (text: string, width: number) => string[]

function labelled(label: string, text: string | undefined, width: number, paint: Paint, breakLine?: Break): string[] {
  if (text === undefined || text === '') return []
  const lead = `  ${label}: `
  const breaking: Break = breakLine ?? ((line, space) => wrap(line, space, 'keep'))
  const lines = printableLines(text).flatMap((line) => breaking(line, width - lead.length))
  return lines.map((line, index) =>
    index === 0 ? `  ${paint(`${label}:`)} ${line}` : line === '' ? '' : ' '.repeat(lead.length) + line,
  )
}
