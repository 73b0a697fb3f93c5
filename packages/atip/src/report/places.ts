import { homedir } from 'node:os'

/** A path with `~` for the home folder. */
export function fromHome(path: string, home = homedir()): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
