import { isReadOnly, type Decision, type Effects } from '@atip/protocol'
import { meetsTrust, nameOfTrustLevel, TrustLevel } from './trust-level.js'
import type { VerificationResults } from './verification.js'

/** What an organisation asks of the tools it runs: the `trust` of RFC 4.8, and the shape of 3.2.2 (decision 52). */
export interface TrustPolicyConfig {
  /** Tools below this level, and tools without one, are denied. */
  minimumTrust?: TrustLevel
  requireSignatures?: boolean
  /** RFC 3.2.2's spelling. Either asks (decision 47). */
  requireSignature?: boolean
  /** Identities, compared as they are. An empty list allows none. */
  allowedSigners?: readonly string[]
  minimumSlsaLevel?: number
  /** What happens to a call that changes something, or may, by the level of its tool. */
  sideEffects?: Partial<Record<keyof typeof TrustLevel, Decision>>
}

export interface TrustSubject {
  /** Undefined if it was not evaluated; then the tool counts as unsigned. */
  level: TrustLevel | undefined
  results?: VerificationResults
  /** Of the call; undefined is unknown. */
  effects?: Effects
}

export interface TrustDecision {
  decision: Decision
  reasons: string[]
}

export interface TrustPolicy {
  decide: (subject: TrustSubject) => TrustDecision
}

/** An unchecked signature is worth no more than none: anyone can write one. */
const SIDE_EFFECTS: Readonly<Record<keyof typeof TrustLevel, Decision>> = {
  COMPROMISED: 'deny',
  UNSIGNED: 'ask',
  UNVERIFIED: 'ask',
  PROVENANCE_FAIL: 'ask',
  VERIFIED: 'allow',
}

/** Decides by trust whether a call may run. Nothing in a configuration lets a compromised tool pass. */
export function createTrustPolicy(config: TrustPolicyConfig): TrustPolicy {
  return {
    decide: (subject) => {
      const denials = denialsOf(config, subject)
      if (denials.length > 0) return { decision: 'deny', reasons: denials }
      return judgeEffects(config, subject)
    },
  }
}

function denialsOf(config: TrustPolicyConfig, { level, results }: TrustSubject): string[] {
  const { minimumTrust, allowedSigners, minimumSlsaLevel } = config
  const reasons: string[] = []
  if (level === TrustLevel.COMPROMISED) reasons.push('the binary or its signature was tampered with')
  if (minimumTrust !== undefined && !meetsTrust(level, minimumTrust)) {
    reasons.push(`trust must be at least ${nameOfTrustLevel(minimumTrust)}; found ${nameOfTrustLevel(level)}`)
  }
  const signature = results?.signature?.status === 'valid' ? results.signature : undefined
  const wantsSignature = config.requireSignatures === true || config.requireSignature === true
  if (wantsSignature && signature === undefined && level !== TrustLevel.VERIFIED) {
    reasons.push('a valid signature is required')
  }
  if (allowedSigners !== undefined && !allowedSigners.includes(signature?.identity ?? '')) {
    reasons.push(`the signer must be one of the allowed; found ${JSON.stringify(signature?.identity ?? null)}`)
  }
  const proven = results?.provenance?.status === 'valid' ? (results.provenance.slsaLevel ?? 0) : 0
  if (minimumSlsaLevel !== undefined && !(proven >= minimumSlsaLevel)) {
    reasons.push(`SLSA level ${minimumSlsaLevel} is required; proven is ${proven}`)
  }
  return reasons
}

function judgeEffects({ sideEffects }: TrustPolicyConfig, { level, effects = {} }: TrustSubject): TrustDecision {
  const name = nameOfTrustLevel(level ?? TrustLevel.UNSIGNED) as keyof typeof TrustLevel
  const decision = isReadOnly(effects) ? 'allow' : (sideEffects?.[name] ?? SIDE_EFFECTS[name] ?? 'deny')
  const reasons = decision === 'allow' ? [] : [`the call may change something, and trust in its tool is ${name}`]
  // Also for signed tools (RFC 3.2.2): trust says that a tool is genuine, not that it is harmless.
  if (effects.destructive === false) return { decision, reasons }
  reasons.push('the call may destroy data')
  return { decision: decision === 'deny' ? 'deny' : 'ask', reasons }
}
