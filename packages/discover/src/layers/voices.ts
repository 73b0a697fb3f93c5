import { LAYERS, type LayerName } from '../types.js'
import type { Layer } from './types.js'

/**
 * How a layer may speak of effects. `trusted`: it decides. `own-word`: what a tool or a stranger says of it, which may
 * make things worse. `inferred`: concluded from wording, for what nobody else speaks of.
 */
export type Voice = 'trusted' | 'own-word' | 'inferred'

/** Whom to believe about effects, and how words are read, first to last. */
const TRUSTED_ORDER: readonly LayerName[] = ['local-shim', 'curated', 'registry-shim']

export function voiceOf({ layer, trusted = false }: Layer): Voice {
  if (layer === 'generated') return 'inferred'
  return layer === 'local-shim' || layer === 'curated' || (layer === 'registry-shim' && trusted)
    ? 'trusted'
    : 'own-word'
}

/** The layers in the order in which they are believed: the trusted ones, then the rest, strongest first. */
export function inOrderOfTrust(layers: readonly Layer[]): Layer[] {
  const rank = (layer: Layer) =>
    voiceOf(layer) === 'trusted' ? TRUSTED_ORDER.indexOf(layer.layer) : LAYERS.length + LAYERS.indexOf(layer.layer)
  return [...layers].sort((a, b) => rank(a) - rank(b))
}

/** Whether what one layer says of structure and wording goes before what the other says. */
export function isStronger(layer: LayerName, other: LayerName): boolean {
  return LAYERS.indexOf(layer) < LAYERS.indexOf(other)
}
