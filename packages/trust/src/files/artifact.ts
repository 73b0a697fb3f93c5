import { createHash } from 'node:crypto'
import { HASH_OF_NOTHING, isHash, type Hash } from '@atip/protocol/trust'
import { Refused } from '../refused.js'
import { hashFile, type HashFileOptions } from './hash-file.js'
import { readFileWithin, withFile } from './open-file.js'

/** The subject of a signature: a file, bytes, or the digest of either. */
export type Artifact = { path: string } | { bytes: Uint8Array } | { digest: Hash }

/** The digest, and the bytes if they were given or the type of signature needs them. */
export interface ReadArtifact {
  digest: Hash
  bytes?: Uint8Array
  /** Reads the whole file. Some types of keys sign the bytes themselves, not their digest. */
  readBytes(): Promise<Uint8Array>
}

/** The memory limit for signatures over whole files. */
const BYTES_IN_MEMORY = 512 * 1024 ** 2

export async function readArtifact(artifact: Artifact, options: HashFileOptions = {}): Promise<ReadArtifact> {
  if ('digest' in artifact) {
    const digest = usableHash(artifact.digest)
    const readBytes = async (): Promise<never> => {
      throw new Refused('UNVERIFIABLE', 'this kind of signature is over the file itself; a digest is not enough')
    }
    return { digest, readBytes }
  }
  if ('bytes' in artifact) {
    const { bytes } = artifact
    const digest = usableHash(hashBytes(bytes))
    return { digest, bytes, readBytes: async () => bytes }
  }
  const { path } = artifact
  const bytes = await smallFile(path)
  if (bytes !== undefined) return readArtifact({ bytes })
  const digest = await hashFile(path, options)
  const readBytes = async () => {
    const bytes = await readFileWithin(path, BYTES_IN_MEMORY)
    if (hashBytes(bytes) !== digest) throw new Refused('FILE', `${JSON.stringify(path)} changes while it is read`)
    return bytes
  }
  return { digest, readBytes }
}

/** Small files are read at once: verification is faster with the bytes than with only a digest. */
const SMALL = 1024 ** 2

function smallFile(path: string): Promise<Buffer | undefined> {
  return withFile(path, async ({ stats }) => (stats.size > SMALL ? undefined : readFileWithin(path, SMALL)))
}

export const hashBytes = (bytes: Uint8Array): Hash => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Refuses values that identify nothing: the hash of the empty file, and anything but 64 hexadecimal digits. */
export function usableHash(value: unknown): Hash {
  if (!isHash(value)) {
    throw new Refused('MALFORMED', `expected sha256: and 64 lower-case hexadecimal digits, found ${shown(value)}`)
  }
  if (value === HASH_OF_NOTHING) throw new Refused('FILE', 'this is the hash of an empty file')
  return value
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 100) ?? typeof value
