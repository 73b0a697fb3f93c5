import type { Effects } from '@atip/protocol'
import { isForeignCommand } from '../define/foreign.js'
import { isReader } from './reader.js'

/** Destructive or irreversible commands need confirmation. */
export function needsConfirmation(effects: Effects): boolean {
  return effects.destructive === true || effects.reversible === false
}

/** Why a call needs the user's consent, to complete a sentence about it; undefined if it needs none. */
export function whyConfirmed(command: object, effects: Effects): string | undefined {
  if (effects.destructive === true) return 'is destructive'
  if (effects.reversible === false) return 'is not reversible'
  // The author of a foreign program may have declared nothing, and unknown is not safe.
  const isUnknown = isForeignCommand(command) && effects.destructive === undefined && !isReader(effects)
  return isUnknown ? 'may change anything: its effects are not declared' : undefined
}
