/** A line that names something else than an option: a command, an argument. */

import type { Entry, Section } from './section.js'
import { segmentsOf } from './split.js'
import type { Line } from '../text/lines.js'

export interface RowContext {
  section: Section
  /** The next line is indented deeper. */
  deeper: boolean
  /** Where descriptions begin in the table around it. */
  column: number | undefined
}

export function rowIn(line: Line, { section, deeper, column }: RowContext): Entry | undefined {
  const named = section.kind === 'commands' || section.kind === 'arguments'
  const gap = atGap(line)
  if (gap && (named || isName(gap.left))) return gap
  return atColumn(line, section.entries.at(-1)?.column ?? column, named) ?? (named ? alone(line, deeper) : undefined)
}

/** A few words that no sentence would begin with. */
function isName(left: string): boolean {
  return /[\p{L}\p{N}]/u.test(left) && left.split(' ', 5).length <= 4 && !/[.;,!?)]$/.test(left)
}

function row(line: Line, left: string, description: string, at?: number): Entry {
  return {
    left,
    description: description === '' ? [] : [description],
    indent: line.indent,
    ...(at !== undefined && { column: line.indent + at }),
    lines: [line.number, line.number],
  }
}

function atGap(line: Line): Entry | undefined {
  const text = line.text.replace(/ \.{3,} /g, (dots) => ' '.repeat(dots.length))
  const [first, second] = segmentsOf(text)
  if (!first || !second || first.text.length > 60) return undefined
  return row(line, first.text, text.slice(second.start).replace(/^([:=–—#-]|--) +/, ''), second.start)
}

/** A name so long that one blank is left before the column. */
function atColumn(line: Line, column: number | undefined, named: boolean): Entry | undefined {
  const at = column === undefined ? 0 : column - line.indent
  if (at < 2 || at >= line.text.length || line.text[at - 1] !== ' ' || line.text[at] === ' ') return undefined
  const left = line.text.slice(0, at).trimEnd()
  return named || !left.includes(' ') ? row(line, left, line.text.slice(at), at) : undefined
}

function alone(line: Line, deeper: boolean): Entry | undefined {
  const sign = /^(\S{1,40}(?: <[^>]*>| \[[^\]]*\]){0,8})(?::| -| --| –) (.*)$/.exec(line.text)
  if (sign) return row(line, sign[1]!, sign[2]!)
  if (/^[\w:.-]+(?:, ?[\w:.-]+)+,?$/.test(line.text)) return row(line, line.text.replace(/,$/, ''), '')
  const isShort = line.text.split(' ', 5).length <= 4
  return isShort || (deeper && /[[<{(]| -/.test(line.text)) ? row(line, line.text, '') : undefined
}

/** argparse prints `{a,b}` or the name of the argument, and below it, two blanks deeper, a line for each command. */
export function isChoiceRow(line: Line, entry: Entry | undefined): boolean {
  if (!entry || entry.spec) return false
  const isNamed = /^[\w.:-]+(?: \([^)]*\))?(?:  |$)/.test(line.text)
  if (entry.nested) return isNamed && line.indent === entry.indent
  const step = line.indent - entry.indent
  if (!isNamed || step < 1 || step > 2) return false
  return entry.left.startsWith('{') || (entry.description.length === 0 && line.text.includes('  '))
}
