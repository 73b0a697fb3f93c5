import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'

/** Files stored by SHA-256. Reading hashes them again, so that a damaged file is never used. */
export interface StoredFiles {
  read(digest: string): Buffer | undefined
  /** Returns the digest. */
  write(bytes: Uint8Array): string
  /** Removes files that were not used for this long. */
  removeOld(milliseconds: number): void
}

export function openStore(folder: string): StoredFiles {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return {
    read(digest) {
      try {
        const bytes = readFileSync(join(folder, digest))
        return sha256(bytes) === digest ? bytes : undefined
      } catch {
        return undefined
      }
    },
    write(bytes) {
      const digest = sha256(bytes)
      ifWritable(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        // The cache can be fetched again, so it need not survive a power failure.
        writeWhole(join(folder, digest), bytes, { sync: false, mode: 0o600 })
      })
      return digest
    },
    removeOld(milliseconds) {
      for (const name of namesIn(folder)) {
        const stats = statSync(join(folder, name), { throwIfNoEntry: false })
        if (stats !== undefined && Date.now() - stats.mtimeMs > milliseconds)
          ifWritable(() => rmSync(join(folder, name), { force: true }))
      }
    },
  }
}

/** Changes a cache. A cache that is full or not writable only costs another request later. */
export function ifWritable(change: () => void): void {
  try {
    change()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
