import { homedir } from 'node:os'

/** A path as people write it: `~/.config`. */
export function fromHome(path: string, home = homedir()): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
