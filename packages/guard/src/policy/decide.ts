import { isStricter, type Decision, type Finding } from '../judge/verdict.js'
import { fitOfRule, isCovered, namesDestruction } from './match.js'
import { inMode } from './modes.js'
import { inRepository } from './repositories.js'
import { SOURCES, type Mode, type Policy, type Rule } from './types.js'

/** What decided about a finding in the end. */
export type Cause =
  | { kind: 'built-in' }
  /** `isCertain`: the rule speaks of this; otherwise it may, and a person is asked. */
  | { kind: 'rule'; policy: Policy; rule: Rule; isCertain: boolean }
  | { kind: 'repository'; policy: Policy }
  | { kind: 'mode'; mode: Mode }

export interface Ruling {
  decision: Decision
  cause: Cause
}

export interface Circumstances {
  /** In the order of their sources. */
  policies: readonly Policy[]
  modes: ReadonlySet<Mode>
  cwd: string | undefined
  home: string
}

/** Strongest first: whoever comes later cannot loosen what was decided before. */
export function inOrder(policies: readonly Policy[]): Policy[] {
  return policies.toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
}

/** What is built in, changed by rules, by repositories that are not trusted, and by the mode, in this order. */
export function ruleOn(finding: Finding, circumstances: Circumstances): Ruling {
  const { policies, home } = circumstances
  let ruling: Ruling = { decision: finding.decision, cause: { kind: 'built-in' } }
  let isSettled = false
  for (const policy of policies) {
    const said = saidBy(policy, finding, home)
    if (said !== undefined) {
      const mayLoosen = !isSettled && (policy.source === 'org' || policy.source === 'user')
      if (isStricter(said.decision, ruling.decision)) ruling = said
      else if (said.decision !== ruling.decision && mayLoosen && loosens(said, finding)) ruling = said
      // Whoever comes later may only tighten.
      isSettled = true
    }
  }
  ruling = inRepository(ruling, finding, circumstances)
  return inMode(ruling, finding, circumstances)
}

interface Said extends Ruling {
  cause: Extract<Cause, { kind: 'rule' }>
}

/** Of the rules of one policy that speak of this, the strictest. */
function saidBy(policy: Policy, finding: Finding, home: string): Said | undefined {
  const places = { base: policy.base, home }
  let strictest: Said | undefined
  for (const one of policy.rules) {
    if (one.decision === 'allow') {
      if (strictest === undefined && isCovered(one, finding, places)) strictest = said('allow', policy, one, true)
      continue
    }
    const fit = fitOfRule(one, finding, places)
    if (fit === 'no') continue
    const found = said(fit === 'maybe' ? 'ask' : one.decision, policy, one, fit === 'yes')
    if (found.decision === 'deny') return found
    if (strictest?.decision !== 'ask') strictest = found
  }
  return strictest
}

function said(decision: Decision, policy: Policy, one: Rule, isCertain: boolean): Said {
  return { decision, cause: { kind: 'rule', policy, rule: one, isCertain } }
}

/** A rule that asks makes a refusal a question, if it says that it speaks of what cannot be undone. */
function loosens({ decision, cause }: Said, { isFinal }: Finding): boolean {
  if (decision === 'allow') return true
  return !isFinal && cause.isCertain && cause.rule.onlyTightens !== true && namesDestruction(cause.rule)
}
