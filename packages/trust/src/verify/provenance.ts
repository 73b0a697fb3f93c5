import type { Provenance, ProvenanceResult } from '@atip/protocol/trust'
import type { Artifact } from '../files/artifact.js'
import { toRefusal } from '../refused.js'
import { HIGHEST_LEVEL } from '../slsa/highest-level.js'
import { verifyProvenance, type ProvenanceVerdict } from '../slsa/verify-provenance.js'
import { fetchEvidence, findEvidence, type FoundEvidence } from './find-evidence.js'
import type { TrustSettings } from './settings.js'

export interface ProvenanceOptions extends TrustSettings {
  /** The expected artifact. RFC Appendix A omits it, but an attestation for another file proves nothing. */
  artifact: Artifact
  /** The required source repository. */
  source?: string
}

const ENDINGS = ['.intoto.jsonl', '.provenance.json', '.attestations.json']

/** Fetches attestations and verifies that one of them proves at least this SLSA level (RFC Appendix A). */
export async function fetchAndVerifyProvenance(
  url: string,
  expectedLevel: number,
  options?: ProvenanceOptions,
): Promise<ProvenanceResult> {
  // The RFC's two parameters do not say which file was built.
  if (options?.artifact === undefined) {
    return { status: 'unchecked', code: 'UNVERIFIABLE', error: 'pass the artifact, which the provenance must be about' }
  }
  return judged(() => fetchEvidence(url), expectedLevel, { ...options, signers: options.signers ?? [] })
}

/** Verifies the provenance of a file, from a file beside it or from the URL in its description. */
export async function verifyProvenanceOf(
  path: string,
  claim: Provenance | undefined,
  settings: TrustSettings,
  minimumLevel = 0,
): Promise<ProvenanceResult> {
  const find = () => findEvidence(path, ENDINGS, claim?.url, settings.network ?? false)
  const result = await judged(find, minimumLevel, { ...settings, artifact: { path } })
  const claimed = claim?.slsaLevel
  if (claimed === undefined || claimed <= (result.slsaLevel ?? 0)) return result
  const most = claimed > HIGHEST_LEVEL ? `; the highest is ${HIGHEST_LEVEL}` : ''
  const warning = `the description claims SLSA level ${claimed}${most}; proven is ${result.slsaLevel ?? 0}`
  return { ...result, warnings: [warning] }
}

async function judged(
  find: () => Promise<FoundEvidence>,
  minimumLevel: number,
  options: ProvenanceOptions,
): Promise<ProvenanceResult> {
  try {
    const evidence = await find()
    if (!evidence.found) return { status: evidence.status, error: evidence.reason }
    if (options.signers.length === 0) {
      return {
        status: 'unchecked',
        code: 'UNVERIFIABLE',
        error: 'no signers are configured here, so the provenance cannot be judged',
      }
    }
    return toResult(await verifyProvenance({ ...options, attestations: evidence.bytes, minimumLevel }))
  } catch (error) {
    const { code, reason } = toRefusal(error, 'UNVERIFIABLE')
    return { status: 'unchecked', code, error: reason }
  }
}

function toResult(verdict: ProvenanceVerdict): ProvenanceResult {
  if (!verdict.verified) {
    const { code, reason } = verdict
    return { status: code === 'UNVERIFIABLE' ? 'unchecked' : 'invalid', slsaLevel: 0, code, error: reason }
  }
  const { level, builder, source, ref } = verdict
  return { status: 'valid', slsaLevel: level, builder, ...(source && { source }), ...(ref && { ref }) }
}
