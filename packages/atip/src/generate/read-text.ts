/** The way of a text: lines → outline → tables, lines → synopses, and both together. */

import type { FoundCommand, FoundOption, SourceKind } from './found.js'
import { nothingFound } from './found.js'
import { addUsageOptions, mergeArguments, mergeOptions, type Form } from './combine.js'
import { outlineOf, type Section } from './layout/outline.js'
import { collectSynopses } from './synopsis/collect.js'
import type { FlagKnowledge } from './synopsis/cluster.js'
import type { Naming } from './synopsis/naming.js'
import { readSynopsis } from './synopsis/read.js'
import { argumentsOf } from './tables/arguments.js'
import { commandsOf } from './tables/commands.js'
import { optionsOf } from './tables/options.js'
import { linesOf } from './text/lines.js'
import { descriptionOf, versionOf } from './wording/summary.js'

export function readText(text: string, naming: Naming, source: SourceKind): FoundCommand {
  const lines = linesOf(text)
  const sections = outlineOf(lines)
  const table = mergeOptions(sections.flatMap((section) => optionsOf(section, source)))
  const known = knowledgeOf(table)
  const synopses = collectSynopses(lines, naming)
  const forms: Form[] = synopses.map((synopsis) => ({
    facts: readSynopsis(synopsis.text, naming, known),
    lines: synopsis.lines,
  }))
  const expected = forms.some(({ facts }) =>
    facts.operands.some((operand) => operand.isCommand || operand.choices.length > 0),
  )
  const commands = commandsOf(sections, { naming, source, expected })
  const options = addUsageOptions(table, forms, source)
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
  if (known.singleDashLong) found.traits.singleDashLong = true
  return found
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
    singleDashLong: long.length > 2 && long.length * 3 > options.length,
  }
}

const MOST_EXAMPLES = 10

function examplesIn(sections: Section[], naming: Naming): string[] {
  const lines = sections.filter(({ kind }) => kind === 'examples').flatMap(({ prose }) => prose)
  return lines
    .map(({ text }) => text.replace(/^[$%#>] /, ''))
    .filter((text) => text.startsWith(`${naming.name} `) && text.length <= 200)
    .slice(0, MOST_EXAMPLES)
}
