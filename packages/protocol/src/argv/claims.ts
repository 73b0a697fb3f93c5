import { EFFECT_FIELDS, fieldOf } from '../effects/fields.js'
import { worsen } from '../effects/worst.js'
import type { AtipTool } from '../types/tool.js'
import { effectsOf, type CallEffects, type EffectsOfOptions } from './effects-of.js'
import { parseArgv } from './parse.js'

/**
 * A symbol, because no document can contain it; a global one, because bundled programs may have several copies of this.
 */
const CLAIMS = Symbol.for('@atip/protocol claims')

type ClaimedTool = AtipTool & { [CLAIMS]?: readonly AtipTool[] }

/**
 * Attaches untrusted descriptions to a tool. They do not change how its calls are parsed, and can only make a call look
 * worse; see `worsenedByClaims`.
 */
export function withClaims(tool: AtipTool, claims: readonly AtipTool[]): AtipTool {
  return claims.length === 0 ? tool : ({ ...tool, [CLAIMS]: claims } as ClaimedTool)
}

/**
 * Worsens the effects of a call by what untrusted descriptions state, each of which parses argv by itself. Fields that
 * they do not state stay unchanged. Returns `found` itself if nothing gets worse.
 */
export function worsenedByClaims(
  found: CallEffects,
  tool: AtipTool,
  argv: readonly string[],
  options?: EffectsOfOptions,
): CallEffects {
  // Few descriptions say that --help or --dry-run changes nothing, so their silence does not contradict it.
  if (found.harmless !== undefined) return found
  return ((tool as ClaimedTool)[CLAIMS] ?? []).reduce(
    (before, claim) => worsened(before, effectsOf(claim, parseArgv(claim, argv), options)),
    found,
  )
}

function worsened(found: CallEffects, claim: CallEffects): CallEffects {
  const own = worsen(found.own, claim.own)
  const changed = EFFECT_FIELDS.filter(
    (field) => JSON.stringify(fieldOf(own, field)) !== JSON.stringify(fieldOf(found.own, field)),
  )
  if (changed.length === 0) return found
  const sources = { ...found.sources }
  for (const field of changed) sources[field] = claim.sources[field] ?? { kind: 'tool' }
  const isWriting = changed.includes('filesystem.write') || changed.includes('filesystem.delete')
  const unplaced = [...(found.unplaced ?? []), ...((isWriting && claim.unplaced) || [])]
  const effects = worsen(found.effects, claim.own)
  return { ...found, own, effects, sources, ...(unplaced.length > 0 && { unplaced }) }
}
