import { text as shipped } from '../data/generated/builders.js'
import { Refused } from '../refused.js'
import type { VerifiedSigner } from '../sigstore/verify-bundle.js'
import { HIGHEST_LEVEL } from './highest-level.js'
import type { BuildClaims } from './predicate.js'

/** Maps builders to SLSA levels. */
export interface BuilderTable {
  /** Builders on machines of the provider that run the project's own workflow. */
  hosted: readonly { issuer: string; runnerEnvironment: string; builders: readonly string[]; level: number }[]
  /** Reusable workflows of another repository at a released version, which the project cannot change. */
  reusable: readonly { issuer: string; folder: string; workflows: readonly string[]; level: number }[]
  /** Builders that sign with a key: the SHA-256 of the public key in DER. */
  keys?: readonly { key: string; builder: string; level: number }[]
}

/** The level of an unknown builder: provenance exists, and nothing more is known. */
const UNKNOWN_BUILDER = 1

export const shippedBuilders = (): BuilderTable => JSON.parse(shipped) as BuilderTable

/** The level of a build whose signature was verified. The provenance must agree with the certificate. */
export function levelOf(claims: BuildClaims, signer: VerifiedSigner, table: BuilderTable): number {
  return Math.min(
    HIGHEST_LEVEL,
    signer.kind === 'key' ? byKey(claims, signer.key, table) : byIdentity(claims, signer, table),
  )
}

function byKey({ builder }: BuildClaims, key: string, { keys = [] }: BuilderTable): number {
  const known = keys.find((one) => one.key === key)
  if (known === undefined) return UNKNOWN_BUILDER
  if (known.builder !== builder) {
    throw new Refused('BUILDER', `the key belongs to the builder ${known.builder}; the provenance names ${builder}`)
  }
  return known.level
}

type Keyless = Extract<VerifiedSigner, { kind: 'keyless' }>

function byIdentity({ builder }: BuildClaims, signer: Keyless, { hosted, reusable }: BuilderTable): number {
  const host = hosted.find(({ issuer }) => issuer === signer.issuer)
  const isGeneric = host?.builders.includes(builder) === true
  // The certificate proves which workflow ran; that workflow wrote the provenance itself.
  if (signer.buildSigner !== undefined && !isGeneric && builder !== signer.buildSigner) {
    throw new Refused('BUILDER', `the certificate was issued to ${signer.buildSigner}; the provenance names ${builder}`)
  }
  if (host === undefined || signer.runnerEnvironment !== host.runnerEnvironment) return UNKNOWN_BUILDER
  const trusted = reusable.find((one) => one.issuer === signer.issuer && isReleased(builder, one.folder, one.workflows))
  return builder === signer.buildSigner && trusted !== undefined ? trusted.level : host.level
}

/** A branch can change later; a released version should not. */
function isReleased(builder: string, folder: string, workflows: readonly string[]): boolean {
  return workflows.some((name) => {
    const start = `${folder}${name}@refs/tags/`
    return builder.startsWith(start) && /^v\d+\.\d+\.\d+$/.test(builder.slice(start.length))
  })
}
