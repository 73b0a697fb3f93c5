import type { Trust } from '@atip/protocol'
import { LAYERS, type LayerName } from '../types.js'
import type { Layer } from './types.js'

/** Trusted layers in order of precedence: signed shims are for exactly these bytes, curated ones only for a name. */
const TRUSTED_ORDER: readonly LayerName[] = ['local-shim', 'registry-shim', 'curated']

/** Whether this layer may decide what a tool takes and does. */
export function isTrusted({ layer, trusted = false }: Layer): boolean {
  return layer === 'local-shim' || layer === 'curated' || (layer === 'registry-shim' && trusted)
}

/** The layers in order of precedence: the trusted ones, then the rest, strongest first. */
export function inOrderOfTrust(layers: readonly Layer[]): Layer[] {
  const rank = (layer: Layer) =>
    isTrusted(layer) ? TRUSTED_ORDER.indexOf(layer.layer) : LAYERS.length + LAYERS.indexOf(layer.layer)
  return [...layers].sort((a, b) => rank(a) - rank(b))
}

const KNOWN_SOURCES = { native: 'native', 'local-shim': 'user', generated: 'inferred' } as const

/** How we got a layer decides its source, and an untrusted layer cannot claim to be verified (decision 14). */
export function trustOf(layer: Layer): Trust | undefined {
  const { verified, ...trust } = layer.tool.trust ?? {}
  const source = KNOWN_SOURCES[layer.layer as keyof typeof KNOWN_SOURCES] ?? trust.source
  const isClaimed = verified === true && !isTrusted(layer)
  if (layer.tool.trust === undefined && source === undefined) return undefined
  return { ...trust, ...(source && { source }), ...(verified !== undefined && !isClaimed && { verified }) }
}
