import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The file that a path leads to: links of the deepest folder that exists are followed. */
export function realPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(realPath(folder, '/'), basename(absolute))
  }
}
