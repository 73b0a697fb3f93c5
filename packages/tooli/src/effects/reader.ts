import type { Effects } from '@atip/protocol'

/**
 * Reads, perhaps over the network, and is known to change nothing here. What cannot be taken back changes something, and
 * so does a request that must not be repeated.
 */
export function isReader(effects: Effects): boolean {
  const { destructive, reversible, network, idempotent, filesystem, creates, modifies, deletes } = effects
  const changes = [creates, modifies, deletes].flatMap((list) => list ?? [])
  const isRequestThatCounts = network !== false && idempotent === false
  const isKnownToWriteNothing = filesystem?.write === false && filesystem.delete !== true && changes.length === 0
  return isKnownToWriteNothing && destructive !== true && reversible !== false && !isRequestThatCounts
}
