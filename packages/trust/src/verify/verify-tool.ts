import {
  evaluateTrustLevel,
  type AtipTool,
  type Hash,
  type Signature,
  type TrustLevel,
  type VerificationResults,
} from '@atip/protocol/trust'
import { verifyBinaryIntegrity } from './integrity.js'
import { verifyProvenanceOf } from './provenance.js'
import type { TrustSettings } from './settings.js'
import { verifyCosignSignature } from './signature.js'

export interface VerifyToolOptions extends TrustSettings {
  /** The file to verify: a program, or the file of a description. */
  path: string
  /** The claims of the description: hash, signature and provenance. They only say what to check. */
  description?: Pick<AtipTool, 'trust' | 'binary'>
  minimumSlsaLevel?: number
}

export interface ToolTrust {
  level: TrustLevel
  results: VerificationResults
  hash?: Hash
}

/** Runs all applicable checks of a file, and returns the level of trust with the results behind it. */
export async function verifyTool(options: VerifyToolOptions): Promise<ToolTrust> {
  const { path, description = {}, minimumSlsaLevel, ...settings } = options
  const integrity = await verifyBinaryIntegrity(path, description, settings)
  const signature = await verifyCosignSignature(path, signatureIn(description), settings)
  const claim = description.trust?.provenance
  const found = await verifyProvenanceOf(path, claim, settings, minimumSlsaLevel)
  const isAsked = claim !== undefined || minimumSlsaLevel !== undefined || found.status !== 'absent'
  const results: VerificationResults = { integrity, signature, ...(isAsked && { provenance: found }) }
  const level = evaluateTrustLevel(withDemand(description, minimumSlsaLevel), results)
  return { level, results, ...(integrity.actual !== undefined && { hash: integrity.actual as Hash }) }
}

/** RFC 3.2.2 and 4.6 put it in different places. */
export function signatureIn({ trust }: Pick<AtipTool, 'trust'>): Partial<Signature> | undefined {
  return trust?.integrity?.signature ?? trust?.shimIntegrity?.signature
}

/** Provenance that a policy requires and that is missing counts like a claim that failed. */
function withDemand(description: Pick<AtipTool, 'trust' | 'binary'>, minimum = 0): Pick<AtipTool, 'trust' | 'binary'> {
  return minimum > 0 ? { ...description, trust: { provenance: {}, ...description.trust } } : description
}
