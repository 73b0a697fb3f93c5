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
  // A rename would replace a device or a FIFO with a regular file.
  if (!existing.isFile()) throw systemError(existing.isDirectory() ? 'EISDIR' : 'EINVAL', 'not a regular file', path)
  // Write permission on the folder is enough to replace any file in it, even a read-only one.
  accessSync(path, constants.W_OK)
  return { path, existing }
}

/** The number of links that Linux follows before it fails with ELOOP. */
const MAX_LINKS = 40

/** The target of a chain of links, which need not exist. */
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
