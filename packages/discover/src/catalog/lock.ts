import { LockError, withLock as withFolderLock, type LockLimits } from '@atip/files'
import { CatalogError, writeError } from './error.js'

export { removeOldLock } from '@atip/files'
export type { LockLimits }

/** Runs `work` while no other process holds the lock of this catalog folder. Throws a CatalogError. */
export async function withLock<T>(folder: string, work: () => T | Promise<T>, limits?: LockLimits): Promise<T> {
  try {
    return await withFolderLock(folder, work, limits)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    if (error.code === 'locked') throw new CatalogError('catalog-locked', error.file, error.message)
    throw writeError(error.file, error.cause)
  }
}
