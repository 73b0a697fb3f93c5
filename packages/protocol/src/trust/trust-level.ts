import type { SettingRule } from '../settings.js'

/**
 * How far a binary and its description can be trusted. The numbers are those of the RFC's Appendix A and not an order:
 * a failed provenance has a higher number than an unchecked signature but is worth less (decision 57).
 */
export const TrustLevel = {
  /** The binary is not the described one, or its signature is invalid: do not run. */
  COMPROMISED: 0,
  UNSIGNED: 1,
  /** There is a signature that was not checked. */
  UNVERIFIED: 2,
  PROVENANCE_FAIL: 3,
  VERIFIED: 4,
} as const

export type TrustLevel = (typeof TrustLevel)[keyof typeof TrustLevel]
export type TrustLevelName = keyof typeof TrustLevel

/** A level, or its name, as policy files have it. */
export function trustLevelOf(value: unknown): TrustLevel | undefined {
  return Object.entries(TrustLevel).find((entry) => entry.includes(value as never))?.[1]
}

export const TRUST_LEVEL: SettingRule = {
  must: `be one of ${Object.keys(TrustLevel).join(', ')}`,
  holds: (value) => trustLevelOf(value) !== undefined,
}

const RANKS: Readonly<Record<TrustLevel, number>> = { 0: 0, 1: 1, 3: 1, 2: 2, 4: 3 }

/** Whether a level is at least as good as another. A missing or unknown level meets none. */
export function meetsTrust(level: TrustLevel | undefined, minimum: TrustLevel): boolean {
  if (level === undefined || !Object.hasOwn(RANKS, level) || !Object.hasOwn(RANKS, minimum)) return false
  return RANKS[level] >= RANKS[minimum]
}

export function nameOfTrustLevel(level: TrustLevel | undefined): string {
  const entry = Object.entries(TrustLevel).find(([, value]) => value === level)
  return entry?.[0] ?? 'not known'
}
