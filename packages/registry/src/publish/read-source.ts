import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { RefusedFile } from './refusal.js'

/**
 * Reads a file of the folder that a registry is built from. Others may write there, so a FIFO must not block the build,
 * and a link must not publish or print a file from elsewhere. Throws a RefusedFile for those.
 */
export function readSource(folder: string, file: string): Buffer {
  const [root, place] = [folder, file].map((path) => realpathSync.native(path)) as [string, string]
  if (!place.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new RefusedFile('file', 'it is a link to a file outside of the folder')
  }
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    if (!fstatSync(descriptor).isFile()) throw new RefusedFile('file', 'it is not a regular file')
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The same; undefined if there is no such file, or a link to none. */
export function readSourceIfThere(folder: string, file: string): Buffer | undefined {
  try {
    return readSource(folder, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
