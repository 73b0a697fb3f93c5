import type { RegistryConfig } from '../config/registries.js'
import { FormatError } from '../format/format-error.js'
import { isExpired, MANIFEST_PATH, readManifest, type ReadManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { RegistryError } from '../http/registry-error.js'
import { verifySignatures, type SignerIdentity } from '../signing/verify.js'
import { readAccepted, writeAccepted, type AcceptedManifest } from '../stored/manifest-state.js'
import { fetchSignatures, signerSettings, type ClientLimits, type RemoteRegistry } from './remote.js'

/** A registry whose manifest was accepted. */
export interface OpenRegistry {
  remote: RemoteRegistry
  manifest: ReadManifest
  /** The signer of everything that the manifest names; undefined if no trusted signer signed it. */
  signer?: SignerIdentity
  /** Why the registry's current manifest was not accepted; this one is older. */
  problem?: RegistryError
}

export type OpenedRegistry =
  | ({ ok: true; config: RegistryConfig } & OpenRegistry)
  | { ok: false; config: RegistryConfig; problem: RegistryError }

/**
 * Fetches and verifies the manifest of a registry. If the current one is refused, the last good one stays in use until
 * it expires. Throws a RegistryError.
 */
export async function openRegistry(
  remote: RemoteRegistry,
  data: string,
  limits: ClientLimits,
  now: Date,
): Promise<OpenRegistry> {
  const accepted = readAccepted(data, remote.config.url)
  try {
    const { bytes, problem } = await fetchManifest(remote, limits)
    const judged = await judge(remote, bytes, accepted, now)
    if (judged.content !== accepted?.content || judged.judgedBy !== accepted.judgedBy) await writeAccepted(data, judged)
    return opened(remote, judged, problem)
  } catch (error) {
    const refusal = asRegistryError(error, remote.config.url)
    remote.forget(MANIFEST_PATH)
    // The signers may have changed, and the stored manifest was accepted under the old list.
    const isUsable = accepted !== undefined && accepted.judgedBy === judgedBy(remote)
    if (!isUsable || refusal.code === 'auth' || refusal.code === 'config') throw refusal
    const before = opened(remote, accepted, refusal)
    if (isExpired(before.manifest, now)) throw refusal
    return before
  }
}

async function fetchManifest(remote: RemoteRegistry, { manifestBytes }: ClientLimits) {
  // The manifest names everything else, so it shows every new policy or shim. An unchanged one costs a few bytes.
  const answer = await remote.get(MANIFEST_PATH, manifestBytes, true)
  if (answer.status === 200) return answer
  throw new RegistryError('status', `${remote.config.url} is not a registry: it has no ${MANIFEST_PATH}`)
}

function opened(
  remote: RemoteRegistry,
  { bytes, signer }: AcceptedManifest,
  problem: RegistryError | undefined,
): OpenRegistry {
  return { remote, manifest: readManifest(bytes), ...(signer && { signer }), ...(problem && { problem }) }
}

/**
 * A digest of the settings that a verification depends on. Results stored before `acceptedBy` have another digest, so
 * they are verified again.
 */
const judgedBy = ({ config }: RemoteRegistry) =>
  sha256(JSON.stringify(['acceptedBy', signerSettings(config), config.requireSignatures]))

async function judge(
  remote: RemoteRegistry,
  bytes: Buffer,
  accepted: AcceptedManifest | undefined,
  now: Date,
): Promise<AcceptedManifest> {
  const { url } = remote.config
  const manifest = readManifest(bytes)
  const content = sha256(bytes)
  const serial = manifest.serial ?? 0
  const isKnown = accepted?.content === content && accepted.judgedBy === judgedBy(remote)
  const signer = isKnown ? accepted.signer : await signerOf(remote, manifest, bytes, content)
  if (isExpired(manifest, now)) {
    throw new RegistryError(
      'expired',
      `the manifest of ${url} expired on ${manifest.expires}: the registry was not renewed, or the server holds back newer manifests`,
    )
  }
  if (accepted !== undefined && serial < accepted.serial) {
    throw new RegistryError(
      'rollback',
      `the manifest of ${url} has the serial ${serial}, but ${accepted.serial} was accepted before: the server sends an old one, or the registry was built again in a new folder without --serial`,
    )
  }
  if (
    accepted !== undefined &&
    serial === accepted.serial &&
    content !== accepted.content &&
    manifest.serial !== undefined
  ) {
    throw new RegistryError(
      'changed',
      `the manifest of ${url} changed, and its serial is still ${serial}: one of the two is not genuine`,
    )
  }
  return { url, serial, content, bytes, ...(signer && { signer }), judgedBy: judgedBy(remote) }
}

/** A wrong signature is always refused, a missing one only where signatures are required. */
async function signerOf(
  remote: RemoteRegistry,
  { endpoints }: ReadManifest,
  bytes: Buffer,
  content: string,
): Promise<SignerIdentity | undefined> {
  const { url, requireSignatures, signers, minisignKeys } = remote.config
  const isJudgeable = signers.length + minisignKeys.length > 0
  if (!isJudgeable && requireSignatures) {
    throw new RegistryError('unsigned', `signatures of ${url} are required, and no signers are configured for it`)
  }
  if (!isJudgeable) return undefined
  const signatures = await fetchSignatures(remote, endpoints, { content })
  const verdict = await verifySignatures(bytes, signatures, signerSettings(remote.config))
  if (verdict.verified) return verdict.signer
  if (verdict.isSigned) {
    throw new RegistryError('signature', `the manifest of ${url} is not accepted: ${verdict.reason}`)
  }
  if (!requireSignatures) return undefined
  throw new RegistryError(
    'unsigned',
    `there is no signature for the manifest of ${url} as it was served: it is not signed, or it was changed on the way`,
  )
}

export function asRegistryError(error: unknown, where: string): RegistryError {
  if (error instanceof RegistryError) return error
  if (error instanceof FormatError) return new RegistryError('format', `${where}: ${error.message}`, error)
  throw error
}
