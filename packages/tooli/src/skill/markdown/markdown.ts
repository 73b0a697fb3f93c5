import { printable } from '../../output/controls.js'

/**
 * An author's text as a line of Markdown that reads as written: it cannot begin a block, open a tag or swallow the text
 * after it. Code between paired backticks stays code.
 */
export function prose(text: string): string {
  return inline(text).replace(/^(?=[#>+*=~|:[-]|_[_ ]|_$)|^\d+(?=[.)])/, (number) => `${number}\\`)
}

/** The same for text that does not begin a line. */
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

/** The end of the run of this many backticks that closes a code span. */
function closingRun(line: string, from: number, length: number): number | undefined {
  for (const { 0: run, index } of line.slice(from).matchAll(/`+/g)) {
    if (run.length === length) return from + index + length
  }
  return undefined
}

/** Escapes only where needed: a backslash before a letter, and a bare `<` or `!`, are literal. */
function literal(text: string): string {
  return text.replace(/\\(?=[!-/:-@[-`{-~]|$)|<(?=[A-Za-z/!?])|\[(?<=!\[)/g, (character) => `\\${character}`)
}

/** Collapses white space, and makes characters visible that could affect a terminal or a parser. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim())
}

/** A code span with any content. */
export function code(text: string): string {
  const line = printable(text)
  if (line === '') return '`""`'
  const marks = '`'.repeat(longestRun(line) + 1)
  const needsRoom = /^`|`$|^ .* $/.test(line)
  return needsRoom ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Lines of code as a block that no line can close. */
export function fence(language: string, lines: readonly string[]): string {
  const shown = lines.flatMap((line) => line.split(/\r\n?|\n/)).map((line) => printable(line).trimEnd())
  const marks = '`'.repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)))
  return [marks + language, ...shown, marks].join('\n')
}

/** An author's paragraphs; an indented one is code. */
export function paragraphs(text: string): string[] {
  const parts = text.split(/(?:\r?\n[ \t]*)*\r?\n[ \t]*\r?\n/)
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => (/^ {4}/.test(part) ? fence('', [part.replaceAll(/^ {4}/gm, '')]) : prose(part)))
}

function longestRun(line: string): number {
  return [...line.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0)
}

/** Adds a full stop, unless the text ends with punctuation. */
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
