import { readArtifact, type Artifact } from '../files/artifact.js'
import type { HashFileOptions } from '../files/hash-file.js'
import { Refused, toRefusal, type RefusalCode } from '../refused.js'
import type { ExpectedSigner } from '../sigstore/signers.js'
import type { TrustedRootText } from '../sigstore/trusted-root.js'
import type { VerifiedSigner } from '../sigstore/verify-bundle.js'
import type { BuilderTable } from './builders.js'
import { bundlesIn } from './bundles-in.js'
import { claimsOf, type BuildClaims } from './predicate.js'

export interface VerifyProvenanceOptions extends HashFileOptions {
  /** The text of the attestations. */
  attestations: string | Uint8Array
  artifact: Artifact
  /** The accepted signers of attestations, from local configuration. */
  signers: readonly ExpectedSigner[]
  /** The required source repository, as `https://github.com/OWNER/NAME`. */
  source?: string
  minimumLevel?: number
  /** Replaces the table of builders that ships with this package. */
  builders?: BuilderTable
  trustedRoot?: TrustedRootText
}

/** Why a provenance was not accepted. */
export type ProvenanceCode =
  | 'MALFORMED'
  | 'SIGNATURE'
  | 'PREDICATE'
  | 'SUBJECT'
  | 'BUILDER'
  | 'SOURCE'
  | 'LEVEL'
  | 'UNVERIFIABLE'

export type ProvenanceVerdict =
  | { verified: true; level: number; builder: string; source?: string; ref?: string; signer: VerifiedSigner }
  | { verified: false; level: 0; code: ProvenanceCode; reason: string }

type Proven = Extract<ProvenanceVerdict, { verified: true }>

/** Ordered by how far verification got; of several failures, the one that got furthest is reported. */
const PROGRESS: readonly ProvenanceCode[] = [
  'MALFORMED',
  'UNVERIFIABLE',
  'SIGNATURE',
  'SUBJECT',
  'PREDICATE',
  'BUILDER',
  'SOURCE',
  'LEVEL',
]

/** Verifies where an artifact was built. One attestation must pass all checks; the best one counts. */
export async function verifyProvenance(options: VerifyProvenanceOptions): Promise<ProvenanceVerdict> {
  try {
    const artifact = await readArtifact(options.artifact, options)
    const [{ verifyParsedBundle }, { toBundle }, { trustMaterialOf }, { levelOf, shippedBuilders }] = await Promise.all(
      [
        import('../sigstore/verify-bundle.js'),
        import('../sigstore/read-bundle.js'),
        import('../sigstore/trusted-root.js'),
        import('./builders.js'),
      ],
    )
    const material = trustMaterialOf(options.trustedRoot)
    const table = options.builders ?? shippedBuilders()
    const verdicts: ProvenanceVerdict[] = []
    for (const json of bundlesIn(options.attestations)) {
      try {
        const { signer, statement } = await verifyParsedBundle(toBundle(json), artifact, options.signers, material)
        if (statement === undefined) throw new Refused('PREDICATE', 'the bundle is a signature, not an attestation')
        const claims = claimsOf(statement)
        const proven = compared(claims, signer)
        const level = levelOf(claims, signer, table)
        verdicts.push(accepted({ verified: true, level, ...proven, signer }, options))
      } catch (error) {
        verdicts.push(failure(error))
      }
    }
    return best(verdicts)
  } catch (error) {
    return failure(error)
  }
}

/** The source, if the provenance and the certificate agree about it. */
function compared({ builder, source, ref, commit }: BuildClaims, signer: VerifiedSigner) {
  if (signer.kind === 'keyless') {
    requireSame('repository', source, signer.sourceRepository)
    requireSame('reference', ref, signer.sourceRef)
    requireSame('commit', commit, signer.sourceDigest)
  }
  const known =
    signer.kind === 'keyless'
      ? { source: signer.sourceRepository ?? source, ref: signer.sourceRef ?? ref }
      : { source, ref }
  return {
    builder,
    ...(known.source !== undefined && { source: known.source }),
    ...(known.ref !== undefined && { ref: known.ref }),
  }
}

function requireSame(what: string, claimed: string | undefined, certified: string | undefined): void {
  if (claimed === undefined || certified === undefined || claimed === certified) return
  throw new Refused(
    'SOURCE',
    `the provenance names the ${what} ${claimed}; the certificate was issued for ${certified}`,
  )
}

function accepted(proven: Proven, { source, minimumLevel = 0 }: VerifyProvenanceOptions): Proven {
  if (source !== undefined && proven.source !== source) {
    throw new Refused('SOURCE', `built from ${proven.source ?? 'an unknown repository'}; expected ${source}`)
  }
  if (proven.level < minimumLevel) {
    throw new Refused('LEVEL', `SLSA level ${minimumLevel} is required; proven is ${proven.level}`)
  }
  return proven
}

const SIGNATURE_CODES: readonly RefusalCode[] = ['SIGNATURE', 'TIMESTAMP', 'CERTIFICATE', 'LOG', 'KEY', 'IDENTITY']
const UNVERIFIABLE_CODES: readonly RefusalCode[] = ['UNVERIFIABLE', 'ROOT', 'FILE']

function failure(error: unknown): ProvenanceVerdict {
  const { code, reason } = toRefusal(error)
  const known = PROGRESS.find((one) => one === code)
  const group = SIGNATURE_CODES.includes(code)
    ? 'SIGNATURE'
    : UNVERIFIABLE_CODES.includes(code)
      ? 'UNVERIFIABLE'
      : 'MALFORMED'
  return { verified: false, level: 0, code: known ?? group, reason }
}

function best(verdicts: readonly ProvenanceVerdict[]): ProvenanceVerdict {
  const rank = (one: ProvenanceVerdict) => (one.verified ? PROGRESS.length + one.level : PROGRESS.indexOf(one.code))
  return [...verdicts].sort((one, other) => rank(other) - rank(one))[0]!
}
