import { readSync } from 'node:fs'
import { withFile } from '../catalog/open-file.js'
import type { FileIdentity, Hash } from '../types.js'
import { identityAt } from './file/identity.js'

/** Hashing this much takes less than a tenth of a second. Larger files are left to the next scan. */
const LARGEST = 64 * 2 ** 20
const CHUNK = 2 ** 20

const known = new Map<FileIdentity, Hash>()

/** The hash of one file, without waiting: for the hook. Undefined if it is large, or cannot be read. */
export function hashNow(path: string): { hash: Hash; identity: FileIdentity } | undefined {
  const identity = identityAt(path)
  const before = known.get(identity)
  if (before !== undefined) return { hash: before, identity }
  try {
    const hash = withFile(path, (file) => (file.size > LARGEST ? undefined : hashOfOpen(file.descriptor)))
    if (hash === undefined || identityAt(path) !== identity) return undefined
    known.set(identity, hash)
    return { hash, identity }
  } catch {
    return undefined
  }
}

function hashOfOpen(descriptor: number): Hash {
  // Loading it takes milliseconds, so it is loaded only if a file has changed.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let total = 0; total <= LARGEST;) {
    const length = readSync(descriptor, buffer, 0, CHUNK, null)
    if (length === 0) return `sha256:${hash.digest('hex')}`
    hash.update(buffer.subarray(0, length))
    total += length
  }
  throw new RangeError('the file grows while it is read')
}
