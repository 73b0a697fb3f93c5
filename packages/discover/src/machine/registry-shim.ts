import { descriptionFor, readTool, type AtipTool, type Trust } from '@atip/protocol'
import { readShimRecord, type ShimRecord } from '@atip/registry/stored'
import type { CatalogProgram } from '../types.js'
import { acceptanceOf } from './accepted-shims.js'
import type { Machine } from './machine.js'

export type ShimReading = { ok: true; tool: AtipTool; record?: ShimRecord } | { ok: false; reason: string }

/**
 * Reads a shim for exactly these bytes, under one of the names it was written for (RFC 4.5). Multi-call binaries share
 * one hash, and so do the launchers of several versions of a package.
 */
export function readRegistryShim(
  machine: Machine,
  path: string,
  bytes: Uint8Array,
  { name, file }: CatalogProgram,
): ShimReading {
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
  const stored = readShimRecord(path, bytes)
  const acceptance = stored && acceptanceOf(machine, stored)
  if (acceptance?.ok === false) return { ok: false, reason: `is not used: ${acceptance.reason}` }
  const record = stored && acceptance && { ...stored, isOrganisation: acceptance.isOrganisation }
  const tool = { ...found, name, trust: trustIn(found, record) }
  return { ok: true, tool, ...(record && { record }) }
}

/** The signer was verified when the shim was fetched, and is still accepted. The shim's own claims do not count. */
function trustIn({ trust }: AtipTool, record: ShimRecord | undefined): Trust {
  const { signer, isTrusted = false, isOrganisation = false } = record ?? {}
  const claimed = trust?.source ?? 'inferred'
  const { acceptedBy: _, ...named } = signer ?? { identity: '' }
  const signature = signer && { type: named.identity.startsWith('minisign:') ? 'minisign' : 'cosign', ...named }
  return {
    // Only the organisation's own registry may claim the source `org`.
    source: claimed === 'org' && !isOrganisation ? 'community' : claimed,
    verified: isTrusted,
    ...(signature && { shimIntegrity: { signature: signature as NonNullable<Trust['shimIntegrity']>['signature'] } }),
  }
}
