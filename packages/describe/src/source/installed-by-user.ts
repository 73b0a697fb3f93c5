/** Where the packages of a system put programs and what belongs to them. */
const SYSTEM_PLACES = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'] as const

/** Below these places of the system, people install things themselves: by hand, with pip, with `npm install -g`. */
const PLACES_OF_USERS = ['/usr/local', '/usr/lib/node_modules'] as const

/** Packages that people choose, although what runs them belongs to the system. */
const CHOSEN = ['/snap', '/var/lib/snapd', '/var/lib/flatpak'] as const

/**
 * Whether a program was put there by its user rather than by the packages of the system, judged by where it really is:
 * everything outside the places of the system counts as the user's (`/usr/local`, `/opt`, homes, and with them what
 * npm, pip, cargo, pyenv and their like install), and what snap and flatpak offer.
 */
export function isInstalledByUser({ path, file }: { path: string; file: { path: string } }): boolean {
  if (isBelow(path, CHOSEN)) return true
  return isBelow(file.path, PLACES_OF_USERS) || !isBelow(file.path, SYSTEM_PLACES)
}

/** Compares path segments: `/usr-evil` is not below `/usr`. */
function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => path.startsWith(`${place}/`))
}
