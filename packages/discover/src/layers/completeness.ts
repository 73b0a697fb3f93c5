import { countInvocable, type AtipTool, type Omitted } from '@atip/protocol'
import { isTrusted } from './trust.js'
import type { Layer } from './types.js'

function isComplete({ partial, omitted }: AtipTool): boolean {
  return partial !== true && omitted === undefined
}

/** Whether weaker layers add nothing, because this one is complete. Curated shims list what matters, not everything. */
export function closesTheSet({ layer, tool }: Layer): boolean {
  return (layer === 'native' || layer === 'local-shim') && isComplete(tool)
}

/** The fields about what a description omits. */
export const COUNTING = ['partial', 'omitted', 'filter', 'totalCommands', 'includedCommands'] as const

/** These fields for a description merged from several layers. */
export function completenessOf(merged: AtipTool, layers: readonly Layer[]): Pick<AtipTool, (typeof COUNTING)[number]> {
  // Curated shims do not claim to be complete.
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

/** Only trusted layers may claim that omitted commands are safe. */
function honest(omitted: Omitted, isBelieved: boolean): Omitted {
  if (isBelieved || omitted.safetyAssumption === 'known-unsafe') return omitted
  return { ...omitted, safetyAssumption: 'unknown' }
}
