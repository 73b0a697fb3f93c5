import { isStricter, type Decision, type LineFinding } from '../line/finding.js'
import { fitOfRule, isCovered, namesDestruction } from './match.js'
import { checkDemands, type ProgramEvidence } from './demands.js'
import { withDrift } from './drift.js'
import { inMode } from './modes.js'
import { inRepository } from './repositories.js'
import { SOURCES, type Mode, type Policy, type PolicyRule } from './types.js'

/** The reason for the final decision on a finding. */
export type Cause =
  | { kind: 'built-in' }
  /** `isCertain` is false if the rule may or may not apply; then the user is asked. */
  | { kind: 'rule'; policy: Policy; rule: PolicyRule; isCertain: boolean; unmet?: string[] }
  | { kind: 'repository'; policy: Policy }
  | { kind: 'mode'; mode: Mode }

export interface Ruling {
  decision: Decision
  cause: Cause
  /** Changes since the program was pinned, for which it is never allowed without a question. */
  drift?: readonly string[]
}

export interface RulingContext {
  /** Ordered by source. */
  policies: readonly Policy[]
  modes: ReadonlySet<Mode>
  cwd: string | undefined
  home: string
  evidence?: ProgramEvidence
}

/** Strongest first: a later source cannot loosen the decision of an earlier one. */
export function inOrder(policies: readonly Policy[]): Policy[] {
  return policies.toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
}

/** The built-in decision, changed by rules, untrusted repositories, the mode and drift, in this order. */
export function ruleOn(finding: LineFinding, circumstances: RulingContext): Ruling {
  const { policies, home, evidence } = circumstances
  let ruling: Ruling = { decision: finding.decision, cause: { kind: 'built-in' } }
  let isSettled = false
  for (const policy of policies) {
    const said = saidBy(policy, finding, home, evidence)
    if (said !== undefined) {
      const mayLoosen = !isSettled && (policy.source === 'org' || policy.source === 'user')
      // If both decide the same, the policy is the reason, so that neither a mode nor another rule of it loosens that.
      const isSame = said.decision === ruling.decision && said.decision !== 'allow' && ruling.cause.kind === 'built-in'
      if (isSame || isStricter(said.decision, ruling.decision)) ruling = said
      else if (said.decision !== ruling.decision && mayLoosen && loosens(said, finding)) ruling = said
      // Later sources may only tighten.
      isSettled = true
    }
  }
  ruling = inRepository(ruling, finding, circumstances)
  return withDrift(inMode(ruling, finding, circumstances), finding, circumstances)
}

interface Said extends Ruling {
  cause: Extract<Cause, { kind: 'rule' }>
}

/** The strictest of the rules of one policy that apply. */
function saidBy(policy: Policy, finding: LineFinding, home: string, evidence: ProgramEvidence = {}): Said | undefined {
  const places = { base: policy.base, home }
  let strictest: Said | undefined
  const rules = policy.rules.toSorted((a, b) => Number(a.yields === true) - Number(b.yields === true))
  for (const one of rules) {
    if (one.yields === true && strictest !== undefined) break
    if (one.decision === 'allow') {
      if (strictest === undefined && isCovered(one, finding, places)) strictest = said('allow', policy, one, true)
      continue
    }
    const fit = fitOfRule(one, finding, places, evidence)
    if (fit === 'no') continue
    const demands = one.demands && checkDemands(one, finding, evidence)
    const decision = demands?.isCompromised === true ? 'deny' : one.decision
    const found = said(fit === 'maybe' ? 'ask' : decision, policy, one, fit === 'yes', demands?.unmet)
    if (found.decision === 'deny') return found
    if (strictest?.decision !== 'ask') strictest = found
  }
  return strictest
}

function said(decision: Decision, policy: Policy, rule: PolicyRule, isCertain: boolean, unmet?: string[]): Said {
  return { decision, cause: { kind: 'rule', policy, rule, isCertain, ...(unmet && { unmet }) } }
}

/** A rule that asks turns a denial into a question if it names destructive effects. */
function loosens({ decision, cause }: Said, { isFinal }: LineFinding): boolean {
  if (decision === 'allow') return true
  return !isFinal && cause.isCertain && cause.rule.onlyTightens !== true && namesDestruction(cause.rule)
}
