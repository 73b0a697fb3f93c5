import type { AtipTool } from '../types/tool.js'
import { TrustLevel } from './trust-level.js'
import type { VerificationResults } from './verification.js'

/** What the metadata claims and the checks found, as one word for each. */
interface Facts {
  hash: 'match' | 'mismatch' | 'unchecked' | 'none'
  signature: 'valid' | 'invalid' | 'none' | 'unchecked'
  provenance: 'valid' | 'invalid' | 'none' | 'unchecked'
}

/**
 * The first matching row counts (decision 57). Only a tool that passed every check that its claims call for is
 * verified.
 */
const LEVELS: readonly { when: Partial<Facts>; level: TrustLevel }[] = [
  { when: { hash: 'mismatch' }, level: TrustLevel.COMPROMISED },
  { when: { signature: 'invalid' }, level: TrustLevel.COMPROMISED },
  { when: { signature: 'none' }, level: TrustLevel.UNSIGNED },
  { when: { provenance: 'invalid' }, level: TrustLevel.PROVENANCE_FAIL },
  { when: { signature: 'unchecked' }, level: TrustLevel.UNVERIFIED },
  { when: { hash: 'unchecked' }, level: TrustLevel.UNVERIFIED },
  { when: { provenance: 'unchecked' }, level: TrustLevel.UNVERIFIED },
  { when: {}, level: TrustLevel.VERIFIED },
]

/** The trust level of a tool. What the metadata says about itself can only request checks, never replace one (14). */
export function evaluateTrustLevel(
  metadata: Pick<AtipTool, 'trust' | 'binary'>,
  results: VerificationResults,
): TrustLevel {
  const facts = factsOf(metadata, results ?? {})
  const row = LEVELS.find(({ when }) =>
    Object.entries(when).every(([name, value]) => facts[name as keyof Facts] === value),
  )
  return row!.level
}

/** A missing or unknown status is no result. */
function factsOf({ trust, binary }: Pick<AtipTool, 'trust' | 'binary'>, results: Partial<VerificationResults>): Facts {
  const { integrity, signature, provenance } = results
  const hasHash = binary?.hash !== undefined || trust?.integrity?.checksum !== undefined
  const hasSignature = trust?.integrity?.signature !== undefined || trust?.shimIntegrity?.signature !== undefined
  const hasProvenance = trust?.provenance !== undefined
  return {
    hash: oneOf(integrity?.status, ['match', 'mismatch']) ?? (hasHash ? 'unchecked' : 'none'),
    signature: signatureFact(signature?.status, hasSignature),
    provenance: provenanceFact(provenance?.status, hasProvenance),
  }
}

/** A claimed signature that was not found counts as none. */
function signatureFact(status: string | undefined, isClaimed: boolean): Facts['signature'] {
  if (status === 'absent') return 'none'
  return oneOf(status, ['valid', 'invalid', 'unchecked']) ?? (isClaimed ? 'unchecked' : 'none')
}

/** A claimed provenance that was not found is a false claim. */
function provenanceFact(status: string | undefined, isClaimed: boolean): Facts['provenance'] {
  if (status === 'absent') return isClaimed ? 'invalid' : 'none'
  return oneOf(status, ['valid', 'invalid', 'unchecked']) ?? (isClaimed ? 'unchecked' : 'none')
}

function oneOf<T extends string>(status: string | undefined, known: readonly T[]): T | undefined {
  return known.find((candidate) => candidate === status)
}
