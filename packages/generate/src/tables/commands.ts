/** Entries of a table → subcommands. */

import type { SectionEntry, Section } from '../layout/section.js'
import type { FoundSubcommand, SourceKind } from '../found.js'
import type { UsageForm } from '../combine.js'
import { countNaming, type Naming } from '../synopsis/naming.js'
import { joinWrapped } from '../text/lines.js'

const NAME = /^[\p{L}\p{N}@_][\p{L}\p{N}@_:.+/-]*$/u

export interface CommandContext {
  naming: Naming
  source: SourceKind
  /** The synopsis has a place for a command. */
  expected: boolean
  forms: UsageForm[]
}

export function commandsOf(sections: Section[], context: CommandContext): FoundSubcommand[] {
  const certain = sections.filter((section) => section.kind === 'commands')
  const found = certain.flatMap((section) => commandsIn(section, section.entries, context))
  for (const section of sections) {
    found.push(
      ...commandsIn(
        section,
        section.entries.filter((entry) => entry.nested),
        context,
      ),
    )
  }
  if (found.length === 0 && context.expected) {
    for (const section of sections.filter(isLikelyTable)) found.push(...commandsIn(section, section.entries, context))
  }
  return merged(found.length === 0 ? commandsInForms(context) : found)
}

/** argparse writes `{add,remove} ...` for commands without any help text. */
function commandsInForms({ forms, source }: CommandContext): FoundSubcommand[] {
  return forms.flatMap(({ facts, lines }) =>
    facts.operands
      .filter((operand) => operand.names[0] === 'choice' && operand.variadic)
      .flatMap((operand) => operand.choices.filter((name) => NAME.test(name)))
      .map((name) => ({ name, aliases: [], evidence: [{ source, place: 'usage' as const, lines, confidence: 0.8 }] })),
  )
}

/** Under a neutral heading, a table of words lists commands if the synopsis has a place for one. */
function isLikelyTable(section: Section): boolean {
  if (section.kind !== 'other') return false
  const rows = section.entries.filter((entry) => !entry.spec)
  return (
    rows.length >= 2 && rows.every((entry) => NAME.test(entry.left.split(/[\s,:]/)[0]!) && entry.description.length > 0)
  )
}

function commandsIn(section: Section, entries: SectionEntry[], { naming, source }: CommandContext): FoundSubcommand[] {
  const rows = entries.filter((entry) => !entry.spec && !entry.isParent)
  const indent = usualIndent(rows)
  return rows
    .filter((entry) => Math.abs(entry.indent - indent) <= 1)
    .flatMap((entry) => {
      const evidence = [{ source, place: 'table' as const, lines: entry.lines, confidence: 0.9 }]
      return namesIn(entry, naming).map(({ name, aliases, synopsis }): FoundSubcommand => {
        const description = joinWrapped(entry.description.slice(0, entry.firstParagraph ?? entry.description.length))
        const tagged = /\[alias(?:es)?: ([^\]]{1,200})\]|\(alias(?:es)?:? ([^)]{1,200})\)/.exec(description)
        const more = (tagged?.[1] ?? tagged?.[2] ?? '').split(/[,\s]+/).filter((alias) => NAME.test(alias))
        return {
          name,
          aliases: [...new Set([...aliases, ...more])].filter((alias) => alias !== name),
          ...(description !== '' && { description: tagged ? description.replace(tagged[0], '').trim() : description }),
          ...(section.heading !== '' && { group: section.heading }),
          ...(synopsis !== '' && { synopsis }),
          evidence,
        }
      })
    })
}

/** Rows of one table have the same indentation. */
function usualIndent(rows: SectionEntry[]): number {
  const counts = new Map<number, number>()
  for (const { indent } of rows) counts.set(indent, (counts.get(indent) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

interface Named {
  name: string
  aliases: string[]
  synopsis: string
}

/** `commit, ci`, `tool sub <file>`, `add|a`, `remove (rm)`; without a description, `a, b, c` are three commands. */
function namesIn(entry: SectionEntry, naming: Naming): Named[] {
  const bare = entry.left
    .replace(/^[*•·>+-] /, '')
    .replace(/[:*]$/, '')
    .trim()
  if (bare.startsWith('{') || bare.startsWith('<') || bare.startsWith('[')) return []
  const list = bare.split(/,\s*/)
  if (entry.description.length === 0 && list.length > 2) {
    return list.filter((word) => NAME.test(word)).map((name) => ({ name, aliases: [], synopsis: '' }))
  }
  const words = bare.split(' ')
  const skip = ownWords(words, naming)
  const [first, ...rest] = words.slice(skip)
  if (first === undefined) return []
  const [name, ...others] = first.replace(/,$/, '').split(/[|,]/)
  if (name === undefined || !NAME.test(name) || name.endsWith('.')) return []
  const aliases = others.filter((alias) => NAME.test(alias))
  let operands = rest
  while (operands.length > 0 && (isAlias(operands[0]!) || first.endsWith(','))) {
    const alias = operands[0]!.replace(/[(),[\]|]/g, '')
    if (!NAME.test(alias)) break
    aliases.push(alias)
    const more = operands[0]!.endsWith(',')
    operands = operands.slice(1)
    if (!more) break
  }
  if (entry.description.length === 0 && operands.some((word) => /^[a-z]+[,.]?$/.test(word))) return []
  return [{ name, aliases, synopsis: operands.join(' ') }]
}

function isAlias(word: string): boolean {
  return /^\([a-z][\w:-]*\)$|^\[[a-z][\w:-]*\]$/.test(word) && word.length < 14
}

/** yargs repeats the path of the command: `tool sub <file>`. */
function ownWords(words: string[], naming: Naming): number {
  const whole = [naming.name, ...naming.path]
  if (words[0] === '$') return 1 + ownWords(words.slice(1), naming)
  if (!whole.includes(words[0]!)) return 0
  const count = countNaming(words, naming)
  return count < words.length ? count : 0
}

function merged(found: FoundSubcommand[]): FoundSubcommand[] {
  const byName = new Map<string, FoundSubcommand>()
  for (const command of found) {
    const known = byName.get(command.name)
    if (!known) byName.set(command.name, command)
    else {
      if (known.evidence.length < 8) known.evidence.push(...command.evidence)
      known.description ??= command.description
      if (command.aliases.length > 0) known.aliases = [...new Set([...known.aliases, ...command.aliases])]
    }
  }
  return [...byName.values()]
}
