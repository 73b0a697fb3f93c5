import type { Effects } from '@atip/protocol'

/**
 * Whether a command only reads, perhaps over the network, and is known to change nothing. Irreversible commands, and
 * requests that must not be repeated, count as changes.
 */
export function isReader(effects: Effects): boolean {
  const { destructive, reversible, network, idempotent, filesystem, creates, modifies, deletes } = effects
  const changes = [creates, modifies, deletes].flatMap((list) => list ?? [])
  const isRequestThatCounts = network !== false && idempotent === false
  const isKnownToWriteNothing = filesystem?.write === false && filesystem.delete !== true && changes.length === 0
  return isKnownToWriteNothing && destructive !== true && reversible !== false && !isRequestThatCounts
}
