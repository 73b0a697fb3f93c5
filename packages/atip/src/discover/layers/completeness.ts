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

type Counts = Pick<AtipTool, (typeof COUNTING)[number]>

/** What a description merged from these layers has to say about what is missing from it. */
export function completenessOf(merged: AtipTool, layers: readonly Layer[]): Counts {
  // A curated shim says nothing about being complete, unless it is alone.
  const telling = layers.filter(({ layer, tool }) => layers.length === 1 || layer !== 'curated' || !isComplete(tool))
  const [first] = telling
  if (first === undefined || (layers.length > 1 && telling.some(({ tool }) => isComplete(tool)))) return {}
  const { partial, omitted, filter, totalCommands, includedCommands } = first.tool
  if (layers.length === 1) return defined({ partial, omitted, filter, totalCommands, includedCommands })
  const total = Math.max(0, ...telling.map(({ tool }) => tool.totalCommands ?? 0))
  const isCounted = telling.some(({ tool }) => tool.totalCommands !== undefined || tool.includedCommands !== undefined)
  const included = isCounted ? countInvocable(merged) : undefined
  return defined({
    partial,
    omitted: omitted && honest(omitted, isTrusted(first) || !layers.some(isTrusted)),
    filter: telling.length === 1 ? filter : undefined,
    totalCommands: total > 0 ? Math.max(total, included ?? 0) : undefined,
    includedCommands: included,
  })
}

/** That what is missing is safe is for trusted layers to say. */
function honest(omitted: Omitted, isBelieved: boolean): Omitted {
  if (isBelieved || omitted.safetyAssumption === 'known-unsafe') return omitted
  return { ...omitted, safetyAssumption: 'unknown' }
}

function defined(fields: { [K in keyof Counts]: Counts[K] | undefined }): Counts {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Counts
}
