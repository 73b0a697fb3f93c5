import type { Policy } from '@atip/guard'
import { nameFits } from '@atip/protocol'
import { readOrThrow } from '../permission/rules.js'
import type { RuntimeTool } from '../tool/tool.js'

/** What a lead agent leaves to another one (RFC 10.2). It can only narrow. */
export interface DelegationScope {
  /** Ids or names of tools, with `*`. */
  allowedTools?: readonly string[]
  /** Words that denied commands begin with: `gh repo delete`. */
  deniedCommands?: readonly string[]
  effectRestrictions?: { destructive?: false; write?: false; network?: false; billable?: false }
}

/** One delegation: which tools are seen, and rules that only tighten. */
export interface Ceiling {
  allows(tool: RuntimeTool): boolean
  policy: Policy
  /** For tools that run commands: their programs must be among the allowed tools, too. */
  programs: Policy
}

const FIELDS = { destructive: 'destructive', write: 'filesystem.write', network: 'network', billable: 'cost.billable' }

export function ceilingOf(scope: DelegationScope, file: string): Ceiling {
  const { allowedTools, deniedCommands, effectRestrictions = {} } = scope
  const restrictions = Object.entries(effectRestrictions).map(([name, value]) => {
    if (!Object.hasOwn(FIELDS, name)) throw new TypeError(`${name} is not an effect that a delegation can restrict`)
    return [FIELDS[name as keyof typeof FIELDS], value]
  })
  const delegation = {
    ...(deniedCommands !== undefined && deniedCommands.length > 0 && { deniedCommands }),
    ...(restrictions.length > 0 && { effectRestrictions: Object.fromEntries(restrictions) as object }),
  }
  return {
    allows: ({ id, name, namespace }) =>
      allowedTools?.some((one) => [id, name, namespace].some((known) => nameFits(one, known))) ?? true,
    policy: readOrThrow({ delegation }, 'command-line', file),
    programs: readOrThrow(allowedTools === undefined ? {} : { delegation: { allowedTools } }, 'command-line', file),
  }
}
