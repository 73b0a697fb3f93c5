/** Reads a line that names something other than an option: a command, an argument. */

import type { SectionEntry, Section } from './section.js'
import { segmentsOf } from './split.js'
import type { TextLine } from '../text/lines.js'

export interface RowContext {
  section: Section
  /** The next line is indented deeper. */
  deeper: boolean
  /** The column of descriptions in the table around it. */
  column: number | undefined
}

export function rowIn(line: TextLine, { section, deeper, column }: RowContext): SectionEntry | undefined {
  const named = section.kind === 'commands' || section.kind === 'arguments'
  const gap = atGap(line)
  if (gap && (named || isName(gap.left))) return gap
  return atColumn(line, section.entries.at(-1)?.column ?? column, named) ?? (named ? alone(line, deeper) : undefined)
}

/** A few words that do not look like the beginning of a sentence. */
function isName(left: string): boolean {
  return /[\p{L}\p{N}]/u.test(left) && left.split(' ', 5).length <= 4 && !/[.;,!?)]$/.test(left)
}

function row(line: TextLine, left: string, description: string, at?: number): SectionEntry {
  return {
    left,
    description: description === '' ? [] : [description],
    indent: line.indent,
    ...(at !== undefined && { column: line.indent + at }),
    lines: [line.number, line.number],
  }
}

function atGap(line: TextLine): SectionEntry | undefined {
  const text = line.text.replace(/ \.{3,} /g, (dots) => ' '.repeat(dots.length))
  const [first, second] = segmentsOf(text)
  if (!first || !second || first.text.length > 60) return undefined
  return row(line, first.text, text.slice(second.start).replace(/^([:=–—#-]|--) +/, ''), second.start)
}

/** A name so long that only one blank is left before the column. */
function atColumn(line: TextLine, column: number | undefined, named: boolean): SectionEntry | undefined {
  const at = column === undefined ? 0 : column - line.indent
  if (at < 2 || at >= line.text.length || line.text[at - 1] !== ' ' || line.text[at] === ' ') return undefined
  const left = line.text.slice(0, at).trimEnd()
  return named || !left.includes(' ') ? row(line, left, line.text.slice(at), at) : undefined
}

function alone(line: TextLine, deeper: boolean): SectionEntry | undefined {
  const sign = /^(\S{1,40}(?: <[^>]*>| \[[^\]]*\]){0,8})(?::| -| --| –) (.*)$/.exec(line.text)
  if (sign) return row(line, sign[1]!, sign[2]!)
  if (/^[\w:.-]+(?:, ?[\w:.-]+)+,?$/.test(line.text)) return row(line, line.text.replace(/,$/, ''), '')
  const isShort = line.text.split(' ', 5).length <= 4
  return isShort || (deeper && /[[<{(]| -/.test(line.text)) ? row(line, line.text, '') : undefined
}

/** argparse prints `{a,b}` or the name of the argument, and below it, two blanks deeper, one line for each command. */
export function isChoiceRow(line: TextLine, entry: SectionEntry | undefined): boolean {
  if (!entry || entry.spec) return false
  const isNamed = /^[\w.:-]+(?: \([^)]*\))?(?:  |$)/.test(line.text)
  if (entry.nested) return isNamed && line.indent === entry.indent
  const step = line.indent - entry.indent
  if (!isNamed || step < 1 || step > 2) return false
  return entry.left.startsWith('{') || (entry.description.length === 0 && line.text.includes('  '))
}
