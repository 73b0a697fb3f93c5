import { withClaims, type AtipTool } from '@atip/protocol'
import { mergeLayers } from './merge-layers.js'
import { patched } from './override.js'
import { isTrusted } from './trust.js'
import type { Layer } from './types.js'

/**
 * The description by which calls of a tool are judged. Only trusted layers are merged into it. The tool's own word and that
 * of untrusted registries go along as claims, which can make a call look worse and nothing else. Without a trusted layer
 * the tool's own word counts, with a `trust` that says so; wording of help and manual pages never does.
 */
export function toolToJudge(layers: readonly Layer[], override?: unknown): AtipTool | undefined {
  const trusted = layers.filter(isTrusted)
  const own = layers.filter(({ layer }) => layer === 'native')
  const chosen = trusted.length > 0 ? trusted : own
  if (chosen.length === 0) return undefined
  const claims = layers.filter((layer) => !chosen.includes(layer) && layer.layer !== 'generated')
  const { tool } = mergeLayers(chosen, override)
  // The user has the last word on claims, too.
  return withClaims(
    tool,
    claims.map(({ tool: claim }) => (override === undefined ? claim : (patched(claim, override) ?? claim))),
  )
}
