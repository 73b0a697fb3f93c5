import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The real path of a file; for a new file, that of its deepest existing folder. */
export function realPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(realPath(folder, '/'), basename(absolute))
  }
}
