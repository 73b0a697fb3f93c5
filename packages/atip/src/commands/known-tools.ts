import type { ToolLookup } from '@atip/protocol'
import { thisMachine } from '../discover/machine/machine.js'
import { hasOwnDescriptions } from '../discover/machine/own-descriptions.js'
import { lookupShim } from '../shims/index.js'

/**
 * Judges by what is shipped. Only if that leaves a program unknown, or something on this machine describes tools, too,
 * once more with the catalog, whose code is loaded then.
 */
export async function withCatalog<T>(judge: (lookup: ToolLookup) => T): Promise<T> {
  let isEnough = !hasOwnDescriptions(thisMachine().places)
  const answer = judge((word) => {
    const shipped = lookupShim(word)
    if (shipped === undefined) isEnough = false
    return shipped
  })
  if (isEnough) return answer
  const { lookupInCatalog } = await import('../discover/machine/lookup.js')
  return judge((word) => lookupInCatalog(word) ?? lookupShim(word))
}
