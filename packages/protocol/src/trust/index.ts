/** The part of the protocol that verification needs. */
export type { AtipTool, Binary, Integrity, Provenance, Signature, Trust } from '../types/tool.js'
export { isObject } from '../object.js'

export { HASH_OF_NOTHING, isHash, type Hash } from './hash.js'
export { meetsTrust, nameOfTrustLevel, TrustLevel, type TrustLevelName } from './trust-level.js'
export { evaluateTrustLevel } from './evaluate.js'
export {
  createTrustPolicy,
  unmetDemands,
  type ProgramTrust,
  type TrustDecision,
  type TrustPolicy,
  type TrustPolicyConfig,
  type TrustPolicySettings,
  type TrustSubject,
} from './policy.js'
export type { IntegrityResult, ProvenanceResult, SignatureResult, VerificationResults } from './verification.js'
