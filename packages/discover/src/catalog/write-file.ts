import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { removeDrafts as removeDraftsOf, writeWhole as writeAtomically } from '@atip/files'
import { writeError } from './error.js'

export { removeOldDrafts } from '@atip/files'

export interface CatalogWriteOptions {
  /** The modification time of the file, in milliseconds since 1970. */
  modified?: number
  /** Fsync the file; not needed for data that can be collected again. Default true. */
  isDurable?: boolean
}

/** Writes a file of the catalog atomically, and creates its folder. Throws a CatalogError. */
export function writeWhole(file: string, content: string | Uint8Array, options: CatalogWriteOptions = {}): void {
  const { isDurable = true, modified } = options
  try {
    createFolder(dirname(file))
    writeAtomically(file, content, { mode: 0o600, sync: isDurable, ...(modified !== undefined && { modified }) })
  } catch (error) {
    throw writeError(file, error)
  }
}

/** Readable by this user only, as the XDG specification asks. */
export function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Removes the temporary files that killed writers left. The caller holds the file's lock, so none of them is in use.
 */
export function removeDrafts(file: string): void {
  removeDraftsOf(file, { isOnlyWriter: true })
}
