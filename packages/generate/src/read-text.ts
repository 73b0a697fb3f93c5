/** How a text is read: lines → outline → tables, lines → synopses, then both are combined. */

import type { FoundCommand, FoundOption, SourceKind } from './found.js'
import { nothingFound } from './found.js'
import { addUsageOptions, mergeArguments, mergeOptions, type UsageForm } from './combine.js'
import { outlineOf } from './layout/outline.js'
import type { Section } from './layout/section.js'
import { collectSynopses, type Synopsis } from './synopsis/collect.js'
import type { FlagKnowledge } from './synopsis/cluster.js'
import type { Naming } from './synopsis/naming.js'
import { fragmentsIn } from './synopsis/fragments.js'
import { readSynopsis } from './synopsis/read.js'
import { guessValues } from './tables/guess-values.js'
import { argumentsOf } from './tables/arguments.js'
import { commandsOf } from './tables/commands.js'
import { optionsOf } from './tables/options.js'
import { linesOf } from './text/lines.js'
import { descriptionOf, versionOf } from './wording/summary.js'

export function readText(text: string, naming: Naming, source: SourceKind): FoundCommand {
  const lines = linesOf(text)
  const synopses = collectSynopses(lines, naming)
  const sections = outlineOf(lines, takenBy(synopses))
  const table = mergeOptions(sections.flatMap((section) => optionsOf(section, source)))
  const known = knowledgeOf(table)
  const forms = formsOf(synopses, naming, known)
  const fragments = fragmentsIn(sections).map(({ text: list, lines: place }) => ({
    facts: { ...readSynopsis(list, naming, known), operands: [] },
    lines: place,
  }))
  const expected = forms.some(({ facts }) =>
    facts.operands.some((operand) => operand.isCommand || operand.choices.length > 0),
  )
  const commands = commandsOf(sections, { naming, source, expected, forms })
  const options = guessValues(addUsageOptions(table, [...forms, ...fragments], source))
  const implicitNegation = hasImplicitNegation(options)
  const found: FoundCommand = {
    ...nothingFound(),
    usage: synopses.map(({ text: form, lines: place }) => ({
      text: form,
      evidence: { source, place: 'usage', lines: place, confidence: 0.9 },
    })),
    options,
    arguments: mergeArguments(argumentsOf(sections, source), forms, source, commands.length > 0),
    commands,
    examples: examplesIn(sections, naming),
  }
  const description = descriptionOf(sections, lines, naming)
  if (description !== undefined) found.description = description
  const version = versionOf(lines, naming)
  if (version !== undefined) found.version = version
  if (implicitNegation) found.traits.implicitNegation = true
  if (known.singleDashLong) found.traits.singleDashLong = true
  return found
}

/**
 * Reads forms twice: a word that is an operand in one form is no value in another (`tool --create DEVICE`,
 * `tool DEVICE`).
 */
function formsOf(synopses: Synopsis[], naming: Naming, known: FlagKnowledge): UsageForm[] {
  const read = (knowledge: FlagKnowledge): UsageForm[] =>
    synopses.map(({ text, lines }) => ({ facts: readSynopsis(text, naming, knowledge), lines }))
  const first = read(known)
  if (first.length < 2) return first
  const names = new Set(first.flatMap(({ facts }) => facts.operands.flatMap((operand) => operand.names)))
  return read({ ...known, isOperand: (word) => names.has(word.replace(/[<>[\]]|\.+$/g, '')) })
}

function takenBy(synopses: Synopsis[]): Set<number> {
  const taken = new Set<number>()
  for (const { lines } of synopses) for (let number = lines[0]; number <= lines[1]; number++) taken.add(number)
  return taken
}

function knowledgeOf(options: FoundOption[]): FlagKnowledge {
  const byFlag = new Map(options.flatMap((option) => option.flags.map((flag) => [flag, option])))
  const long = options.filter((option) => option.flags.some((flag) => /^-[A-Za-z][\w-]+$/.test(flag)))
  return {
    has: (flag) => byFlag.has(flag),
    takesValue: (flag) => {
      const option = byFlag.get(flag)
      return option && option.value !== undefined
    },
    areSame: (flags) => byFlag.has(flags[0]!) && flags.every((flag) => byFlag.get(flag) === byFlag.get(flags[0]!)),
    isOperand: () => false,
    singleDashLong: long.length > 2 && long.length * 3 > options.length,
  }
}

/** parse-options shows nearly every option as `--[no-]name`; in other programs, only single options look like that. */
function hasImplicitNegation(options: FoundOption[]): boolean {
  const long = options.filter((option) => option.flags.some((flag) => flag.startsWith('--')))
  const negatable = long.filter((option) => option.negatable)
  return negatable.length > 1 && negatable.length * 4 >= long.length
}

const MOST_EXAMPLES = 10

function examplesIn(sections: Section[], naming: Naming): string[] {
  const lines = sections.filter(({ kind }) => kind === 'examples').flatMap(({ prose }) => prose)
  return lines
    .map(({ text }) => text.replace(/^[$%#>] /, ''))
    .filter((text) => text.startsWith(`${naming.name} `) && text.length <= 200)
    .slice(0, MOST_EXAMPLES)
}
