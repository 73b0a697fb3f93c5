import { statSync } from 'node:fs'
import { projectFolders } from '@atip/guard'

export const LOCK_NAME = 'atip.lock'

/** The lock files that apply to a folder: its own and those above, up to the root of the repository. */
export function findLocks(cwd: string, home: string): string[] {
  return projectFolders(cwd, home)
    .map((folder) => (folder === '/' ? `/${LOCK_NAME}` : `${folder}/${LOCK_NAME}`))
    .filter(isThere)
}

/** A file that cannot be checked may exist, so it counts. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}
