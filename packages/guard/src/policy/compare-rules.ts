import { nameFits } from '@atip/protocol/calls'
import { isStricter } from '../line/finding.js'
import { pathFits } from './glob.js'
import { namesDestruction } from './match.js'
import { isBroken, type LoadedPolicy, type Policy, type PolicyRule } from './types.js'

/** A rule that makes another one pointless. */
export interface RuleInForce {
  policy: Policy
  rule: PolicyRule
  /** `same`: it is identical. `covered`: it decides the same. `overruled`: it is stricter, so the other is useless. */
  kind: 'same' | 'covered' | 'overruled'
}

/** The existing rule that would decide instead of a new one, if any. */
export function inForceBefore(rule: PolicyRule, policies: readonly LoadedPolicy[]): RuleInForce | undefined {
  const wider = policies
    .filter((policy): policy is Policy => !isBroken(policy))
    .flatMap((policy) => policy.rules.filter((one) => includes(one, rule)).map((one) => ({ policy, rule: one })))
  const overruling = wider.find((one) => isStricter(one.rule.decision, rule.decision))
  if (overruling !== undefined) return { ...overruling, kind: 'overruled' }
  const equal = wider.filter((one) => one.rule.decision === rule.decision && loosensAsMuch(one.rule, rule))
  const same = equal.find((one) => includes(rule, one.rule))
  if (same !== undefined) return { ...same, kind: 'same' }
  return equal[0] && { ...equal[0], kind: 'covered' }
}

/** A rule also covers secrets and denied calls if it names paths or destruction; if it names less, it covers less. */
function loosensAsMuch(wide: PolicyRule, narrow: PolicyRule): boolean {
  if (narrow.decision === 'deny') return true
  const namesPaths = wide.paths !== undefined || narrow.paths === undefined
  return namesPaths && (namesDestruction(wide) || !namesDestruction(narrow))
}

/** Whether the first rule certainly applies to every call that the second applies to. False if unsure. */
export function includes(wide: PolicyRule, narrow: PolicyRule): boolean {
  const { command, isExact = false, tools, toolsExcept, effects, paths, access, folders, trust } = wide
  if (toolsExcept !== undefined || trust !== undefined || wide.demands !== undefined) return false
  // These conditions depend on more than the words of a call.
  if (wide.startsUnknown === true || wide.isUnapproved === true || wide.isForeign === true) return false
  if (command !== undefined && !beginsWith(narrow, command, isExact)) return false
  if (tools !== undefined && !areOfTools(narrow, tools)) return false
  if (
    effects !== undefined &&
    !effects.every(({ field, values }) => {
      const other = narrow.effects?.find((one) => one.field === field)
      return other?.values.every((value) => values.includes(value)) === true
    })
  )
    return false
  if (paths !== undefined && !areWithin(narrow.paths, paths)) return false
  if (access !== undefined && narrow.access?.every((one) => access.includes(one)) !== true) return false
  return folders === undefined || areWithin(narrow.folders, folders)
}

function beginsWith({ command, isExact = false }: PolicyRule, words: readonly string[], onlyThese: boolean): boolean {
  if (command === undefined || (onlyThese && (!isExact || command.length !== words.length))) return false
  return words.every((word, index) => command[index] === word)
}

function areOfTools({ command, tools }: PolicyRule, patterns: readonly string[]): boolean {
  const fits = (name: string) => patterns.some((pattern) => nameFits(pattern, name))
  return (command !== undefined && fits(command[0]!)) || tools?.every(fits) === true
}

/** Compares patterns as text: a pattern lies within another if they are equal, or if it has no wildcards and fits. */
function areWithin(patterns: readonly string[] | undefined, wide: readonly string[]): boolean {
  if (patterns === undefined) return false
  return patterns.every((one) =>
    wide.some((pattern) => pattern === one || (!/[*?[]/.test(one) && pathFits(pattern, one))),
  )
}
