import { decideLineNow, loadPoliciesNow, type Decision, type Mode } from '@atip/guard'
import { thisMachine } from '@atip/discover'
import { knownTools } from '../known-tools.js'

export interface ShellCall {
  line: string
  cwd: string | undefined
  home: string
  /** How the session of the agent is run. */
  mode?: Mode | undefined
  env?: Readonly<Record<string, string | undefined>>
}

export interface HookDecision {
  decision: Decision
  /** What decided, and what else was found. */
  verdicts: readonly { decision: Decision; reason: string; argv: readonly string[] }[]
}

/**
 * The one place where a hook asks the guard, with the policies of the folder that the line would run in. Throws `NotLoaded`
 * where a module has to be loaded first.
 */
export function judgeCall({ line, cwd, home, mode, env = process.env }: ShellCall): HookDecision {
  const lookup = knownTools(thisMachine({ ...env, HOME: home }))
  // Without a folder there is no project; what the organisation and the user say holds everywhere.
  const policies = loadPoliciesNow({ cwd: cwd ?? '', home, env })
  const where = cwd === undefined ? {} : { cwd }
  const { decision, commands } = decideLineNow(line, {
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
