/** Several descriptions of one command → one, in which every field has a known origin. */

import type { Evidence, FoundCommand, FoundUsage } from '../found.js'
import { fuseArguments } from './arguments.js'
import { candidates, decide } from './candidates.js'
import { fuseCommands } from './commands.js'
import type { Conflict, ConflictField, Ledger, Origin } from './conflict.js'
import { joined } from './evidence.js'
import { matchOptions } from './match-options.js'
import { fuseOption } from './option.js'

export interface Fused {
  found: FoundCommand
  /** Contradictions between sources, with the values that were taken. */
  conflicts: Conflict[]
  /** The evidence for each field of the result. */
  origins: Origin[]
}

/** The order of the sources only decides the order of options, arguments and commands in the result. */
export function fuse(sources: readonly FoundCommand[]): Fused {
  const ledger: Ledger = { conflicts: [], origins: [] }
  const groups = matchOptions(
    sources.flatMap(({ options }) => options),
    ledger,
  )
  const found: FoundCommand = {
    ...fuseWhole(sources, ledger),
    usage: fuseUsage(sources.flatMap(({ usage }) => usage)),
    options: groups.map((group) => fuseOption(group, ledger)),
    arguments: fuseArguments(
      sources.map((source) => source.arguments),
      ledger,
    ),
    commands: fuseCommands(
      sources.flatMap(({ commands }) => commands),
      ledger,
    ),
    examples: [...new Set(sources.flatMap(({ examples }) => examples))],
    traits: {
      ...(sources.some(({ traits }) => traits.singleDashLong) && { singleDashLong: true }),
      ...(sources.some(({ traits }) => traits.implicitNegation) && { implicitNegation: true }),
    },
  }
  return { found, ...ledger }
}

function fuseWhole(sources: readonly FoundCommand[], ledger: Ledger): Partial<FoundCommand> {
  const members = sources.map((source) => ({ source, evidence: evidenceOf(source) }))
  const take = (field: 'name' | 'description' | 'version', conflict?: ConflictField) => {
    const said = decide(
      candidates(members, ({ source }) => source[field]),
      { on: 'whole', name: '', field, preference: 'rank', ...(conflict && { conflict }) },
      ledger,
    )
    return said === undefined ? {} : { [field]: said }
  }
  return { ...take('name'), ...take('description'), ...take('version', 'version') }
}

/** A text as a whole is as certain as the most certain fact in it. */
function evidenceOf(source: FoundCommand): Evidence[] {
  return joined([source.usage.map(({ evidence }) => evidence), placesIn(source)])
}

function placesIn({ options, arguments: operands, commands }: FoundCommand): Evidence[] {
  return [...options, ...operands, ...commands].flatMap(({ evidence }) => evidence)
}

function fuseUsage(all: readonly FoundUsage[]): FoundUsage[] {
  const byText = new Map<string, Evidence[]>()
  for (const { text, evidence } of all) byText.set(text, joined([[...(byText.get(text) ?? []), evidence]]))
  return [...byText].map(([text, [evidence]]) => ({ text, evidence: evidence! }))
}
