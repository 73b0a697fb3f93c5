/**
 * Parses a text into sections, each with entries and prose. One pass over the lines; the indentation of the lines
 * before decides what a line is.
 */

import { columnsOf } from './columns.js'
import { isUnderline } from './headings.js'
import { headingIn } from './heading-line.js'
import { isChoiceRow, rowIn } from './row.js'
import { leaveSection, rootSection, sectionUnder, type SectionEntry, type Section } from './section.js'
import { unfolded } from './side-by-side.js'
import { segmentsOf, splitOption } from './split.js'
import { startsWithFlag } from '../spec/option-spec.js'
import type { TextLine } from '../text/lines.js'

/** No real description has more lines. */
const MOST_LINES = 200

interface Cursor {
  section: Section
  entry: SectionEntry | undefined
  /** Empty lines directly before the line. */
  blanks: number
  previous: TextLine | undefined
}

interface Surroundings {
  /** The next non-empty line, if it is near. */
  next: TextLine | undefined
  /** The column of descriptions in the table around the line. */
  column: number | undefined
}

/** `taken` has the numbers of lines that were already read as synopses. */
export function outlineOf(written: TextLine[], taken: ReadonlySet<number>): Section[] {
  const lines = unfolded(written).map((line) => withoutBrackets(withoutBullet(line)))
  const columns = columnsOf(lines)
  const sections = [rootSection()]
  const cursor: Cursor = { section: sections[0]!, entry: undefined, blanks: 1, previous: undefined }
  for (const [index, line] of lines.entries()) {
    if (line.text === '' || isUnderline(line.text)) {
      cursor.blanks++
      continue
    }
    if (taken.has(line.number)) cursor.entry = undefined
    else place(line, { next: nextLine(lines, index), column: columns[index] }, cursor, sections)
    cursor.blanks = 0
    cursor.previous = line
  }
  return sections
}

/** `[!] -s, --source`, `* --flag`: signs before an option count as indentation. */
function withoutBullet(line: TextLine): TextLine {
  const sign = /^(?:\[!\]|[*•·]) +(?=-{1,2}[\w?])/.exec(line.text)
  return sign ? { ...line, indent: line.indent + sign[0].length, text: line.text.slice(sign[0].length) } : line
}

/** Thor puts optional parts in brackets, even in its tables: `-f, [--force]  # text`. */
function withoutBrackets(line: TextLine): TextLine {
  const left = /^(?:-\w, +)?\[--?[^\]\s]+\](?:, \[--?[^\]\s]+\])*(?= {2,}[^\s[]| +#)/.exec(line.text)
  if (!left) return line
  const bare = left[0].replace(/[[\]]/g, '')
  return { ...line, text: bare + ' '.repeat(left[0].length - bare.length) + line.text.slice(left[0].length) }
}

function nextLine(lines: TextLine[], index: number): TextLine | undefined {
  for (let at = index + 1; at < lines.length && at < index + 4; at++) {
    if (lines[at]!.text !== '' && !isUnderline(lines[at]!.text)) return lines[at]
  }
  return undefined
}

function place(line: TextLine, around: Surroundings, cursor: Cursor, sections: Section[]): void {
  if (cursor.entry && continuesEntry(cursor.entry, line, cursor.blanks, around)) {
    extend(cursor.entry, line, cursor.blanks)
    return
  }
  const section = leaveSection(cursor.section, line, cursor.blanks)
  const heading = headingIn(line, around.next, cursor.blanks, section)
  if (heading !== undefined) {
    cursor.section = sectionUnder(section, heading, line, around.next)
    cursor.entry = undefined
    sections.push(cursor.section)
    return
  }
  if (cursor.entry && isFlush(cursor.entry, line, section)) {
    extend(cursor.entry, line, cursor.blanks)
    return
  }
  section.isIndented ??= line.indent > section.indent
  const entry = startsWithFlag(line.text) ? optionIn(line, around, section, cursor) : rowUnder(line, around, section)
  if (entry && cursor.entry && isChoiceRow(line, cursor.entry)) {
    entry.nested = true
    if (!cursor.entry.nested) cursor.entry.isParent = true
  }
  if (entry) section.entries.push(entry)
  else section.prose.push(line)
  cursor.section = section
  cursor.entry = entry
}

function extend(entry: SectionEntry, line: TextLine, blanks: number): void {
  if (blanks > 0 && entry.description.length > 0) entry.firstParagraph ??= entry.description.length
  if (entry.description.length === 0) entry.column ??= line.indent
  if (entry.description.length < MOST_LINES) entry.description.push(line.text)
  entry.lines[1] = line.number
}

function continuesEntry(entry: SectionEntry, line: TextLine, blanks: number, { next, column }: Surroundings): boolean {
  if (line.indent <= entry.indent || isChoiceRow(line, entry)) return false
  const from = entry.column ?? column
  if (startsWithFlag(line.text)) {
    if (blanks === 0 && isSameAgain(entry, line)) return false
    return from !== undefined && line.indent >= from && !isNestedEntry(line, blanks, next)
  }
  if (blanks === 0) return true
  return from === undefined || line.indent >= Math.min(from, entry.indent + 4)
}

/** `--mode -- text` with `--mode=NAME` below it. */
function isSameAgain(entry: SectionEntry, line: TextLine): boolean {
  if (entry.lines[1] !== entry.lines[0] || !entry.spec) return false
  const [first] = entry.spec.members
  return line.text.startsWith(`${first!.flags[0]}=`) && first!.values.length === 0
}

/** Some programs do not indent a description more deeply than its option. */
function isFlush(entry: SectionEntry, line: TextLine, section: Section): boolean {
  if (!entry.spec || line.indent < entry.indent || section.kind === 'commands' || startsWithFlag(line.text))
    return false
  return entry.description.length === 0 ? section.isIndented === true : entry.column === entry.indent
}

/** A list of options inside a description: after an empty line, with a deeper line or a gap after it. */
function isNestedEntry(line: TextLine, blanks: number, next: TextLine | undefined): boolean {
  if (blanks === 0) return false
  const deeper = next !== undefined && next.indent > line.indent
  const split = splitOption(line.text, { continues: deeper })
  if (!split) return false
  return split.description === '' ? deeper : segmentsOf(line.text).length > 1
}

function optionIn(
  line: TextLine,
  { next, column }: Surroundings,
  section: Section,
  cursor: Cursor,
): SectionEntry | undefined {
  const relative = column !== undefined && column > line.indent ? column - line.indent : undefined
  const split = splitOption(line.text, {
    continues: next !== undefined && next.indent > line.indent,
    ...(relative !== undefined && { column: relative }),
  })
  if (!split || isMentioned(line, split.description, section, cursor)) return undefined
  const isInTable = split.column !== undefined && split.column === relative
  if (section.kind === 'examples' && !isInTable) return undefined
  return {
    spec: split.spec,
    left: line.text,
    description: split.description === '' ? [] : [split.description],
    indent: line.indent,
    ...(split.column !== undefined && split.description !== '' && { column: line.indent + split.column }),
    lines: [line.number, line.number],
  }
}

/** In a paragraph, a line may begin with a flag by chance. */
function isMentioned(line: TextLine, description: string, section: Section, cursor: Cursor): boolean {
  const { previous, blanks, entry } = cursor
  const inParagraph = blanks === 0 && !entry && previous?.indent === line.indent && section.prose.at(-1) === previous
  return inParagraph && description !== '' && segmentsOf(line.text).length === 1
}

function rowUnder(line: TextLine, { next, column }: Surroundings, section: Section): SectionEntry | undefined {
  if (section.kind === 'examples' || section.kind === 'usage') return undefined
  return rowIn(line, { section, column, deeper: next !== undefined && next.indent > line.indent })
}
