import {
  CLOSURE,
  descriptionsIn,
  HASH_OF_NOTHING,
  isHash,
  isToolName,
  namesIn,
  readTool,
  type AtipTool,
  type Hash,
  type TrustSource,
} from '@atip/protocol'
import { sha256 } from '../format/names.js'
import type { SignatureTexts } from '../format/signature-texts.js'
import type { RegistrySigner } from '../signing/signer.js'
import { verifySignatures, type SignerSettings } from '../signing/verify.js'
import { RefusedFile } from './refusal.js'
import type { PublishedShim } from './state.js'

export const MOST_SHIM_BYTES = 4 * 1024 ** 2

export interface CheckedShim {
  bytes: Uint8Array
  signatures: SignatureTexts
  facts: Omit<PublishedShim, 'index'>
}

export interface ShimRules {
  /** The accepted signers of descriptions that were not merely inferred. */
  trust: SignerSettings
  /** Signs such descriptions that come without a signature. */
  signer?: RegistrySigner
}

/** The sources that a published description may state. `user` is for one machine. */
const SOURCES: readonly TrustSource[] = ['native', 'vendor', 'org', 'community', 'inferred']

/** Sources that imply a review by people. */
const REVIEWED: readonly TrustSource[] = ['vendor', 'org', 'community']

/**
 * Decides whether a shim may be published under this hash, given what was published there before. Throws a RefusedFile.
 */
export async function checkShim(
  hex: string,
  bytes: Uint8Array,
  signatures: SignatureTexts,
  rules: ShimRules,
  before?: PublishedShim,
): Promise<CheckedShim> {
  if (bytes.length > MOST_SHIM_BYTES) throw new RefusedFile('too-large', `it has more than ${MOST_SHIM_BYTES} bytes`)
  const tool = toolIn(bytes)
  const hash: Hash = `sha256:${hex}`
  const { binary } = tool
  if (binary === undefined) throw new RefusedFile('hash', 'it has no "binary", which says for which program it is')
  if (binary.hash !== hash) {
    throw new RefusedFile('hash', `its name is the hash ${hash}, and its binary.hash ${binary.hash}`)
  }
  if (hash === HASH_OF_NOTHING) throw new RefusedFile('hash', 'this is the hash of an empty file')
  const others = namesOf(tool).filter((name) => name !== binary.name)
  const source = tool.trust?.source ?? 'inferred'
  if (!SOURCES.includes(source))
    throw new RefusedFile('source', `"trust.source" is ${source}, which is for one machine only`)
  if (REVIEWED.includes(source)) requireCommands(tool)
  const facts = {
    content: sha256(bytes),
    source,
    name: binary.name,
    ...(binary.version !== undefined && { version: binary.version }),
    ...(binary.platform !== undefined && { platform: binary.platform }),
    ...(others.length > 0 && { aliases: others }),
    description: tool.description,
  }
  if (before !== undefined) requireSame(before, facts)
  const { signer, ...vouched } = await vouchedFor(bytes, signatures, source, rules)
  return { bytes, ...vouched, facts: { ...facts, ...(signer !== undefined && { signer }) } }
}

/** An empty description cannot have been reviewed. */
function requireCommands(shim: AtipTool): void {
  const isEmpty = [...descriptionsIn(shim)].some(
    (reading) => reading.ok && Object.keys(reading.tool.commands ?? {}).length === 0,
  )
  if (!isEmpty) return
  throw new RefusedFile(
    'empty',
    `it has no commands, so there is nothing that a signature could vouch for; "commands": {"": {…}} describes a program without subcommands`,
  )
}

function toolIn(bytes: Uint8Array): AtipTool {
  const reading = readTool(bytes)
  if (reading.ok) {
    if (bytes[0] === 0xef) throw new RefusedFile('invalid', 'it begins with a byte order mark')
    return reading.tool
  }
  const { pointer = '', message = '' } = reading.problems.find(({ severity }) => severity === 'error') ?? {}
  const what =
    pointer === '' && message.startsWith('"version" is missing')
      ? '"binary.version" is missing: atip shim new PROGRAM --tool-version VERSION writes it'
      : `${pointer === '' ? '' : `${pointer} `}${message}`
  throw new RefusedFile('invalid', `it is not a valid description: ${what}; atip validate says more`)
}

/** All names that find a shim. No two of its descriptions may be for the same program. */
function namesOf(shim: AtipTool): string[] {
  const keys = new Set<string>()
  const names = new Set<string>()
  for (const reading of descriptionsIn(shim)) {
    if (!reading.ok) {
      const { pointer = '', message = '' } = reading.problems.find(({ severity }) => severity === 'error') ?? {}
      throw new RefusedFile('invalid', `a variant is not a valid description: ${pointer} ${message}`)
    }
    const closure = reading.tool.binary![CLOSURE]
    if (closure !== undefined && !isHash(closure)) {
      throw new RefusedFile('invalid', `${CLOSURE} must be sha256: and 64 digits; found ${JSON.stringify(closure)}`)
    }
    for (const name of new Set(namesIn(reading.tool))) {
      if (!isToolName(name)) throw new RefusedFile('invalid', `${JSON.stringify(name)} cannot be the name of a program`)
      const key = `${closure ?? ''} ${name}`
      if (keys.has(key)) throw new RefusedFile('invalid', `two of its descriptions are for ${JSON.stringify(name)}`)
      keys.add(key)
      names.add(name)
    }
  }
  return [...names]
}

const IMMUTABLE = ['name', 'version', 'platform'] as const

/** Checks the facts that never change for the same bytes (RFC 4.7), even if the shim was withdrawn in between. */
function requireSame(before: PublishedShim, facts: CheckedShim['facts']): void {
  for (const field of IMMUTABLE) {
    if (before[field] === facts[field]) continue
    const [was, is] = [before[field], facts[field]].map((value) => JSON.stringify(value) ?? 'nothing')
    throw new RefusedFile('immutable', `binary.${field} was ${was} and must stay so for the same hash; found ${is}`)
  }
  if (before.removed !== true && before.source !== 'inferred' && facts.source === 'inferred') {
    throw new RefusedFile('demoted', `a reviewed description is published, which an inferred one does not replace`)
  }
}

/** An inferred description needs no signature; every other one needs an accepted signer. */
async function vouchedFor(
  bytes: Uint8Array,
  signatures: SignatureTexts,
  source: TrustSource,
  { trust, signer }: ShimRules,
): Promise<Pick<CheckedShim, 'signatures'> & { signer?: string }> {
  const isSigned = Object.keys(signatures).length > 0
  if (source === 'inferred' && !isSigned) return { signatures }
  if (!isSigned) {
    if (signer !== undefined) return { signatures: await signer.sign(bytes) }
    throw new RefusedFile('unsigned', `"trust.source" is ${source}, and no signer has vouched for it: atip shim sign`)
  }
  const verdict = await verifySignatures(bytes, signatures, trust)
  if (!verdict.verified) throw new RefusedFile('signature', `its signature is not accepted: ${verdict.reason}`)
  return { signatures, signer: verdict.signer.identity }
}
