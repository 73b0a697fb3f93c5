import type { ToolLookup } from '@atip/protocol'
import { decideLine, loadPolicies, type Decision, type Mode } from '../../guard/index.js'
import { lookupInCatalog } from '../../discover/machine/lookup.js'
import { thisMachine } from '../../discover/machine/machine.js'
import { hasOwnDescriptions } from '../../discover/machine/own-descriptions.js'
import { lookupShim } from '../../shims/index.js'

export interface ShellCall {
  line: string
  cwd: string | undefined
  home: string
  /** How the session of the agent is run. */
  mode?: Mode | undefined
  env?: Readonly<Record<string, string | undefined>>
}

export interface Judgement {
  decision: Decision
  /** What decided, and what else was found. */
  verdicts: readonly { decision: Decision; reason: string; argv: readonly string[] }[]
}

/** The one place where a hook asks the guard, with the policies that hold where the line would run. */
export function judgeCall({ line, cwd, home, mode, env = process.env }: ShellCall): Judgement {
  const lookup = toolsKnownTo(home, env)
  // Without a folder there is no project; what the organisation and the user say holds everywhere.
  const policies = loadPolicies({ cwd: cwd ?? '', home, env })
  const where = cwd === undefined ? {} : { cwd }
  const { decision, commands } = decideLine(line, {
    lookup,
    home,
    policies,
    // No agent has a place for them.
    suggests: false,
    ...where,
    ...(mode && { mode }),
  })
  return { decision, verdicts: commands }
}

/** What is shipped, unless something on this machine describes tools, too; what is not shipped may be in the catalog. */
function toolsKnownTo(home: string, env: NonNullable<ShellCall['env']>): ToolLookup {
  const machine = thisMachine({ ...env, HOME: home })
  const isShippedEnough = !hasOwnDescriptions(machine.places)
  return (word) => {
    const shipped = lookupShim(word)
    return shipped !== undefined && isShippedEnough ? shipped : (lookupInCatalog(word, machine) ?? shipped)
  }
}
