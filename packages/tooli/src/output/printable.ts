import { printable } from './controls.js'
import { displayWidth } from './width.js'

export { printable }

/** The same for a text of several lines, with tabs expanded as on a terminal. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.split('\t').map(printable).reduce(afterTab))
}

function afterTab(before: string, after: string): string {
  return before + ' '.repeat(8 - (displayWidth(before) % 8)) + after
}
