import { createHash } from 'node:crypto'
import { fstatSync, readSync, type BigIntStats } from 'node:fs'
import { HASH_OF_NOTHING, type Hash } from '@atip/protocol/trust'
import { Refused } from '../refused.js'
import { withFile, type ReadableFile } from './open-file.js'

/** Hashes by file identity: device, inode, size and the modification times in nanoseconds. */
export type HashCache = Map<string, Hash>

export interface HashFileOptions {
  /** Unchanged files are not read again. */
  cache?: HashCache
  signal?: AbortSignal
  /**
   * Receives every chunk of the file, in order. The buffer is reused. A file that changes while it is read is not read
   * again.
   */
  onChunk?: (chunk: Uint8Array) => void
}

const CHUNK = 1024 ** 2
const CHUNKS_PER_TURN = 64
const ATTEMPTS = 2

/**
 * The SHA-256 of a file that identifies something. Refuses anything but a regular file, an empty file, which says
 * nothing about the program that it should become, and a file that keeps changing.
 */
export async function hashFile(path: string, options: HashFileOptions = {}): Promise<Hash> {
  for (let attempt = 0; attempt < (options.onChunk === undefined ? ATTEMPTS : 1); attempt++) {
    const hash = await withFile(path, (file) => hashOnce(file, options))
    if (hash === HASH_OF_NOTHING) throw new Refused('FILE', `${JSON.stringify(path)} is empty`)
    if (hash !== undefined) return hash
  }
  throw new Refused('FILE', `${JSON.stringify(path)} changes while it is read`)
}

/** Undefined if the file changed while it was read. */
async function hashOnce({ descriptor, stats }: ReadableFile, options: HashFileOptions): Promise<Hash | undefined> {
  const identity = identityOf(stats)
  const known = options.onChunk === undefined ? options.cache?.get(identity) : undefined
  if (known !== undefined) return known
  const hash = await digest(descriptor, Number(stats.size), options)
  if (identityOf(fstatSync(descriptor, { bigint: true })) !== identity) return undefined
  if (hash !== undefined) options.cache?.set(identity, hash)
  return hash
}

/** Reused, because allocating a buffer for each file costs more than hashing a small one. */
let spare: Buffer | undefined

async function digest(
  descriptor: number,
  size: number,
  { signal, onChunk }: HashFileOptions,
): Promise<Hash | undefined> {
  const buffer = spare ?? Buffer.allocUnsafeSlow(CHUNK)
  spare = undefined
  try {
    const hash = createHash('sha256')
    let total = 0
    for (let chunk = 1; ; chunk++) {
      const length = readSync(descriptor, buffer, 0, CHUNK, null)
      if (length === 0) break
      hash.update(buffer.subarray(0, length))
      onChunk?.(buffer.subarray(0, length))
      total += length
      // Another process writes faster than this reads, perhaps for ever.
      if (total > size) return undefined
      if (chunk % CHUNKS_PER_TURN === 0) await turn(signal)
    }
    return total === size ? `sha256:${hash.digest('hex')}` : undefined
  } finally {
    spare = buffer
  }
}

async function turn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise((resolve) => setImmediate(resolve))
}

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) => `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
