import type { CommandDecision } from '@atip/guard'
import type { Decision } from '@atip/protocol'
import type { PermissionRecord } from '../records/records.js'
import type { JudgedInput } from './judge-call.js'

/** A decision of a hook about a call, with its reason. */
export interface HookVote {
  decision: Decision
  hook: string
  reason: string | undefined
}

export interface PermissionVerdict {
  behavior: Decision
  source: string
  reason: PermissionRecord['reason']
}

/**
 * Combines the guard's decision with the votes of hooks and the facts of the call. Votes only make it stricter, with
 * one exception: a hook may allow a call that destroys nothing and that no rule, mode or other hook asks about.
 */
export function decideAlso({ ruling, facts }: JudgedInput, votes: readonly HookVote[]): PermissionVerdict {
  const worst = ruling.commands.find(({ decision }) => decision === ruling.decision)
  const said: PermissionVerdict = {
    behavior: ruling.decision,
    source: sourceOf(worst),
    reason: worst === undefined ? { type: 'other', message: 'does nothing' } : reasonOf(worst),
  }
  if (ruling.decision === 'deny') return said
  const vote = (decision: Decision) => votes.find((one) => one.decision === decision)
  const denied = vote('deny')
  if (denied !== undefined) return byHook('deny', denied)
  if (ruling.decision === 'ask' && !isOpen(ruling.commands)) return said
  const asked = vote('ask')
  if (asked !== undefined) return byHook('ask', asked)
  if (facts.requiresUserInteraction) {
    const message = 'the tool needs a person at the terminal'
    return { behavior: 'ask', source: 'tool', reason: { type: 'safety_check', message } }
  }
  const allowed = vote('allow')
  const isLoss = ruling.commands.some(({ effects }) => effects.destructive === true)
  return ruling.decision === 'ask' && allowed !== undefined && !isLoss ? byHook('allow', allowed) : said
}

/** Whether only the guard's built-in decisions ask. */
function isOpen(commands: readonly CommandDecision[]): boolean {
  return commands.every(({ decision, rule, builtIn }) => decision !== 'ask' || rule === builtIn.rule)
}

function byHook(behavior: Decision, { hook, reason }: HookVote): PermissionVerdict {
  const message = reason ?? `the hook ${hook} says ${behavior}`
  return { behavior, source: `hook:${hook}`, reason: { type: 'hook', message } }
}

function sourceOf(command: CommandDecision | undefined): string {
  return command?.policy?.source ?? 'guard'
}

function reasonOf({ rule, reason, policy, effects }: CommandDecision): PermissionRecord['reason'] {
  if (policy !== undefined) {
    const isUnknown = policy.says.includes('unknown') && effects.destructive === undefined
    const message = isUnknown ? `${reason} (it is unknown whether it destroys something)` : reason
    return { type: 'rule', message, rule_ref: `${policy.file}#${policy.pointer}` }
  }
  return { type: rule.startsWith('mode-') ? 'mode' : 'safety_check', message: reason, rule_ref: rule }
}
