import { accessSync, constants, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Folders that contain the programs needed to build a sandbox. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/wrappers/bin', '/run/current-system/sw/bin']

export type HelperName = 'bwrap' | 'mount' | 'pivot_root' | 'prlimit' | 'setpriv' | 'sh' | 'umount' | 'unshare'

export type Helpers = Readonly<Record<HelperName, string>>

/** Finds programs by name, or returns the names of those that are missing. */
export function findHelpers(
  names: readonly HelperName[],
  folders: readonly string[] = FOLDERS,
): { ok: true; helpers: Helpers } | { ok: false; missing: HelperName[] } {
  const found = Object.fromEntries(names.map((name) => [name, findHelper(name, folders)]))
  const missing = names.filter((name) => found[name] === undefined)
  return missing.length > 0 ? { ok: false, missing } : { ok: true, helpers: found as Helpers }
}

/** The real path, because the sandbox lacks some links of the host; but multi-call binaries need their name. */
function findHelper(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    try {
      const path = join(realpathSync(folder), name)
      accessSync(path, constants.X_OK)
      return basename(realpathSync(path)) === name ? realpathSync(path) : path
    } catch {
      continue
    }
  }
  return undefined
}
