import type { AtipTool } from '@atip/protocol'
import { LAYERS } from '../types.js'
import { closesTheSet, completenessOf, COUNTING } from './completeness.js'
import { guardOf } from './guard.js'
import { applyOverride } from './override.js'
import type { Guard, Holder, Place } from './place.js'
import { NO_RENAMES } from './rules.js'
import type { Sourced } from './sources.js'
import { Draft, layerOf } from './sources.js'
import { mergeTool, TOOK_PART, trustOf } from './tool.js'
import { trim } from './trim.js'
import type { Layer, Merged, MergeOptions } from './types.js'
import { inOrderOfTrust, isStronger, voiceOf } from './voices.js'

/**
 * One description from several. Structure and wording come from the strongest layer that has them, field by field. What
 * a call does is for the trusted layers to say.
 *
 * The law: whatever the other layers contain, no call of a command that trusted layers know is claimed to be safer than
 * these layers alone claim. So how words are read there is theirs to say, too.
 */
export function mergeLayers(layers: readonly Layer[], override?: unknown, options: MergeOptions = {}): Merged {
  if (layers.length === 0) throw new TypeError('there is nothing to merge: give at least one layer')
  const { path } = options
  const given = layers.filter((layer, index) => !layers.slice(0, index).some((one) => isSame(one, layer)))
  const wanted = path === undefined ? given : given.map((one) => ({ ...one, tool: trim(one.tool, path) }))
  const [first, ...others] = inOrderOfTrust(wanted)
  let merged: Sourced<AtipTool> = { value: first!.tool, source: first!.layer }
  let guard: Guard | undefined
  let areTrustedMerged = false
  for (const layer of others) {
    if (!areTrustedMerged && voiceOf(layer) !== 'trusted') {
      areTrustedMerged = true
      guard = voiceOf(first!) === 'trusted' ? guardOf(merged) : undefined
    }
    merged = mergeTool(merged, layer.tool, placeAtTool(layer, guard, wanted))
  }
  const result = finish(merged, wanted, guard, path)
  const notes = notesOn(layers)
  const whole: Merged = { tool: result.value, sources: result.source, overridden: [], notes }
  return override === undefined ? whole : applyOverride(whole, override)
}

/** Who says the same twice says it once. */
function isSame(a: Layer, b: Layer): boolean {
  if (a.layer !== b.layer || a.trusted !== b.trusted) return false
  return a.tool === b.tool || JSON.stringify(a.tool) === JSON.stringify(b.tool)
}

function placeAtTool(layer: Layer, guard: Guard | undefined, layers: readonly Layer[]): Place {
  const known = guard?.tool
  const extension = known?.['x-atip']
  return {
    layer: layer.layer,
    voice: voiceOf(layer),
    isTool: true,
    name: layer.tool.name,
    guard,
    known: known as Holder | undefined,
    syntax: extension?.syntax ?? {},
    unlisted: extension?.unlisted,
    stdin: extension?.stdin,
    effects: undefined,
    added: {},
    closers: layers
      .filter((one) => isStronger(one.layer, layer.layer) && closesTheSet(one))
      .map(({ tool }) => tool as Holder),
    renames: NO_RENAMES,
    newAbove: [],
    newHere: [],
    isBare: false,
  }
}

/** What is said of the whole: where it comes from, who took part, and what is missing. */
function finish(
  merged: Sourced<AtipTool>,
  layers: readonly Layer[],
  guard: Guard | undefined,
  path: readonly string[] | undefined,
): Sourced<AtipTool> {
  const draft = new Draft<AtipTool>(merged)
  const tookPart = LAYERS.filter((name) => layers.some(({ layer }) => layer === name))
  const strongest = layers.find(({ layer }) => layer === tookPart[0])!
  draft.set('trust', trustOf(strongest), strongest.layer)
  const counts: Partial<AtipTool> = layers.length === 1 ? layers[0]!.tool : completenessOf(draft.value, layers, guard)
  const cut: Partial<AtipTool> =
    path === undefined || path.length === 0
      ? {}
      : {
          partial: true,
          filter: { commands: [path.join('/')], depth: null },
          omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
        }
  for (const key of COUNTING) {
    const value = cut[key] ?? (path === undefined ? counts[key] : undefined)
    if (draft.value[key] !== value) draft.set(key, value, strongest.layer)
  }
  draft.set(TOOK_PART, tookPart, layerOf(merged.source))
  return draft.done()
}

/** Names that a note tells. */
const TOLD = 5

function notesOn(layers: readonly Layer[]): string[] {
  const notes: string[] = []
  for (const { layer, tool } of layers) {
    if (tool.name !== layers[0]!.tool.name) notes.push(`the layer "${layer}" calls the tool "${tool.name}"`)
  }
  const native = layers.find((one) => one.layer === 'native' && closesTheSet(one))?.tool
  const trusted = layers.filter((one) => voiceOf(one) === 'trusted')
  const kept = trusted.flatMap(({ tool }) => Object.keys(tool.commands ?? {})).filter((name) => name !== '')
  const unlisted = kept.filter((name) => native !== undefined && !Object.hasOwn(native.commands ?? {}, name))
  if (unlisted.length > 0) {
    const told = [...new Set(unlisted)].slice(0, TOLD).join(', ')
    notes.push(
      `the tool itself does not list ${told}${unlisted.length > TOLD ? ', …' : ''}; kept, since trusted layers know what they do`,
    )
  }
  return notes
}
