/** The vocabulary of an outline, and how sections nest. */

import { kindOf, type SectionKind } from './headings.js'
import type { Spec } from '../spec/option-spec.js'
import type { Line } from '../text/lines.js'

export interface Section {
  heading: string
  kind: SectionKind
  indent: number
  parent?: Section
  /** What stands in it is indented deeper than its heading. */
  isIndented?: boolean
  entries: Entry[]
  /** Lines that are neither headings nor part of an entry. */
  prose: Line[]
}

/** Something named, and something said about it. */
export interface Entry {
  /** Present if it names options. */
  spec?: Spec
  /** What it names, as written: `clone <url>`. */
  left: string
  description: string[]
  indent: number
  /** Where its description begins. */
  column?: number
  lines: [number, number]
  /** Lines of its description before the first empty one. */
  firstParagraph?: number
  /** Stands below the name of an argument: argparse lists subcommands so. */
  nested?: boolean
  /** Commands are listed below it. */
  isParent?: boolean
}

export function rootSection(): Section {
  return { heading: '', kind: 'other', indent: -1, entries: [], prose: [] }
}

export function sectionUnder(current: Section, heading: string, line: Line, next: Line | undefined): Section {
  const own = kindOf(heading)
  const parent = parentFor(current, own, line.indent)
  const made: Section = {
    heading,
    kind: own === 'other' && parent ? inherited(parent, next) : own,
    indent: line.indent,
    entries: [],
    prose: [],
  }
  if (parent) made.parent = parent
  return made
}

function parentFor(current: Section, kind: SectionKind, indent: number): Section | undefined {
  let parent: Section | undefined = current
  while (parent && parent.indent >= indent) {
    // A heading with nothing under it but other headings speaks for all of them.
    if (parent.indent === indent && isUmbrella(parent) && kind === 'other') break
    parent = parent.parent
  }
  return parent
}

function isUmbrella(section: Section): boolean {
  return section.entries.length === 0 && section.prose.length === 0 && section.kind === 'commands'
}

const PASSED_ON: readonly SectionKind[] = ['options', 'commands', 'arguments', 'environment', 'skip', 'values']

function inherited(parent: Section, next: Line | undefined): SectionKind {
  if (!PASSED_ON.includes(parent.kind)) return 'other'
  const isTable = next !== undefined && /^-{1,2}[\w?]/.test(next.text)
  return isTable && parent.kind !== 'commands' ? 'options' : parent.kind
}

/** The section that a line belongs to which stands no deeper than the heading did. */
export function leaveSection(section: Section, line: Line, blanks: number): Section {
  let current = section
  if (blanks === 0) return current
  while (current.parent && current.isIndented && line.indent <= current.indent) current = current.parent
  return current
}
