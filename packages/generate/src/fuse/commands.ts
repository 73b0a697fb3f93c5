/** Subcommands that share a name or an alias are the same one. */

import type { FoundSubcommand } from '../found.js'
import type { Ledger, FactSubject } from './conflict.js'
import { best, candidates, decide } from './candidates.js'
import { joined } from './evidence.js'
import { Sets } from './sets.js'

export function fuseCommands(commands: readonly FoundSubcommand[], ledger: Ledger): FoundSubcommand[] {
  const names = new Sets()
  for (const { name, aliases } of commands) names.join([name, ...aliases])
  const groups = new Map<string, FoundSubcommand[]>()
  for (const command of commands) {
    const key = names.of(command.name)
    const group = groups.get(key)
    if (group) group.push(command)
    else groups.set(key, [command])
  }
  return [...groups.values()].map((members) => fuseCommand(members, ledger))
}

function fuseCommand(members: readonly FoundSubcommand[], ledger: Ledger): FoundSubcommand {
  const name = best(
    candidates(members, (one) => one.name),
    'rank',
  )!.value
  const subject: FactSubject = { on: 'command', name }
  const take = (field: 'description' | 'group' | 'synopsis') => {
    const said = decide(
      candidates(members, (one) => one[field]),
      { ...subject, field, preference: 'rank' },
      ledger,
    )
    return said === undefined ? {} : { [field]: said }
  }
  const spellings = new Set(members.flatMap((one) => [one.name, ...one.aliases]))
  return {
    name,
    aliases: [...spellings].filter((one) => one !== name),
    ...take('description'),
    ...take('group'),
    ...take('synopsis'),
    evidence: joined(members.map(({ evidence }) => evidence)),
  }
}
