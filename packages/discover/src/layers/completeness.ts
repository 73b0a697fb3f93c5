import { countInvocable, type AtipTool, type Omitted } from '@atip/protocol'
import { isTrusted } from './trust.js'
import type { Layer } from './types.js'

function isComplete({ partial, omitted }: AtipTool): boolean {
  return partial !== true && omitted === undefined
}

/** Layers that say all there is: beside them, weaker ones add nothing. Curated shims name what matters, not all. */
export function closesTheSet({ layer, tool }: Layer): boolean {
  return (layer === 'native' || layer === 'local-shim') && isComplete(tool)
}

/** The fields that say what is missing. */
export const COUNTING = ['partial', 'omitted', 'filter', 'totalCommands', 'includedCommands'] as const

/** What a description merged from several layers has to say about what is missing from it. */
export function completenessOf(merged: AtipTool, layers: readonly Layer[]): Pick<AtipTool, (typeof COUNTING)[number]> {
  // A curated shim says nothing about being complete.
  const telling = layers.filter(({ layer, tool }) => layer !== 'curated' || !isComplete(tool))
  const [first] = telling
  if (first === undefined || telling.some(({ tool }) => isComplete(tool))) return {}
  const { partial, omitted, filter } = first.tool
  const totals = telling.flatMap(({ tool }) => tool.totalCommands ?? tool.includedCommands ?? [])
  const included = countInvocable(merged)
  return {
    ...(partial !== undefined && { partial }),
    ...(omitted && { omitted: honest(omitted, isTrusted(first) || !layers.some(isTrusted)) }),
    ...(filter && telling.length === 1 && { filter }),
    ...(totals.length > 0 && { totalCommands: Math.max(included, ...totals), includedCommands: included }),
  }
}

/** That what is missing is safe is for trusted layers to say. */
function honest(omitted: Omitted, isBelieved: boolean): Omitted {
  if (isBelieved || omitted.safetyAssumption === 'known-unsafe') return omitted
  return { ...omitted, safetyAssumption: 'unknown' }
}
