import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isToolName } from '@atip/protocol'
import type { FileReference } from '../format/manifest.js'
import { FormatError } from '../format/format-error.js'
import { fileNameOf } from '../format/names.js'
import { readPattern, type PatternIndex } from '../format/patterns.js'
import { readPolicy, type OrganisationPolicy } from '../format/policy.js'
import { readSource, readSourceIfThere } from './read-source.js'
import { PublishError, RefusedFile, type ShimRefusal } from './refusal.js'
import type { TargetFolder } from './target.js'

/**
 * Publishes `policy.json` of the source. An unreadable policy stops the build, because a registry without its policy
 * would demand less than the organisation intends.
 */
export function publishPolicy(
  source: string,
  target: TargetFolder,
): { policy: OrganisationPolicy; reference: FileReference } | undefined {
  const file = join(source, 'policy.json')
  let bytes: Buffer | undefined
  let policy: OrganisationPolicy
  try {
    bytes = readSourceIfThere(source, file)
    if (bytes === undefined) return undefined
    policy = readPolicy(bytes)
  } catch (error) {
    throw new PublishError('source', `${JSON.stringify(file)}: ${(error as Error).message}`, error)
  }
  return { policy, reference: publishTwice(target, '/policies/{digest}.json', '/policy.json', bytes) }
}

/** Warns if a policy accepts none of the signers of the published shims: clients would refuse all of them. */
export function excludedBy(
  { trust: { allowedSigners } }: OrganisationPolicy,
  signers: ReadonlyMap<string, number>,
  own: string | undefined,
): string[] {
  // Shims without a signature count as signed by the manifest's signer, which is unknown before keyless signing.
  if (allowedSigners === undefined || signers.size === 0 || (own === undefined && signers.has(''))) return []
  const names = [...new Set([...signers.keys()].map((name) => name || own!))]
  if (names.some((name) => allowedSigners.includes(name))) return []
  const count = [...signers.values()].reduce((sum, one) => sum + one, 0)
  const shims = count === 1 ? 'the only shim is' : `all ${count} shims are`
  return [
    `the policy accepts ${allowedSigners.join(', ') || 'no signer'}, but ${shims} signed by ${names.join(', ')}: clients will refuse them`,
  ]
}

/** SLSA 1.0 has no higher level. */
const HIGHEST_SLSA_LEVEL = 3

/** Warns if a policy demands a level that no provenance can have. */
export function unreachableIn({ trust: { minimumSlsaLevel = 0 } }: OrganisationPolicy): string[] {
  if (minimumSlsaLevel <= HIGHEST_SLSA_LEVEL) return []
  return [
    `the policy demands the SLSA level ${minimumSlsaLevel}, and at most ${HIGHEST_SLSA_LEVEL} can be proven: no program will meet it`,
  ]
}

/** Publishes the files of `patterns` and their index. */
export function publishPatterns(
  source: string,
  target: TargetFolder,
  refuse: (refusal: ShimRefusal) => void,
): FileReference | undefined {
  const folder = join(source, 'patterns')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const index: PatternIndex = { version: '1', patterns: Object.create(null) as PatternIndex['patterns'] }
  for (const name of files.sort()) {
    try {
      const bytes = readSource(source, join(folder, name))
      const pattern = readPattern(bytes)
      if (!isToolName(pattern.name)) throw new FormatError('the name of a pattern must not have slashes')
      const { path, sha256 } = publishTwice(
        target,
        `/patterns/${fileNameOf(pattern.name)}-{digest}.json`,
        `/patterns/${fileNameOf(pattern.name)}.json`,
        bytes,
      )
      index.patterns[pattern.name] = { path, sha256, description: pattern.description }
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof RefusedFile)) throw error
      refuse({ file: join(folder, name), code: 'invalid', reason: error.message })
    }
  }
  if (Object.keys(index.patterns).length === 0) return undefined
  return publishTwice(target, '/patterns/index-{digest}.json', '/patterns/index.json', `${JSON.stringify(index)}\n`)
}

/** Writes a file under an immutable name, which the manifest uses, and under the path of the RFC. */
function publishTwice(target: TargetFolder, named: string, plain: string, data: string | Uint8Array): FileReference {
  const reference = target.writeNamed(named, data)
  if (target.readIfThere(plain)?.equals(Buffer.from(data)) !== true) target.write(plain, data)
  return reference
}
