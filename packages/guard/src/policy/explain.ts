import { basename } from 'node:path'
import { nameOfTrustLevel, quoteLine, type PathAccess, type TrustPolicyConfig } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import type { Cause, Ruling } from './decide.js'
import { placeOf } from './place-of.js'
import type { BrokenPolicy, EffectCondition, PolicySource, PolicyRule } from './types.js'

/** The policy rule that decided, with its file and position. */
export interface RuleUsed {
  source: PolicySource
  file: string
  pointer: string
  line: number
  column: number
  /** The rule in a few words: `allow git push`. */
  says: string
  because?: string
}

/** An identifier of the deciding rule, for programs. */
export function ruleNameOf({ cause, drift }: Ruling, finding: LineFinding): string {
  if (drift !== undefined) return 'drift'
  switch (cause.kind) {
    case 'built-in':
      return finding.rule
    case 'rule':
      return 'policy'
    case 'repository':
      return 'untrusted-repository'
    case 'mode':
      return `mode-${cause.mode}`
  }
}

/** The reason as a sentence for users. */
export function reasonOf(ruling: Ruling, finding: LineFinding): string {
  const { drift } = ruling
  return drift === undefined ? reasonWithout(ruling, finding) : `${finding.reason}, but ${drift.join('; ')}`
}

function reasonWithout({ decision, cause }: Ruling, finding: LineFinding): string {
  const { reason } = finding
  switch (cause.kind) {
    case 'built-in':
      return reason
    case 'rule': {
      const { rule, isCertain, policy } = cause
      const whose = WHOSE[policy.source]
      if (!isCertain) return `${reason}; ${whose} policy has a rule that may be about it: ${sayRule(rule)}`
      const whys = [rule.because ?? [], cause.unmet ?? []].flat()
      const why = whys.length === 0 ? '' : `: ${whys.join('; ')}`
      if (decision === 'allow') return `${reason}; ${whose} policy allows it${why}`
      return `${reason}; ${whose} policy ${decision === 'deny' ? 'forbids it' : 'asks about it'}${why}`
    }
    case 'repository':
      return `${reason}; it works in the repository ${finding.cwd ?? 'of an unknown folder'}, which ${WHOSE[cause.policy.source]} policy does not trust: the configuration of a repository can run programs`
    case 'mode':
      return inModeReason(cause.mode, reason)
  }
}

function inModeReason(mode: Extract<Cause, { kind: 'mode' }>['mode'], reason: string): string {
  if (mode === 'plan') return `${reason}; while planning, only what is known to change nothing may run`
  if (mode === 'headless') return `${reason}; a person must approve this, and headless mode cannot ask`
  if (mode === 'balanced') return `${reason}; in balanced mode, work that stays in the project is allowed`
  return `${reason}; files of the project may be edited`
}

const WHOSE: Readonly<Record<PolicySource, string>> = {
  org: "the organisation's",
  user: 'your',
  project: "the project's",
  'command-line': 'the given',
}

export function ruleUsed({ cause }: Ruling): RuleUsed | undefined {
  if (cause.kind !== 'rule' && cause.kind !== 'repository') return undefined
  const { policy } = cause
  const { source, file } = policy
  const { pointer } = cause.kind === 'rule' ? cause.rule : policy.repositories!
  const says =
    cause.kind === 'rule' ? sayRule(cause.rule) : `${policy.repositories!.others} what works in other repositories`
  const because = cause.kind === 'rule' ? cause.rule.because : undefined
  return { source, file, pointer, ...placeOf(policy, pointer), says, ...(because !== undefined && { because }) }
}

/** A rule in a few words: `deny git push`. */
export function sayRule(rule: PolicyRule): string {
  const { decision, command, isExact, tools, toolsExcept, effects, paths, access, folders, trust, demands } = rule
  const what = [
    ...(command ? [quoteLine(command) + (isExact === true ? ' (and nothing else)' : '')] : []),
    ...(tools ? [tools.join(', ')] : []),
    ...(toolsExcept ? [`every tool but ${toolsExcept.join(', ') || 'none'}`] : []),
    ...(effects ? [`calls with ${effects.map(sayEffect).join(' and ')}`] : []),
    ...(paths ? [`${access?.join('/') ?? 'touching'} ${paths.join(', ')}`] : []),
    ...(folders ? [`in ${folders.join(', ')}`] : []),
    ...(trust?.sources ? [`known from ${trust.sources.join(', ')}`] : []),
    ...(trust?.verified ? [`verified: ${trust.verified.map(sayValue).join(' or ')}`] : []),
    ...(rule.mayChange === true ? ['calls that may change something'] : []),
    ...(rule.isUnapproved === true ? ['programs that are not approved'] : []),
    ...(rule.isForeign === true ? ['tools of other servers'] : []),
    ...(rule.startsUnknown === true ? ['code that may start any program'] : []),
    ...(demands ? [`unless ${sayDemands(demands)}`] : []),
  ]
  return `${decision} ${what.join(', ')}`
}

function sayDemands(demands: TrustPolicyConfig): string {
  const { minimumTrust, requireSignatures, allowedSigners, minimumSlsaLevel } = demands
  return [
    ...(minimumTrust === undefined ? [] : [`the program is at least ${nameOfTrustLevel(minimumTrust)}`]),
    ...(requireSignatures === true ? ['it is signed'] : []),
    ...(allowedSigners ? [`it is signed by ${allowedSigners.join(' or ')}`] : []),
    ...(minimumSlsaLevel === undefined ? [] : [`SLSA level ${minimumSlsaLevel} is proven`]),
  ].join(' and ')
}

/** The coverage of a rule in a few words: `npm run build … in ~/shop`. */
export function sayCoverage({ command, isExact, tools, effects = [], paths, access, folders }: PolicyRule): string {
  const words = command && quoteLine(command)
  return [
    ...(words === undefined ? [] : [isExact === true ? `exactly ${words}` : `${words} …`]),
    ...(tools ? [tools.join(', ')] : []),
    // Exact words already fix the effects.
    ...(effects.length > 0 && isExact !== true ? [`with ${effects.map(sayEffect).join(' and ')}`] : []),
    ...(paths
      ? [`${access === undefined ? 'touching' : access.map((one) => GERUNDS[one]).join(' or ')} ${paths.join(', ')}`]
      : []),
    ...(folders ? [`in ${folders.join(', ')}`] : []),
  ].join(' ')
}

const GERUNDS: Readonly<Record<PathAccess, string>> = {
  read: 'reading',
  write: 'writing',
  delete: 'deleting',
  execute: 'executing',
  stat: 'looking at',
}

function sayEffect({ field, values }: EffectCondition): string {
  return `${field}=${values.map(sayValue).join('|')}`
}

function sayValue(value: unknown): string {
  return value === undefined ? 'unknown' : String(value)
}

/** Why everything is denied while a policy is broken. */
export function brokenReason({ file, problems, isUnavailable }: BrokenPolicy): string {
  const { line, column, pointer, message } = problems[0]!
  if (isUnavailable === true) return `${message}; until then, everything is denied`
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  const at = pointer === '' ? '' : ` at ${pointer}`
  return `the policy ${file}:${line}:${column}${at} is not valid: ${message}${more}; until ${basename(file)} is fixed, everything is denied`
}
