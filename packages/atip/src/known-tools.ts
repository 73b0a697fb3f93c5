import { hasOwnDescriptions, thisMachine, type Machine } from '@atip/discover'
import { late } from '@atip/guard'
import type { ToolLookup } from '@atip/protocol'
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
