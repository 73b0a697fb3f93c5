import type { AtipTool } from '@atip/protocol'
import type { ToolCall, ToolIndex } from '../types.js'
import { judgeCharacters } from './characters.js'
import { judgeEffects } from './concerns.js'
import { isDenied, readDeniedCommands, type DeniedCommand } from './denied-commands.js'
import { judgePaths } from './judge-paths.js'
import { judgeTrust } from './judge-trust.js'
import type { CallPolicy } from './policy.js'
import { readCallPolicy, type CheckedPolicy } from './read-policy.js'
import { findSubject, type CommandCall, type JudgedCall } from './subject.js'
import { decideBy, type CallDecision, type Violation } from './decision.js'

export interface Validator {
  /** Judges a call before it runs (RFC 11.2). Never throws: a failing check is a reason to deny. */
  validate: (call: ToolCall | CommandCall) => CallDecision
}

/**
 * Judges calls of these tools only, each by its own effects. The index, which comes with the compiled tools, is needed
 * to understand a model's calls; without it only a `CommandCall` can be judged. Throws a TypeError for a policy with an
 * unknown key or a wrong value.
 */
export function createValidator(tools: readonly AtipTool[], policy: CallPolicy, index?: ToolIndex): Validator {
  const checked = readCallPolicy(policy)
  const denied = readDeniedCommands(checked.deniedCommands)
  return {
    validate: (call) => {
      try {
        const found = findSubject(tools, call, index)
        return decideBy('violation' in found ? [found.violation] : judge(found, checked, denied))
      } catch (error) {
        const message = `the call could not be checked: ${error instanceof Error ? error.message : 'unknown reason'}`
        return decideBy([{ code: 'check-failed', decision: 'deny', message }])
      }
    },
  }
}

function judge(subject: JudgedCall, policy: CheckedPolicy, denied: readonly DeniedCommand[]): Violation[] {
  const { tool, effects, values, omitted } = subject
  return [
    ...judgeName(subject, policy, denied),
    ...judgeTrust(tool, policy),
    ...(omitted === undefined ? [] : [omitted]),
    ...judgeEffects(effects, policy),
    ...(policy.paths === undefined ? [] : judgePaths(subject, policy.paths)),
    ...(policy.allowControlCharacters === true ? [] : judgeCharacters(values)),
  ]
}

function judgeName(
  { tool, path, call }: JudgedCall,
  policy: CheckedPolicy,
  denied: readonly DeniedCommand[],
): Violation[] {
  const violations: Violation[] = []
  const name = JSON.stringify([tool.name, ...path].join(' '))
  if (policy.allowedTools?.includes(tool.name) === false) {
    violations.push({ code: 'tool-not-allowed', decision: 'deny', message: `"${tool.name}" is not an allowed tool` })
  }
  if (denied.some((entry) => isDenied(tool, entry, path, call))) {
    violations.push({ code: 'command-denied', decision: 'deny', message: `${name} is denied by the policy` })
  }
  return violations
}
