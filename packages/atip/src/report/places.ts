import { homeFolder } from '../home.js'

/** A path with `~` for the home folder. */
export function fromHome(path: string, home = homeFolder()): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
