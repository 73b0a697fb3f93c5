import { basename } from 'node:path'
import { hasOwnDescriptions, thisMachine, type Machine } from '@atip/discover/machine'
import { late } from '@atip/guard'
import type { AtipTool, ToolLookup } from '@atip/protocol/calls'
import { lookupShim } from '@atip/shims'

/** Loaded only if the shims are not enough. */
const catalog = late(() => import('@atip/discover/lookup'))

/**
 * Looks up tools for every surface: in the shipped shims, unless this machine has descriptions of its own, and
 * otherwise in the catalog. Throws `NotLoaded` if the catalog has to be loaded first.
 */
export function knownTools(machine: Machine = thisMachine()): ToolLookup {
  const isShimEnough = !hasOwnDescriptions(machine.places)
  const lookup: ToolLookup = (word) => {
    const shim = lookupShim(word)
    return shim !== undefined && isShimEnough ? shim : (catalog().lookupInCatalog(word, machine) ?? shim)
  }
  lookup.whyNone = (word) => catalog().whyUnknown(word, machine)
  return lookup
}

/** The same, with descriptions that take precedence; of several for one name, the first counts. */
export function withDescriptions(tools: readonly AtipTool[], known: ToolLookup): ToolLookup {
  const byName = new Map(tools.toReversed().flatMap((tool) => namesOf(tool).map((name) => [name, tool] as const)))
  const lookup: ToolLookup = (word) => byName.get(basename(word)) ?? known(word)
  if (known.whyNone !== undefined) lookup.whyNone = known.whyNone
  return lookup
}

/** The names under which a tool is called. */
export function namesOf({ name, binary }: AtipTool): string[] {
  return [name, ...(binary === undefined ? [] : [binary.name, ...(binary.aliases ?? [])])]
}
