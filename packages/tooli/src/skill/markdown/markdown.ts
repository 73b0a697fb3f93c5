import { printable } from '../../output/controls.js'

/**
 * Text of an author as a line of Markdown that reads as it was written: nothing in it begins a block, opens a tag or
 * swallows what follows. Code between backticks stays code where the backticks are in pairs.
 */
export function prose(text: string): string {
  return inline(text).replace(/^(?=[#>+*=~|:[-]|_[_ ]|_$)|^\d+(?=[.)])/, (number) => `${number}\\`)
}

/** The same for a text that is not at the beginning of a line. */
export function inline(text: string): string {
  const line = oneLine(text)
  const parts: string[] = []
  let rest = 0
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (index < rest) continue
    parts.push(literal(line.slice(rest, index)))
    const end = closingRun(line, index + run.length, run.length)
    parts.push(end === undefined ? run.replaceAll('`', '\\`') : line.slice(index, end))
    rest = end ?? index + run.length
  }
  return [...parts, literal(line.slice(rest))].join('')
}

/** Where the run of so many backticks ends that closes a piece of code. */
function closingRun(line: string, from: number, length: number): number | undefined {
  for (const { 0: run, index } of line.slice(from).matchAll(/`+/g)) {
    if (run.length === length) return from + index + length
  }
  return undefined
}

/** A backslash before a letter, and a bare `<` or `!`, mean themselves. */
function literal(text: string): string {
  return text.replace(/\\(?=[!-/:-@[-`{-~]|$)|<(?=[A-Za-z/!?])|\[(?<=!\[)/g, (character) => `\\${character}`)
}

/** Any white space is a blank, and what would do something to a terminal or a parser is shown instead. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim())
}

/** A piece of code, whatever is in it. */
export function code(text: string): string {
  const line = printable(text)
  if (line === '') return '`""`'
  const marks = '`'.repeat(longestRun(line) + 1)
  const needsRoom = /^`|`$|^ .* $/.test(line)
  return needsRoom ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Lines of code as a block, which nothing in them can end. */
export function fence(language: string, lines: readonly string[]): string {
  const shown = lines.flatMap((line) => line.split(/\r\n?|\n/)).map((line) => printable(line).trimEnd())
  const marks = '`'.repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)))
  return [marks + language, ...shown, marks].join('\n')
}

/** Paragraphs of an author; one that is set in is code. */
export function paragraphs(text: string): string[] {
  const parts = text.split(/(?:\r?\n[ \t]*)*\r?\n[ \t]*\r?\n/)
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => (/^ {4}/.test(part) ? fence('', [part.replaceAll(/^ {4}/gm, '')]) : prose(part)))
}

function longestRun(line: string): number {
  return [...line.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0)
}

/** With a full stop, unless it ends in a mark of its own. */
export function sentence(text: string): string {
  return text === '' || /[.!?:…]$/.test(text) ? text : `${text}.`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `a, b and c` */
export function listed(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
