import type { Effects } from '@atip/protocol'

/** Destructive or irreversible commands ask first. */
export function needsConfirmation(effects: Effects): boolean {
  return effects.destructive === true || effects.reversible === false
}
