import type { Effects } from '@atip/protocol'

/** What it does cannot be taken back. */
export function needsConfirmation(effects: Effects): boolean {
  return effects.destructive === true || effects.reversible === false
}
