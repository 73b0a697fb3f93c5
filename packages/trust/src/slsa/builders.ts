import { text as shipped } from '../data/generated/builders.js'
import { Refused } from '../refused.js'
import type { VerifiedSigner } from '../sigstore/verify-bundle.js'
import { HIGHEST_LEVEL } from './highest-level.js'
import type { BuildClaims } from './predicate.js'

/** Which builders are worth which SLSA level. */
export interface BuilderTable {
  /** Builds on machines of the provider, with the workflow of the project itself. */
  hosted: readonly { issuer: string; runnerEnvironment: string; builders: readonly string[]; level: number }[]
  /** Builds in a workflow of someone else, which the project cannot change, at a released version. */
  reusable: readonly { issuer: string; folder: string; workflows: readonly string[]; level: number }[]
  /** Builders that sign with a key: the SHA-256 of the public key in DER. */
  keys?: readonly { key: string; builder: string; level: number }[]
}

/** Of an unknown builder: provenance exists, and that is all. */
const UNKNOWN_BUILDER = 1

export const shippedBuilders = (): BuilderTable => JSON.parse(shipped) as BuilderTable

/** The level of a build whose signature was verified. What the provenance says must agree with the certificate. */
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
  // The certificate knows which workflow ran; the provenance is what that workflow wrote.
  if (signer.buildSigner !== undefined && !isGeneric && builder !== signer.buildSigner) {
    throw new Refused('BUILDER', `the certificate was issued to ${signer.buildSigner}; the provenance names ${builder}`)
  }
  if (host === undefined || signer.runnerEnvironment !== host.runnerEnvironment) return UNKNOWN_BUILDER
  const trusted = reusable.find((one) => one.issuer === signer.issuer && isReleased(builder, one.folder, one.workflows))
  return builder === signer.buildSigner && trusted !== undefined ? trusted.level : host.level
}

/** A branch can be changed after the fact; a released version should not. */
function isReleased(builder: string, folder: string, workflows: readonly string[]): boolean {
  return workflows.some((name) => {
    const start = `${folder}${name}@refs/tags/`
    return builder.startsWith(start) && /^v\d+\.\d+\.\d+$/.test(builder.slice(start.length))
  })
}
