import type { Effects } from '@atip/protocol'

/** Reads, perhaps over the network, and is known to change nothing. */
export function isReader({ destructive, filesystem, creates, modifies, deletes }: Effects): boolean {
  const changes = [creates, modifies, deletes].flatMap((list) => list ?? [])
  return destructive !== true && filesystem?.write === false && filesystem.delete !== true && changes.length === 0
}
