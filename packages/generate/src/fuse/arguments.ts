/** Operands are identified by position, so one source provides the list, and the others add their facts about each. */

import type { FoundArgument } from '../found.js'
import type { Ledger, FactSubject } from './conflict.js'
import { best, candidates, decide, report } from './candidates.js'
import { joined } from './evidence.js'
import { fuseChoices } from './value.js'

export function fuseArguments(lists: readonly FoundArgument[][], ledger: Ledger): FoundArgument[] {
  const said = lists
    .filter((list) => list.length > 0)
    .map((list) => ({ value: list, evidence: list.flatMap(({ evidence }) => evidence) }))
  const base = best(said, 'rank')?.value ?? []
  const names = said.map(({ value, evidence }) => ({ value: namesOf(value), evidence }))
  report(names, { on: 'whole', name: '', field: 'arguments', taken: namesOf(base) }, ledger)
  const byName = new Map<string, FoundArgument[]>()
  for (const argument of lists.flat()) {
    const known = byName.get(bareName(argument.name))
    if (known) known.push(argument)
    else byName.set(bareName(argument.name), [argument])
  }
  const wanted = new Set(base.map(({ name }) => bareName(name)))
  return [...wanted].map((name) => fuseArgument(byName.get(name)!, ledger))
}

function namesOf(list: readonly FoundArgument[]): string {
  return list.map(({ name }) => bareName(name)).join(' ')
}

/** `FILE`, `<file>` and `files` are spellings of one name; a name without letters or digits stays as it is. */
function bareName(name: string): string {
  const bare = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return (bare.length > 3 ? bare.replace(/s$/, '') : bare) || name
}

function fuseArgument(members: readonly FoundArgument[], ledger: Ledger): FoundArgument {
  const name = best(
    candidates(members, (one) => one.name),
    'rank',
  )!.value
  const subject: FactSubject = { on: 'argument', name }
  const question = { ...subject, preference: 'rank' as const }
  const required = decide(
    candidates(members, (one) => (one.required ? 'required' : 'optional')),
    { ...question, field: 'required', conflict: 'required' },
    ledger,
  )
  const variadic = decide(
    candidates(members, (one) => (one.variadic ? 'repeats' : 'once')),
    { ...question, field: 'variadic', conflict: 'variadic' },
    ledger,
  )
  const description = decide(
    candidates(members, (one) => one.description),
    { ...question, field: 'description' },
    ledger,
  )
  const preset = decide(
    candidates(members, (one) => one.default),
    { ...question, field: 'default', conflict: 'default' },
    ledger,
  )
  const type = decide(
    candidates(members, (one) => one.type),
    { ...question, field: 'type', conflict: 'type' },
    ledger,
  )
  return {
    name,
    required: required === 'required',
    variadic: variadic === 'repeats',
    ...(description !== undefined && { description }),
    choices: fuseChoices(members, subject, ledger),
    ...(preset !== undefined && { default: preset }),
    ...(type !== undefined && { type }),
    evidence: joined(members.map(({ evidence }) => evidence)),
  }
}
