import type { Trust } from '@atip/protocol'
import { LAYERS, type LayerName } from '../types.js'
import type { Layer } from './types.js'

/** Which trusted layer is believed first: what signers who are trusted here say of these very bytes, then what is said of a name. */
const TRUSTED_ORDER: readonly LayerName[] = ['local-shim', 'registry-shim', 'curated']

/** Trusted layers decide what a tool takes and what it does. */
export function isTrusted({ layer, trusted = false }: Layer): boolean {
  return layer === 'local-shim' || layer === 'curated' || (layer === 'registry-shim' && trusted)
}

/** The layers in the order in which they are believed: the trusted ones, then the rest, strongest first. */
export function inOrderOfTrust(layers: readonly Layer[]): Layer[] {
  const rank = (layer: Layer) =>
    isTrusted(layer) ? TRUSTED_ORDER.indexOf(layer.layer) : LAYERS.length + LAYERS.indexOf(layer.layer)
  return [...layers].sort((a, b) => rank(a) - rank(b))
}

const KNOWN_SOURCES = { native: 'native', 'local-shim': 'user', generated: 'inferred' } as const

/** Where a layer comes from is known by how we got it, and an untrusted one verifies nothing (decision 14). */
export function trustOf(layer: Layer): Trust | undefined {
  const { verified, ...trust } = layer.tool.trust ?? {}
  const source = KNOWN_SOURCES[layer.layer as keyof typeof KNOWN_SOURCES] ?? trust.source
  const isClaimed = verified === true && !isTrusted(layer)
  if (layer.tool.trust === undefined && source === undefined) return undefined
  return { ...trust, ...(source && { source }), ...(verified !== undefined && !isClaimed && { verified }) }
}
