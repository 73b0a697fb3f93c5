import { readTool, type AtipTool } from '@atip/protocol'
import type { Program } from '../types.js'

export type ShimReading = { ok: true; tool: AtipTool } | { ok: false; reason: string }

/** A shim for these very bytes, under one of the names it was written for (RFC 4.5, decision 43). */
export function readRegistryShim(bytes: Uint8Array, { name, file }: Program): ShimReading {
  const reading = readTool(bytes)
  if (!reading.ok) {
    const first = reading.problems.find(({ severity }) => severity === 'error')
    return { ok: false, reason: `is no description that can be used: ${first?.pointer ?? ''} ${first?.message ?? ''}` }
  }
  const { binary } = reading.tool
  if (binary === undefined) return { ok: false, reason: 'does not say for which bytes it is' }
  if (binary.hash !== file.hash) return { ok: false, reason: 'is for other bytes than its name says' }
  if (binary.name !== name && binary.aliases?.includes(name) !== true) {
    return { ok: false, reason: `is for ${JSON.stringify(binary.name)}, which has the same bytes` }
  }
  return { ok: true, tool: { ...reading.tool, name } }
}
