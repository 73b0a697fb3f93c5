import type { Effects } from '@atip/protocol'
import { isForeignCommand } from '../define/foreign.js'
import { isReader } from './reader.js'

/** Destructive or irreversible commands need confirmation. */
export function needsConfirmation(effects: Effects): boolean {
  return effects.destructive === true || effects.reversible === false
}

/** What makes the user's consent necessary. */
export type Danger = 'destructive' | 'irreversible' | 'undeclared'

/** Why a call needs the user's consent; undefined if it needs none. */
export function dangerOf(command: object, effects: Effects): Danger | undefined {
  if (effects.destructive === true) return 'destructive'
  if (effects.reversible === false) return 'irreversible'
  // The author of a foreign program may have declared nothing, and unknown is not safe.
  const isUnknown = isForeignCommand(command) && effects.destructive === undefined && !isReader(effects)
  return isUnknown ? 'undeclared' : undefined
}
