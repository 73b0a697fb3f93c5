/** The types of an outline, and how sections nest. */

import { kindOf, type SectionKind } from './headings.js'
import type { Spec } from '../spec/option-spec.js'
import type { TextLine } from '../text/lines.js'

export interface Section {
  heading: string
  kind: SectionKind
  indent: number
  parent?: Section
  /** Its contents are indented deeper than its heading. */
  isIndented?: boolean
  entries: SectionEntry[]
  /** Lines that are neither headings nor part of an entry. */
  prose: TextLine[]
}

/** A name with its description. */
export interface SectionEntry {
  /** Present if the entry names options. */
  spec?: Spec
  /** The name as written: `clone <url>`. */
  left: string
  description: string[]
  indent: number
  /** The column where its description begins. */
  column?: number
  lines: [number, number]
  /** Lines of its description before the first empty one. */
  firstParagraph?: number
  /** It is below the name of an argument, where argparse lists subcommands. */
  nested?: boolean
  /** Commands are listed below this entry. */
  isParent?: boolean
}

export function rootSection(): Section {
  return { heading: '', kind: 'other', indent: -1, entries: [], prose: [] }
}

export function sectionUnder(current: Section, heading: string, line: TextLine, next: TextLine | undefined): Section {
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
    // A heading that only has other headings under it applies to all of them.
    if (parent.indent === indent && isUmbrella(parent) && kind === 'other') break
    parent = parent.parent
  }
  return parent
}

function isUmbrella(section: Section): boolean {
  return section.entries.length === 0 && section.prose.length === 0 && section.kind === 'commands'
}

const PASSED_ON: readonly SectionKind[] = ['options', 'commands', 'arguments', 'environment', 'skip', 'values']

function inherited(parent: Section, next: TextLine | undefined): SectionKind {
  if (!PASSED_ON.includes(parent.kind)) return 'other'
  const isTable = next !== undefined && /^-{1,2}[\w?]/.test(next.text)
  return isTable && parent.kind !== 'commands' ? 'options' : parent.kind
}

/** The section of a line that is indented no deeper than the current heading. */
export function leaveSection(section: Section, line: TextLine, blanks: number): Section {
  let current = section
  if (blanks === 0) return current
  while (current.parent && current.isIndented && line.indent <= current.indent) current = current.parent
  return current
}
