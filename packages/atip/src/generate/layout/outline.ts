/**
 * A text as an outline: sections, and in them entries (something named, something said about it) and prose. One pass
 * over the lines; what a line is depends on the indentation of what came before.
 */

import { bareHeading, isShouted, isUnderline, kindOf, type SectionKind } from './headings.js'
import { columnsOf } from './columns.js'
import { segmentsOf, splitOption, startsWithFlag } from './split.js'
import type { Line } from '../text/lines.js'
import type { Spec } from '../spec/option-spec.js'

export interface Section {
  heading: string
  kind: SectionKind
  indent: number
  /** Index of the section it stands in. */
  parent?: Section
  line: number
  entries: Entry[]
  /** Lines that are neither headings nor part of an entry. */
  prose: Line[]
}

export interface Entry {
  /** Present if it names options. */
  spec?: Spec
  /** What it names, if that is no option: `clone <url>`. */
  left: string
  description: string[]
  indent: number
  column?: number
  lines: [number, number]
  /** Blank lines in its description start a new paragraph; the number of lines in the first one. */
  firstParagraph?: number
  /** Stands below the name of an argument: argparse lists subcommands so. */
  nested?: boolean
}

export function outlineOf(lines: Line[]): Section[] {
  const columns = columnsOf(lines)
  const sections: Section[] = [{ heading: '', kind: 'other', indent: -1, line: 1, entries: [], prose: [] }]
  let section = sections[0]!
  let entry: Entry | undefined
  let blanks = 1
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    if (line.text === '' || isUnderline(line.text)) {
      blanks++
      continue
    }
    const next = nextLine(lines, index)
    if (entry && continuesEntry(entry, line, blanks, columns[index], next)) {
      if (blanks > 0 && entry.description.length > 0) entry.firstParagraph ??= entry.description.length
      if (entry.column === undefined && entry.description.length === 0) entry.column = line.indent
      entry.description.push(line.text)
      entry.lines[1] = line.number
      blanks = 0
      continue
    }
    const heading = headingOf(line, next, blanks, section)
    if (heading !== undefined) {
      section = openSection(sections, section, heading, line)
      entry = undefined
    } else {
      const made = entryOf(line, next, columns[index], section, blanks, lines[index - 1], entry)
      if (made && isChoiceRow(line, entry)) made.nested = true
      if (made) section.entries.push(made)
      else section.prose.push(line)
      entry = made
    }
    blanks = 0
  }
  return sections
}

function nextLine(lines: Line[], index: number): Line | undefined {
  for (let at = index + 1; at < lines.length && at < index + 4; at++) {
    if (lines[at]!.text !== '' && !isUnderline(lines[at]!.text)) return lines[at]
  }
  return undefined
}

function continuesEntry(
  entry: Entry,
  line: Line,
  blanks: number,
  column: number | undefined,
  next: Line | undefined,
): boolean {
  if (line.indent <= entry.indent || isChoiceRow(line, entry)) return false
  const from = entry.column ?? column
  if (startsWithFlag(line.text)) {
    if (from === undefined || line.indent < from) return false
    return !isNestedEntry(line, blanks, next)
  }
  if (blanks === 0) return true
  return from === undefined || line.indent >= Math.min(from, entry.indent + 4)
}

/** argparse prints `{a,b}` or the name of the argument, and below it, two blanks deeper, a line for each command. */
function isChoiceRow(line: Line, entry: Entry | undefined): boolean {
  if (!entry || entry.spec) return false
  if (entry.nested) return line.indent === entry.indent && /^[\w.-]+( \([^)]*\))?(  |$)/.test(line.text)
  if (line.indent !== entry.indent + 2) return false
  const isGroup = entry.left.startsWith('{') || (entry.description.length === 0 && entry.column === undefined)
  return isGroup && /^[\w.-]+( \([^)]*\))?(  |$)/.test(line.text)
}

/** A list of options inside a description: after an empty line, with something deeper or a gap behind it. */
function isNestedEntry(line: Line, blanks: number, next: Line | undefined): boolean {
  if (blanks === 0) return false
  const split = splitOption(line.text, { continues: next !== undefined && next.indent > line.indent })
  if (!split) return false
  return split.description === '' ? next !== undefined && next.indent > line.indent : segmentsOf(line.text).length > 1
}

function headingOf(line: Line, next: Line | undefined, blanks: number, section: Section): string | undefined {
  const { text, indent } = line
  if (text.length > 90 || startsWithFlag(text) || !next) return undefined
  const bare = bareHeading(text)
  if (bare === '' || !/\p{L}/u.test(bare)) return undefined
  const opens = next.indent > indent || (next.indent === indent && startsWithFlag(next.text))
  if (/[:：]$/.test(text)) {
    if (opens) return bare
    return isTitle(bare) && ['usage', 'options', 'commands', 'arguments'].includes(kindOf(bare)) ? bare : undefined
  }
  if (!opens || segmentsOf(text).length > 1) return undefined
  if (isShouted(text) && indent <= 4) return bare
  if (blanks === 0 || /[.;,!?]$/.test(text)) return undefined
  if (section.kind === 'commands' && section.entries.length > 0 && indent > section.indent) return undefined
  return isTitle(bare) ? bare : undefined
}

function isTitle(bare: string): boolean {
  return /^\p{Lu}|^[^\x00-\x7f]/u.test(bare) && bare.split(' ').length <= 7 && !/[<>[\]{}=$|`]/.test(bare)
}

function openSection(sections: Section[], current: Section, heading: string, line: Line): Section {
  let parent: Section | undefined = current
  while (parent && parent.indent >= line.indent) {
    // A heading with nothing under it but other headings speaks for all of them.
    if (parent.indent === line.indent && isUmbrella(parent) && kindOf(heading) === 'other') break
    parent = parent.parent
  }
  let kind = kindOf(heading)
  if (kind === 'other' && parent && parent.kind !== 'description' && parent.kind !== 'usage') kind = parent.kind
  const made: Section = { heading, kind, indent: line.indent, line: line.number, entries: [], prose: [] }
  if (parent) made.parent = parent
  sections.push(made)
  return made
}

function isUmbrella(section: Section): boolean {
  return section.entries.length === 0 && section.prose.length === 0 && section.kind === 'commands'
}

function entryOf(
  line: Line,
  next: Line | undefined,
  column: number | undefined,
  section: Section,
  blanks: number,
  previous: Line | undefined,
  before: Entry | undefined,
): Entry | undefined {
  if (section.kind === 'examples' || section.kind === 'usage') return undefined
  const deeper = next !== undefined && next.indent > line.indent
  if (startsWithFlag(line.text)) {
    const split = splitOption(line.text, {
      continues: deeper,
      ...(column !== undefined && column > line.indent && { column: column - line.indent }),
    })
    if (!split) return undefined
    const isProse =
      blanks === 0 &&
      !before &&
      previous !== undefined &&
      previous.indent === line.indent &&
      section.prose.at(-1) === previous
    if (isProse && !looksLikeTable(line, split.description)) return undefined
    return {
      spec: split.spec,
      left: line.text,
      description: split.description === '' ? [] : [split.description],
      indent: line.indent,
      ...(split.column !== undefined && split.description !== '' && { column: line.indent + split.column }),
      lines: [line.number, line.number],
    }
  }
  return rowOf(line, deeper, section, column)
}

function looksLikeTable(line: Line, description: string): boolean {
  return segmentsOf(line.text).length > 1 || description === ''
}

/** A line that names something else than an option: a command, an argument. */
function rowOf(line: Line, deeper: boolean, section: Section, column: number | undefined): Entry | undefined {
  const row = (left: string, description: string, at?: number): Entry => ({
    left,
    description: description === '' ? [] : [description],
    indent: line.indent,
    ...(at !== undefined && { column: line.indent + at }),
    lines: [line.number, line.number],
  })
  const segments = segmentsOf(line.text.replace(/ \.{3,} /g, (dots) => ' '.repeat(dots.length)))
  const first = segments[0]!.text
  if (segments.length > 1 && first.length <= 60) {
    const second = segments[1]!
    return row(first, line.text.slice(second.start).replace(/^([:=–—-]|--) +/, ''), second.start)
  }
  const relative = column === undefined ? undefined : column - line.indent
  if (relative !== undefined && relative > 1 && line.text[relative - 1] === ' ' && relative < line.text.length) {
    const left = line.text.slice(0, relative).trimEnd()
    if (!left.includes(' ') || section.kind === 'commands' || section.kind === 'arguments') {
      return row(left, line.text.slice(relative), relative)
    }
  }
  if (section.kind !== 'commands' && section.kind !== 'arguments') return undefined
  const sign = /^(\S{1,40}(?: <[^>]*>| \[[^\]]*\])*)(?::| -| --| –|\t) (.*)$/.exec(line.text)
  if (sign) return row(sign[1]!, sign[2]!)
  if (deeper || line.text.split(' ').length <= 4) return row(line.text, '')
  return undefined
}
