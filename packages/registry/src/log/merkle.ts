import { createHash } from 'node:crypto'

/**
 * Hashes of a log by RFC 6962. Leaves and nodes have different prefixes, so that neither can be passed off as the
 * other.
 */
export const leafHash = (entry: string): Buffer => createHash('sha256').update('\0').update(entry).digest()

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update('\x01').update(left).update(right).digest()

/** The root over a list of nodes. The left side is the largest power of two below the length. */
export function rootOf(nodes: readonly Uint8Array[]): Buffer {
  if (nodes.length === 0) return createHash('sha256').digest()
  if (nodes.length === 1) return Buffer.from(nodes[0]!)
  const split = splitOf(nodes.length)
  return nodeHash(rootOf(nodes.slice(0, split)), rootOf(nodes.slice(split)))
}

export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

export interface InclusionClaim {
  leaf: Uint8Array
  index: number
  size: number
  root: Uint8Array
}

/** Whether a leaf is in the log at that index (RFC 9162, 2.1.3.2). */
export function verifyInclusion({ leaf, index, size, root }: InclusionClaim, proof: readonly Uint8Array[]): boolean {
  if (!(index >= 0 && index < size)) return false
  let hash: Uint8Array = leaf
  let [node, last] = [index, size - 1]
  for (const other of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(other, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else {
      hash = nodeHash(hash, other)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && Buffer.from(hash).equals(root)
}
