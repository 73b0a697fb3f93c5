import { descriptionFor, readTool, type AtipTool, type Hash, type ShimKey } from '@atip/protocol'
import { openFilter, type ExistenceFilter } from '../format/filter.js'
import { fillTemplate } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { decodePack, openPackIndex, packOf, type PackedShim, type PackIndex } from '../format/pack.js'
import type { SignatureTexts } from '../format/signature-texts.js'
import { RegistryError } from '../http/registry-error.js'
import { verifySignatures, type SignerIdentity } from '../signing/verify.js'
import type { OpenRegistry } from './open-registry.js'
import { fetchSignatures, signerSettings, type ClientLimits } from './remote.js'

/** A program to look up. Several names, and scripts of several versions, can share the same bytes. */
export interface ProgramKey extends ShimKey {
  hash: Hash
}

/** A shim that was found, and its signer. */
export interface RawShim {
  bytes: Buffer
  tool: AtipTool
  signer?: SignerIdentity
}

export interface RegistryContents {
  /** Throws a RegistryError if the shim must not be used. */
  find(program: ProgramKey): Promise<RawShim | undefined>
}

/**
 * Looks up shims in a registry. With packs, the registry never learns the whole hash of a program; with filters, it
 * learns hardly any part of it.
 */
export function openContents(registry: OpenRegistry, limits: ClientLimits): RegistryContents {
  const { remote, manifest, signer } = registry
  let filters: Promise<ExistenceFilter[]> | undefined
  let index: Promise<PackIndex> | undefined
  const packs = new Map<string, Promise<PackedShim[]>>()

  const mayHave = async (hex: string) => {
    if (manifest.filters === undefined) return true
    filters ??= Promise.all(manifest.filters.map(async (file) => openFilter(await remote.file(file))))
    return (await filters).some((filter) => filter.mayHave(hex))
  }
  const fromPack = async (hex: string): Promise<Candidate | undefined> => {
    const { prefixLength, index: file } = manifest.packs!
    index ??= remote.file(file).then((bytes) => openPackIndex(bytes, prefixLength))
    const prefix = packOf(hex, prefixLength)
    const digest = (await index).digestOf(prefix)
    if (digest === undefined) return undefined
    const path = fillTemplate(manifest.endpoints.packs!, { prefix, digest: digest.slice(0, 32) })
    const pack = packs.get(digest) ?? remote.file({ path, sha256: digest }).then((bytes) => decodePack(bytes))
    packs.set(digest, pack)
    const found = (await pack).find(({ hash }) => hash === `sha256:${hex}`)
    return found && { bytes: Buffer.from(found.shim), signatures: async () => found.signatures, isVouchedFor: true }
  }
  const direct = async (hex: string): Promise<Candidate | undefined> => {
    const path = fillTemplate(manifest.endpoints.shims, { hash: hex })
    const { status, bytes } = await remote.get(path, limits.shimBytes)
    if (status === 404) return undefined
    const signatures = () => fetchSignatures(remote, manifest.endpoints, { hash: hex, content: sha256(bytes) })
    return { bytes, signatures, isVouchedFor: false }
  }
  return {
    async find({ hash, ...key }) {
      const hex = hash.slice('sha256:'.length)
      if (!(await mayHave(hex))) return undefined
      const candidate = await (manifest.packs === undefined ? direct(hex) : fromPack(hex))
      if (candidate === undefined) return undefined
      // No description may fit this name, or what the program launches, even if the bytes match.
      const tool = descriptionFor(toolIn(candidate.bytes, hash, remote.config.url), key)
      if (tool === undefined) return undefined
      const own = await ownSigner(candidate, registry, hash)
      const by = own ?? (candidate.isVouchedFor ? signer : undefined)
      if (by === undefined && remote.config.requireSignatures) {
        throw new RegistryError(
          'unsigned',
          `the shim of ${hash} from ${remote.config.url} is not signed, and signatures are required`,
        )
      }
      return { bytes: candidate.bytes, tool: { ...tool, name: key.name }, ...(by && { signer: by }) }
    },
  }
}

interface Candidate {
  bytes: Buffer
  signatures: () => Promise<SignatureTexts>
  /** Whether the manifest names it by its SHA-256. */
  isVouchedFor: boolean
}

function toolIn(bytes: Buffer, hash: Hash, url: string): AtipTool {
  const reading = readTool(bytes)
  if (!reading.ok) {
    const problem = reading.problems.find(({ severity }) => severity === 'error')
    throw new RegistryError(
      'format',
      `the shim of ${hash} from ${url} is not valid: ${problem?.pointer} ${problem?.message}`,
    )
  }
  if (reading.tool.binary?.hash !== hash) {
    throw new RegistryError(
      'hash',
      `${url} served a shim for ${reading.tool.binary?.hash ?? 'no program'} under the hash ${hash}`,
    )
  }
  return reading.tool
}

/**
 * The signer of the shim itself. A signature that can be verified here and is wrong is a refusal. One of a signer who is
 * not accepted here counts as none if the manifest's signer vouches for the shim.
 */
async function ownSigner(
  candidate: Candidate,
  { remote, signer }: OpenRegistry,
  hash: Hash,
): Promise<SignerIdentity | undefined> {
  const { config } = remote
  const { bundle, minisig } = await candidate.signatures()
  const judgeable = {
    ...(bundle !== undefined && config.signers.length > 0 && { bundle }),
    ...(minisig !== undefined && config.minisignKeys.length > 0 && { minisig }),
  }
  const verdict = await verifySignatures(candidate.bytes, judgeable, signerSettings(config))
  if (verdict.verified) return verdict.signer
  const isVouchedFor = candidate.isVouchedFor && signer !== undefined
  if (!verdict.isSigned || (verdict.isByStranger && isVouchedFor)) return undefined
  throw new RegistryError('signature', `the shim of ${hash} from ${config.url} is not accepted: ${verdict.reason}`)
}
