import type { AtipTool } from '@atip/protocol'
import { LAYERS } from '../types.js'
import { closesTheSet, completenessOf, COUNTING } from './completeness.js'
import { joinTool } from './merge.js'
import { notesOn } from './notes.js'
import { applyOverride } from './override.js'
import { attribute, type Source } from './sources.js'
import { inOrderOfTrust, isTrusted, trustOf } from './trust.js'
import { TOOK_PART, type Layer, type Merged } from './types.js'

/**
 * Merges several layers. Of the trusted ones, the first that states a field decides what a tool takes and does; the
 * others fill gaps. The rest give wording, and add what is missing, marked unknown. Without a trusted layer the
 * strongest one counts, and `trust` says so.
 */
export function mergeLayers(layers: readonly Layer[], override?: unknown): Merged {
  const distinct = layers.filter((layer, index) => !layers.slice(0, index).some((one) => isSame(one, layer)))
  const [first, ...others] = inOrderOfTrust(distinct)
  if (first === undefined) throw new TypeError('there is nothing to merge: give at least one layer')
  const isClosed = layers.some(closesTheSet)
  let { tool } = first
  let sources: Source = first.layer
  for (const layer of others) {
    const fills = isTrusted(layer) || !isTrusted(first)
    const adds = isTrusted(layer) || layer.layer === 'native' || !isClosed
    const joined = joinTool(layer.tool, { tool, fills, adds, rewords: layer.layer === 'generated' })
    sources = attribute(tool, joined, sources, layer.layer)
    tool = joined
  }
  const whole = finished(tool, first, distinct)
  sources = attribute(tool, whole, sources, first.layer)
  const merged: Merged = { tool: whole, sources, overridden: [], notes: notesOn(whole, layers) }
  return override === undefined ? merged : applyOverride(merged, override, isTrusted(first))
}

function isSame(a: Layer, b: Layer): boolean {
  if (a.layer !== b.layer || a.trusted !== b.trusted) return false
  return a.tool === b.tool || JSON.stringify(a.tool) === JSON.stringify(b.tool)
}

/** Adds the fields about the whole: its trust, the layers that took part, and what is missing. */
function finished(tool: AtipTool, first: Layer, layers: readonly Layer[]): AtipTool {
  const { trust: _, ...rest } = tool
  if (layers.length > 1) {
    for (const key of COUNTING) delete rest[key]
    Object.assign(rest, completenessOf(tool, layers))
  }
  const trust = trustOf(first)
  const tookPart = LAYERS.filter((name) => layers.some(({ layer }) => layer === name))
  return { ...rest, ...(trust && { trust }), [TOOK_PART]: tookPart }
}
