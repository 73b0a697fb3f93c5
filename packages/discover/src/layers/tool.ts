import type { AtipTool, Trust } from '@atip/protocol'
import { COUNTING } from './completeness.js'
import { mergeNode } from './node.js'
import { mergeDescription, mergeField } from './parameter.js'
import type { Holder, Place } from './place.js'
import { Draft, layerOf, type Sourced } from './sources.js'
import type { Layer } from './types.js'
import { isStronger } from './voices.js'

/** The field of a merged description that lists the layers that took part, strongest first. */
export const TOOK_PART = 'x-atip-layers'

const OWN_RULES: ReadonlySet<string> = new Set([
  ...COUNTING,
  TOOK_PART,
  'description',
  'version',
  'effects',
  'globalOptions',
  'commands',
  'trust',
  'x-atip',
])

/** Merges what a layer says of a tool into what is there. */
export function mergeTool(before: Sourced<AtipTool>, added: AtipTool, place: Place): Sourced<AtipTool> {
  if (before.value === added) return before
  const draft = new Draft<AtipTool>(before)
  mergeDescription(draft, added, place)
  mergeVersion(draft, added.version, place)
  for (const key of Object.keys(added)) {
    if (!OWN_RULES.has(key)) mergeField(draft, key, (added as unknown as Record<string, unknown>)[key], place)
  }
  mergeNode(draft as unknown as Draft<Holder>, added as unknown as Holder, place)
  return draft.done()
}

/** What shims and generated descriptions say who do not know it. */
const NO_VERSION: ReadonlySet<string> = new Set(['', '0', 'unknown'])

function mergeVersion(draft: Draft<AtipTool>, version: string, { layer }: Place): void {
  if (NO_VERSION.has(version)) return
  const isMissing = NO_VERSION.has(draft.value.version)
  if (isMissing || isStronger(layer, layerOf(draft.sourceOf('version')))) draft.set('version', version, layer)
}

/**
 * The trust of the strongest layer. Where it comes from is known by how it was got, and what a tool says of itself
 * verifies nothing (decision 14).
 */
export function trustOf({ layer, tool }: Layer): Trust | undefined {
  const { verified, ...trust } = tool.trust ?? {}
  const isClaimed = layer === 'native' && verified === true
  const source = { native: 'native', 'local-shim': 'user', generated: 'inferred' } as const
  const known = layer in source ? source[layer as keyof typeof source] : trust.source
  if (tool.trust === undefined && known === undefined) return undefined
  return { ...trust, ...(known && { source: known }), ...(verified !== undefined && !isClaimed && { verified }) }
}
