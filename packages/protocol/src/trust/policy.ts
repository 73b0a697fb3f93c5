import type { Decision } from '../decision.js'
import { isReadOnly } from '../effects/read-only.js'
import type { Effects } from '../types/tool.js'
import { readTrustSettings } from './read-settings.js'
import { meetsTrust, nameOfTrustLevel, TrustLevel, type TrustLevelName } from './trust-level.js'
import type { VerificationResults } from './verification.js'

/** What an organisation demands of the tools it runs: the `trust` of RFC 4.8, and the shape of 3.2.2 (decision 52). */
export interface TrustPolicyConfig {
  /** Tools below this level, and tools without one, are denied. */
  minimumTrust?: TrustLevel
  requireSignatures?: boolean
  /** RFC 3.2.2's spelling. Either one demands signatures (decision 47). */
  requireSignature?: boolean
  /** Identities, compared verbatim. An empty list allows none. */
  allowedSigners?: readonly string[]
  minimumSlsaLevel?: number
  /** The decision for a call that changes something, or may, by the level of its tool. */
  sideEffects?: Partial<Record<TrustLevelName, Decision>>
}

/** A configuration as a program or a file states it: a level may be a name, such as `VERIFIED`. */
export interface TrustPolicySettings extends Omit<TrustPolicyConfig, 'minimumTrust'> {
  minimumTrust?: TrustLevel | TrustLevelName
}

export interface TrustSubject {
  /** Undefined if it was not evaluated; then the tool counts as unsigned. */
  level: TrustLevel | undefined
  results?: VerificationResults
  /** The effects of the call; undefined is unknown. */
  effects?: Effects
}

/** What verifying a program found on this machine; never what a description claims. */
export type ProgramTrust = Pick<TrustSubject, 'level' | 'results'>

export interface TrustDecision {
  decision: Decision
  reasons: string[]
}

export interface TrustPolicy {
  decide: (subject: TrustSubject) => TrustDecision
}

/** An unchecked signature is worth no more than none: anyone can write one. */
const SIDE_EFFECTS: Readonly<Record<TrustLevelName, Decision>> = {
  COMPROMISED: 'deny',
  UNSIGNED: 'ask',
  UNVERIFIED: 'ask',
  PROVENANCE_FAIL: 'ask',
  VERIFIED: 'allow',
}

/**
 * Decides by trust whether a call may run; a compromised tool never may. Of several configurations, such as those of an
 * organisation, a user and a project, each can demand more, and none less than another. Throws a TypeError for an
 * unknown key or a wrong value: that demand would not count.
 */
export function createTrustPolicy(...configs: readonly TrustPolicySettings[]): TrustPolicy {
  const config = strictest(configs.map(readTrustSettings))
  return {
    decide: (subject) => {
      const denials = unmetDemands(config, subject)
      if (denials.length > 0) return { decision: 'deny', reasons: denials }
      return judgeEffects(config, subject)
    },
  }
}

function strictest(configs: readonly TrustPolicyConfig[]): TrustPolicyConfig {
  const [only] = configs
  if (configs.length === 1) return only!
  const defined = <Key extends keyof TrustPolicyConfig>(key: Key) =>
    configs.map((config) => config[key]).filter((value) => value !== undefined)
  const minimums = defined('minimumTrust')
  const signers = defined('allowedSigners')
  const levels = defined('minimumSlsaLevel')
  return {
    requireSignatures: configs.some((one) => one.requireSignatures === true || one.requireSignature === true),
    sideEffects: Object.fromEntries(names.map((name) => [name, worstEffect(configs, name)])),
    ...(minimums.length > 0 && {
      minimumTrust: minimums.reduce((one, other) => (meetsTrust(one, other) ? one : other)),
    }),
    ...(signers.length > 0 && {
      allowedSigners: signers.reduce((kept, list) => kept.filter((one) => list.includes(one))),
    }),
    ...(levels.length > 0 && { minimumSlsaLevel: Math.max(...levels) }),
  }
}

const names = Object.keys(TrustLevel) as TrustLevelName[]
const SEVERITY: readonly Decision[] = ['allow', 'ask', 'deny']

function worstEffect(configs: readonly TrustPolicyConfig[], name: TrustLevelName): Decision {
  const decisions = configs.map(({ sideEffects }) => sideEffects?.[name] ?? SIDE_EFFECTS[name])
  return SEVERITY.findLast((one) => decisions.includes(one)) ?? SIDE_EFFECTS[name]
}

/** The demands of a configuration that a program does not meet, in sentences. A compromised program never meets all. */
export function unmetDemands(config: TrustPolicyConfig, { level, results }: ProgramTrust): string[] {
  const { minimumTrust, allowedSigners, minimumSlsaLevel } = config
  const reasons: string[] = []
  if (level === TrustLevel.COMPROMISED) reasons.push('the binary or its signature was tampered with')
  if (minimumTrust !== undefined && !meetsTrust(level, minimumTrust)) {
    const found = level === undefined ? 'a program that was not verified' : nameOfTrustLevel(level)
    reasons.push(`trust must be at least ${nameOfTrustLevel(minimumTrust)}; found ${found}`)
  }
  const signature = results?.signature?.status === 'valid' ? results.signature : undefined
  const wantsSignature = config.requireSignatures === true || config.requireSignature === true
  if (wantsSignature && signature === undefined && level !== TrustLevel.VERIFIED) {
    reasons.push('a valid signature is required')
  }
  if (allowedSigners !== undefined && !allowedSigners.includes(signature?.identity ?? '')) {
    const found = signature?.identity === undefined ? 'no verified signer' : JSON.stringify(signature.identity)
    reasons.push(`the signer must be one of the allowed; found ${found}`)
  }
  const proven = results?.provenance?.status === 'valid' ? (results.provenance.slsaLevel ?? 0) : 0
  if (minimumSlsaLevel !== undefined && !(proven >= minimumSlsaLevel)) {
    reasons.push(`SLSA level ${minimumSlsaLevel} is required; proven is ${proven}`)
  }
  return reasons
}

function judgeEffects({ sideEffects }: TrustPolicyConfig, { level, effects = {} }: TrustSubject): TrustDecision {
  const name = nameOfTrustLevel(level ?? TrustLevel.UNSIGNED) as TrustLevelName
  const decision = isReadOnly(effects) ? 'allow' : (sideEffects?.[name] ?? SIDE_EFFECTS[name] ?? 'deny')
  const reasons = decision === 'allow' ? [] : [`the call may change something, and trust in its tool is ${name}`]
  // Also for signed tools (RFC 3.2.2): trust says that a tool is genuine, not that it is harmless.
  if (effects.destructive === false) return { decision, reasons }
  reasons.push('the call may destroy data')
  return { decision: decision === 'deny' ? 'deny' : 'ask', reasons }
}
