import { countInvocable, type AtipTool, type Omitted } from '@atip/protocol'
import { hasNamedCommands, takesOperands, type Guard, type Holder } from './place.js'
import type { Layer } from './types.js'
import { voiceOf } from './voices.js'

export function isComplete({ partial, omitted }: AtipTool): boolean {
  return partial !== true && omitted === undefined
}

/** Layers that say all there is: beside them, weaker ones add nothing. Curated shims name what matters, not all. */
export function closesTheSet({ layer, tool }: Layer): boolean {
  return (layer === 'native' || layer === 'local-shim') && isComplete(tool)
}

/** The fields that say what is missing. */
export const COUNTING = ['partial', 'omitted', 'filter', 'totalCommands', 'includedCommands'] as const

/** What a description merged from these layers has to say about what is missing from it. */
export function completenessOf(
  merged: AtipTool,
  layers: readonly Layer[],
  guard: Guard | undefined,
): Pick<AtipTool, (typeof COUNTING)[number]> {
  // A curated shim says nothing about being complete, unless nobody else is there.
  const telling = layers.filter(({ layer, tool }) => layer !== 'curated' || !isComplete(tool))
  if (telling.length === 0 || telling.some(({ tool }) => isComplete(tool))) return {}
  const believed = guard === undefined ? telling : telling.filter((layer) => isBelieved(layer, guard.tool))
  const [first] = believed
  if (first === undefined) return {}
  const { partial, omitted, filter } = first.tool
  const total = Math.max(0, ...believed.map(({ tool }) => tool.totalCommands ?? 0))
  const isCounted = believed.some(({ tool }) => tool.totalCommands !== undefined || tool.includedCommands !== undefined)
  const included = isCounted ? countInvocable(merged) : 0
  return {
    ...(partial !== undefined && { partial }),
    ...(omitted && { omitted: honest(omitted, voiceOf(first) === 'trusted' || guard === undefined) }),
    ...(filter && believed.length === 1 && { filter }),
    ...(total > 0 && { totalCommands: Math.max(total, included) }),
    ...(isCounted && { includedCommands: included }),
  }
}

/**
 * Where trusted layers say that words are operands, or what the beginning of a command stands for, somebody's word that
 * there are further commands would take that back.
 */
function isBelieved(layer: Layer, known: AtipTool): boolean {
  if (voiceOf(layer) === 'trusted') return true
  const isAbbreviated = known['x-atip']?.syntax?.abbreviatedCommands === true
  return !isAbbreviated && (hasNamedCommands(known as Holder) || !takesOperands(known as Holder))
}

/** That what is missing is safe is for trusted layers to say. */
function honest(omitted: Omitted, isTrusted: boolean): Omitted {
  if (isTrusted || omitted.safetyAssumption === 'known-unsafe') return omitted
  return { ...omitted, safetyAssumption: 'unknown' }
}
