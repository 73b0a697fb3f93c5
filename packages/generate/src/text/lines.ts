import { unframed } from './boxes.js'
import { plain } from './terminal.js'

export interface TextLine {
  /** Counts from 1, as in the original text. */
  number: number
  /** Blanks before the first letter, with tabs expanded. */
  indent: number
  /** Trimmed; empty for an empty line. */
  text: string
}

/** No help is larger than this. Longer lines are cut, and further lines are not read. */
export const LIMITS = { lines: 100_000, lineLength: 4_000, paragraph: 12_000 }

const TAB = 8

export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = []
  let start = 0
  const clean = plain(text)
  while (start <= clean.length && lines.length < LIMITS.lines) {
    const newline = clean.indexOf('\n', start)
    const end = newline === -1 ? clean.length : newline
    lines.push(lineOf(clean.slice(start, Math.min(end, start + LIMITS.lineLength)), lines.length + 1))
    start = end + 1
  }
  return lines
}

function lineOf(raw: string, number: number): TextLine {
  const expanded = unframed(raw.includes('\t') ? withoutTabs(raw) : raw)
  const text = expanded.trim()
  return { number, indent: text === '' ? 0 : expanded.length - expanded.trimStart().length, text }
}

/** A tab between words separates columns, so it never becomes a single blank. */
function withoutTabs(raw: string): string {
  let out = ''
  let onlyBlanks = true
  for (const character of raw) {
    if (character !== '\t') {
      out += character
      if (character !== ' ') onlyBlanks = false
      continue
    }
    const width = TAB - (out.length % TAB)
    out += ' '.repeat(onlyBlanks ? width : Math.max(2, width))
  }
  return out
}

/** Joins wrapped lines. Removes a hyphen that the formatter inserted, and keeps one of the author. */
export function joinWrapped(parts: string[]): string {
  let out = ''
  for (const part of parts) {
    if (out.length > LIMITS.paragraph) break
    if (part === '') continue
    if (out === '') out = part
    else if (out.endsWith('\u2010')) out = out.slice(0, -1) + part
    else if (endsInSplitWord(out, part)) out += part
    else out += ` ${part}`
  }
  return out.replaceAll('\u2010', '-')
}

function endsInSplitWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]-$/u.test(before.slice(-3)) && /^[\p{Ll}\p{N}<]/u.test(after)
}
