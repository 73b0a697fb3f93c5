import { accessSync, constants, lstatSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The path that is renamed over, and what is there now. */
export interface WriteTarget {
  path: string
  existing: Stats | undefined
}

export function findTarget(file: string, followLinks: boolean): WriteTarget {
  const path = followLinks ? endOfLinks(file) : file
  const existing = (followLinks ? statSync : lstatSync)(path, { throwIfNoEntry: false })
  if (existing === undefined || existing.isSymbolicLink()) return { path, existing: undefined }
  // A rename would put a file in the place of a device or a pipe.
  if (!existing.isFile()) throw systemError(existing.isDirectory() ? 'EISDIR' : 'EINVAL', 'not a regular file', path)
  // Who may write in the folder may replace any file in it, also one that is read-only.
  accessSync(path, constants.W_OK)
  return { path, existing }
}

/** Links that Linux follows before it gives up. */
const MAX_LINKS = 40

/** Where a chain of links leads, also if nothing is there yet. */
function endOfLinks(file: string): string {
  let path = file
  for (let count = 0; lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true; count++) {
    if (count === MAX_LINKS) throw systemError('ELOOP', 'too many symbolic links', file)
    path = resolve(realpathSync(dirname(path)), readlinkSync(path))
  }
  return path
}

function systemError(code: string, message: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${message}, write '${path}'`), { code, syscall: 'write' })
}
