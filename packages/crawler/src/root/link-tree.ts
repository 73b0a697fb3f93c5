import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that no program needs to show its help. */
const LEFT_OUT = new Set(['usr/share/doc', 'usr/share/locale', 'usr/share/man', 'usr/share/info', 'usr/share/lintian'])

/**
 * Adds the files of an unpacked package to a root as hard links, without copying. Existing files stay, so that no
 * package replaces a file of the base system.
 */
export function linkTree(from: string, to: string, path = ''): void {
  for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
    const place = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) {
      if (LEFT_OUT.has(place)) continue
      unlessThere(() => mkdirSync(join(to, place), 0o755))
      linkTree(from, to, place)
    } else if (entry.isSymbolicLink()) {
      const target = readlinkSync(join(from, place))
      unlessThere(() => symlinkSync(target, join(to, place)))
    } else unlessThere(() => linkSync(join(from, place), join(to, place)))
  }
}

/** ENOTDIR: another package has a link or a file in place of this folder. */
export function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOTDIR' && code !== 'ENOENT') throw error
  }
}
