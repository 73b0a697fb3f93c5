import type { Decision } from '../decision.js'
import { FLAG, oneOf, readSettings, TEXTS, type SettingRule } from '../settings.js'
import type { TrustPolicyConfig, TrustPolicySettings } from './policy.js'
import { TrustLevel, TRUST_LEVEL, trustLevelOf } from './trust-level.js'

const DECISIONS: readonly Decision[] = ['allow', 'ask', 'deny']

const KEYS: Readonly<Record<keyof TrustPolicySettings, SettingRule>> = {
  minimumTrust: TRUST_LEVEL,
  requireSignatures: FLAG,
  requireSignature: FLAG,
  allowedSigners: TEXTS,
  minimumSlsaLevel: {
    must: 'be a whole number, 0 or more',
    holds: (value) => Number.isInteger(value) && Number(value) >= 0,
  },
  // Its own keys are checked below.
  sideEffects: { must: 'be an object', holds: () => true },
}

const SIDE_EFFECTS = Object.fromEntries(Object.keys(TrustLevel).map((name) => [name, oneOf(DECISIONS)]))

/** Throws a TypeError for an unknown key or a wrong value. */
export function readTrustSettings(settings: unknown): TrustPolicyConfig {
  const { minimumTrust, sideEffects, ...others } = readSettings(settings, 'the trust policy', KEYS)
  const level = trustLevelOf(minimumTrust)
  return {
    ...others,
    ...(level !== undefined && { minimumTrust: level }),
    ...(sideEffects !== undefined && { sideEffects: readSettings(sideEffects, '"sideEffects"', SIDE_EFFECTS) }),
  }
}
