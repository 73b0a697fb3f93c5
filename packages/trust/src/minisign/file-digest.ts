import { createHash } from 'node:crypto'
import type { Artifact } from '../files/artifact.js'
import { hashFile } from '../files/hash-file.js'
import { Refused } from '../refused.js'

/** BLAKE2b-512 of a file or of bytes. */
export async function blake2b(artifact: Artifact): Promise<Buffer> {
  if ('digest' in artifact)
    throw new Refused('UNVERIFIABLE', 'a minisign signature needs the file; its SHA-256 is not enough')
  const hash = createHash('blake2b512')
  if ('bytes' in artifact) hash.update(artifact.bytes)
  else await hashFile(artifact.path, { onChunk: (chunk) => hash.update(chunk) })
  return hash.digest()
}
