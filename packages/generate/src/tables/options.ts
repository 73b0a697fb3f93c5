/** Entries of a table → options. */

import type { SectionEntry, Section } from '../layout/section.js'
import type { Evidence, FoundOption, SourceKind } from '../found.js'
import { aliasGroups, isNegationOf } from '../spec/aliases.js'
import type { SpecMember } from '../spec/option-spec.js'
import { joinWrapped } from '../text/lines.js'
import { notesIn } from '../wording/notes.js'
import { otherNames } from '../wording/other-names.js'
import { isListType } from '../spec/placeholder.js'
import { describedValue } from './value.js'

export function optionsOf(section: Section, source: SourceKind): FoundOption[] {
  const options: FoundOption[] = []
  for (const { members, entry } of sharedEntries(section.entries)) {
    const evidence: Evidence = { source, place: 'table', lines: entry.lines, confidence: 0.95 }
    for (const group of aliasGroups(members, entry.description.length > 0)) {
      options.push(optionOf(group, entry, section, evidence))
    }
  }
  return options
}

interface Shared {
  members: SpecMember[]
  entry: SectionEntry
}

/** Names on separate lines share the description after the last one: `-h` / `--help` / text. */
function sharedEntries(entries: SectionEntry[]): Shared[] {
  const shared: Shared[] = []
  let waiting: SectionEntry[] = []
  for (const [index, entry] of entries.entries()) {
    if (!entry.spec) continue
    const next = entries[index + 1]
    const before = entries[index - 1]
    if (next?.spec && sharesWith(entry, next)) {
      waiting.push(entry)
      continue
    }
    const last = shared.at(-1)
    if (last && before && endsOpen(before) && entry.description.length === 0) {
      last.members.push(...entry.spec.members)
      continue
    }
    shared.push({ members: [...waiting, entry].flatMap((one) => one.spec!.members), entry })
    waiting = []
  }
  return shared
}

function sharesWith(entry: SectionEntry, next: SectionEntry): boolean {
  if (entry.description.length === 0 && entry.left.endsWith(',') && next.indent === entry.indent) return true
  const isAlone = entry.description.length === 0 && next.lines[0] === entry.lines[1] + 1 && next.indent === entry.indent
  return isAlone && next.description.length > 0 && next.lines[1] > next.lines[0] && next.left.length === next.spec!.end
}

/** Ruby's optparse continues on the next line: `-b LINE,    text` / `    --builder`. */
function endsOpen(entry: SectionEntry): boolean {
  return entry.spec !== undefined && entry.left[entry.spec.end] === ',' && entry.description.length > 0
}

function optionOf(members: SpecMember[], entry: SectionEntry, section: Section, evidence: Evidence): FoundOption {
  const text = joinWrapped(entry.description)
  const names = [...new Set([...members.flatMap((member) => member.flags), ...otherNames(text)])]
  const negations = new Set(members.flatMap((member) => member.negations))
  for (const name of names) if (isNegationOf(name, names)) negations.add(name)
  const notes = notesIn(text)
  const option: FoundOption = {
    flags: names.filter((name) => !negations.has(name)),
    negations: [...negations],
    required: notes.required,
    repeatable: notes.repeatable,
    global: /\b(global|inherited|common)\b/i.test(section.heading),
    evidence: [evidence],
  }
  if (members.some((member) => member.negations.length > 0)) option.negatable = true
  const value = describedValue(members, entry, text)
  if (value) {
    option.value = value
    option.repeatable ||= isListType(value.placeholder ?? '')
  }
  const summary = joinWrapped(entry.description.slice(0, entry.firstParagraph ?? entry.description.length))
  if (summary !== '') option.description = summary
  if (notes.default !== undefined) option.default = notes.default
  if (notes.environment !== undefined) option.environment = notes.environment
  if (notes.deprecated) option.deprecated = true
  if (section.heading !== '') option.group = section.heading
  return option
}
