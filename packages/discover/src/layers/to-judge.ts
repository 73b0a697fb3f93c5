import { withClaims, type AtipTool } from '@atip/protocol'
import { mergeLayers } from './merge-layers.js'
import { isTrusted } from './trust.js'
import type { Layer } from './types.js'

/**
 * The description for judging calls. Only trusted layers are merged into it; the tool's own description and untrusted
 * registries are attached as claims, which can only make a call look worse. Without a trusted layer the tool's own
 * description counts, and `trust` says so. Text from help and manual pages counts only as what an override corrects.
 */
export function toolToJudge(layers: readonly Layer[], override?: unknown): AtipTool | undefined {
  const trusted = layers.filter(isTrusted)
  const own = layers.filter(({ layer }) => layer === 'native')
  // Without these, what the override states is known, and nothing else.
  const corrected = override === undefined ? [] : layers.filter(({ layer }) => layer === 'generated')
  const chosen = [trusted, own, corrected].find((some) => some.length > 0) ?? []
  if (chosen.length === 0) return undefined
  const claims = layers.filter((layer) => !chosen.includes(layer) && layer.layer !== 'generated')
  // The user's override also applies to claims.
  const claimed = claims.map((layer) => mergeLayers([layer], override).tool)
  return withClaims(mergeLayers(chosen, override).tool, claimed)
}
