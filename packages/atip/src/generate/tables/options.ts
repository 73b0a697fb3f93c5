/** Entries of a table → options. */

import type { Entry, Section } from '../layout/outline.js'
import type { Evidence, FoundOption, FoundValue, SourceKind } from '../found.js'
import type { SpecMember } from '../spec/option-spec.js'
import { valueOf } from '../spec/value.js'
import { joinWrapped } from '../text/lines.js'
import { choicesIn } from '../wording/choices.js'
import { notesIn } from '../wording/notes.js'
import { typeTag } from '../wording/type-tag.js'
import { typeOf } from '../wording/types.js'

export function optionsOf(section: Section, source: SourceKind): FoundOption[] {
  const options: FoundOption[] = []
  /** Entries without a description share that of the next one: `-h` and `--help` on lines of their own. */
  for (const entry of section.entries) {
    if (!entry.spec) continue
    const evidence: Evidence = { source, place: 'table', lines: entry.lines, confidence: 0.95 }
    for (const members of aliasGroups(entry)) options.push(optionOf(members, entry, section, evidence))
  }
  return options
}

/** Flags of one entry are names of one option, unless the line is a mere list of flags. */
function aliasGroups(entry: Entry): SpecMember[][] {
  const groups: SpecMember[][] = []
  const members = entry.spec!.members
  const blanks = members.filter((member) => member.joiner === 'blank').length
  const isList =
    blanks > 1 &&
    entry.description.length === 0 &&
    members.some((member) => member.values.length > 0 && member.joiner === 'blank')
  const isLongList = blanks > 2
  for (const member of members) {
    const last = groups.at(-1)
    if (!last || ((isList || isLongList) && member.joiner === 'blank')) groups.push([member])
    else last.push(member)
  }
  return groups
}

function optionOf(members: SpecMember[], entry: Entry, section: Section, evidence: Evidence): FoundOption {
  const names = members.flatMap((member) => member.flags)
  const negations = members.flatMap((member) => member.negations)
  const flags = names.filter((name, index) => names.indexOf(name) === index && !isNegationIn(name, names))
  negations.push(...names.filter((name) => isNegationIn(name, names)))
  const text = joinWrapped(entry.description)
  const notes = notesIn(text)
  const option: FoundOption = {
    flags,
    negations: [...new Set(negations)],
    required: notes.required,
    repeatable: notes.repeatable,
    global: /\b(global|inherited|common)\b/i.test(section.heading),
    evidence: [evidence],
  }
  const value = describedValue(members, entry, text)
  if (value) option.value = value
  const summary = joinWrapped(entry.description.slice(0, entry.firstParagraph ?? entry.description.length))
  if (summary !== '') option.description = summary
  if (notes.default !== undefined) option.default = notes.default
  if (notes.environment !== undefined) option.environment = notes.environment
  if (notes.deprecated) option.deprecated = true
  if (section.heading !== '') option.group = section.heading
  return option
}

/** `--debug / --no-debug`, `--with-x / --without-x`: the second turns the first off. */
function isNegationIn(name: string, names: string[]): boolean {
  const bare = /^(--?)(?:no-?|without-|disable-)(.+)$/.exec(name)
  if (!bare) return false
  return names.some(
    (other) =>
      other !== name &&
      (other === bare[1]! + bare[2]! ||
        other === `${bare[1]}with-${bare[2]}` ||
        other === `${bare[1]}enable-${bare[2]}`),
  )
}

function describedValue(members: SpecMember[], entry: Entry, text: string): FoundValue | undefined {
  const shown = members.map((member) => valueOf(member.values)).find((value) => value !== undefined)
  const tag = typeTag(text)
  if (tag === 'switch') return undefined
  const choices = choicesIn(entry.description, text)
  const value =
    shown ?? (tag || choices.explicit ? { optional: false, many: false, choices: [], confidence: 0.8 } : undefined)
  if (!value) return undefined
  if (value.choices.length === 0) value.choices = choices.words
  const type = typeof tag === 'object' ? tag.type : typeOf(value.placeholder, text)
  if (type && value.choices.length === 0) value.type = type
  if (typeof tag === 'object' && tag.many) value.many = true
  return value
}
