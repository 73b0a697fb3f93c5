import { LockError, withLock as withFolderLock, type LockLimits } from '@atip/files'
import { CatalogError, writeError } from './error.js'

export { removeOldLock } from '@atip/files'
export type { LockLimits }

/** Does something that only one process may do at a time in a folder of the catalog. Throws a CatalogError. */
export async function withLock<T>(folder: string, work: () => T | Promise<T>, limits?: LockLimits): Promise<T> {
  try {
    return await withFolderLock(folder, work, limits)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    if (error.code === 'locked') throw new CatalogError('catalog-locked', error.file, error.message)
    throw writeError(error.file, error.cause)
  }
}
