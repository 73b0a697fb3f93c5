import type { Effects } from '@atip/protocol'
import { isForeignCommand } from '../define/foreign.js'
import { isReader } from './reader.js'

/** Destructive or irreversible commands ask first. */
export function needsConfirmation(effects: Effects): boolean {
  return effects.destructive === true || effects.reversible === false
}

/** Why a call needs the consent of a person, as the rest of a sentence about it; undefined if it needs none. */
export function whyConfirmed(command: object, effects: Effects): string | undefined {
  if (effects.destructive === true) return 'is destructive'
  if (effects.reversible === false) return 'is not reversible'
  // The author of a foreign program has perhaps declared nothing, and unknown is not safe.
  const isUnknown = isForeignCommand(command) && effects.destructive === undefined && !isReader(effects)
  return isUnknown ? 'may change anything: its effects are not declared' : undefined
}
