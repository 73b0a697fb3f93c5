import type { Policy } from '@atip/guard'
import { nameFits } from '@atip/protocol'
import { readOrThrow } from '../permission/rules.js'
import type { RuntimeTool } from '../tool/tool.js'

/** The permissions that a lead agent delegates to another one (RFC 10.2). They can only be narrower. */
export interface DelegationScope {
  /** Ids or names of tools, with `*`. */
  allowedTools?: readonly string[]
  /** The first words of denied commands: `gh repo delete`. */
  deniedCommands?: readonly string[]
  effectRestrictions?: { destructive?: false; write?: false; network?: false; billable?: false }
}

/** One delegation: the visible tools, and rules that only tighten. */
export interface Ceiling {
  allows(tool: RuntimeTool): boolean
  policy: Policy
  /** For tools that run commands: their programs must also be among the allowed tools. */
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
