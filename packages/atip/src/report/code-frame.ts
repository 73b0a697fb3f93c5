import { cut, displayWidth, printable, type Paint, type Style } from 'tooli/terminal'
import type { FileProblem } from './problem.js'

/** With fewer columns a line of code is useless, however narrow the screen. */
const NARROWEST = 20

/** The line with the problem and a marker below it, by display width. */
export function codeFrame({ line, excerpt }: FileProblem, width: number, style: Style, paint: Paint): string[] {
  const { text, start, length } = excerpt
  const number = String(line)
  const gutter = ' '.repeat(number.length)
  const room = Math.max(NARROWEST, width - number.length - 4)
  const marked = cut(printable(text.slice(start, start + length)), Math.ceil(room / 2))
  const rest = printable(text.slice(start + length))
  const left = room - Math.max(1, displayWidth(marked))
  // The text before a position is more useful than the text after it.
  const before = lastColumns(
    printable(text.slice(0, start)),
    Math.max(left - displayWidth(rest), Math.floor((left * 2) / 3)),
  )
  const after = cut(rest, room - displayWidth(before + marked))
  const mark = ' '.repeat(displayWidth(before)) + paint('^'.repeat(Math.max(1, displayWidth(marked))))
  return [
    ` ${gutter} ${style.dim('|')}`,
    ` ${style.dim(`${number} |`)} ${before}${marked}${after}`.trimEnd(),
    ` ${gutter} ${style.dim('|')} ${mark}`,
  ]
}

/** The end of a text that fits, with `…` in place of its beginning. */
function lastColumns(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const characters = [...text]
  while (characters.length > 0 && displayWidth(characters.join('')) > width - 1) characters.shift()
  return `…${characters.join('')}`
}
