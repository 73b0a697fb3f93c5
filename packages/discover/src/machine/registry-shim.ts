import { descriptionFor, readTool, type AtipTool, type Trust } from '@atip/protocol'
import { readShimRecord, type ShimRecord } from '@atip/registry/stored'
import type { CatalogProgram } from '../types.js'

export type ShimReading = { ok: true; tool: AtipTool; record?: ShimRecord } | { ok: false; reason: string }

/**
 * A shim for these very bytes, under one of the names it was written for (RFC 4.5). Multi-call binaries share one hash, and so
 * do the launchers of several versions of a package.
 */
export function readRegistryShim(path: string, bytes: Uint8Array, { name, file }: CatalogProgram): ShimReading {
  const reading = readTool(bytes)
  if (!reading.ok) {
    const first = reading.problems.find(({ severity }) => severity === 'error')
    return { ok: false, reason: `is not a usable description: ${first?.pointer ?? ''} ${first?.message ?? ''}` }
  }
  const { binary } = reading.tool
  if (binary === undefined) return { ok: false, reason: 'does not say for which bytes it is' }
  if (binary.hash !== file.hash) return { ok: false, reason: 'is for other bytes than its name says' }
  const { packageClosure: closure } = file
  const found = descriptionFor(reading.tool, { name, ...(closure && { closure }) })
  if (found === undefined) {
    return { ok: false, reason: `describes other programs with the same bytes, such as ${JSON.stringify(binary.name)}` }
  }
  const record = readShimRecord(path, bytes)
  const tool = { ...found, name, trust: trustIn(found, record) }
  return { ok: true, tool, ...(record && { record }) }
}

/** Who vouches for it was verified when it was fetched; what it says about that itself does not count. */
function trustIn({ trust }: AtipTool, record: ShimRecord | undefined): Trust {
  const { signer, isTrusted = false, isOrganisation = false } = record ?? {}
  const claimed = trust?.source ?? 'inferred'
  const signature = signer && { type: signer.identity.startsWith('minisign:') ? 'minisign' : 'cosign', ...signer }
  return {
    // Only the organisation's own registry speaks for it.
    source: claimed === 'org' && !isOrganisation ? 'community' : claimed,
    verified: isTrusted,
    ...(signature && { shimIntegrity: { signature: signature as NonNullable<Trust['shimIntegrity']>['signature'] } }),
  }
}
