import { basename } from 'node:path'
import { hasOwnDescriptions, thisMachine, type Machine } from '@atip/discover/machine'
import { late } from '@atip/guard'
import type { AtipTool, ToolLookup } from '@atip/protocol/calls'
import { lookupShim } from '@atip/shims'

/** The catalog is loaded only where the shims are not enough. */
const catalog = late(() => import('@atip/discover/lookup'))

/**
 * What this machine knows about programs, for every surface: the shims, unless the user has descriptions of their own; then,
 * and for programs without a shim, the catalog. Throws `NotLoaded` where the catalog has to be loaded first.
 */
export function knownTools(machine: Machine = thisMachine()): ToolLookup {
  const isShimEnough = !hasOwnDescriptions(machine.places)
  return (word) => {
    const shim = lookupShim(word)
    return shim !== undefined && isShimEnough ? shim : (catalog().lookupInCatalog(word, machine) ?? shim)
  }
}

/** The same with descriptions that come first; of two for one name, the first counts. */
export function withDescriptions(tools: readonly AtipTool[], known: ToolLookup): ToolLookup {
  const byName = new Map(tools.toReversed().flatMap((tool) => namesOf(tool).map((name) => [name, tool] as const)))
  return (word) => byName.get(basename(word)) ?? known(word)
}

/** The words that a tool is called by. */
export function namesOf({ name, binary }: AtipTool): string[] {
  return [name, ...(binary === undefined ? [] : [binary.name, ...(binary.aliases ?? [])])]
}
