/** Where system packages install programs and their files. */
const SYSTEM_PLACES = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'] as const

/** Places below the system's where users install things: by hand, with pip, with `npm install -g`. */
const PLACES_OF_USERS = ['/usr/local', '/usr/lib/node_modules'] as const

/** Packages that users choose, although their launcher belongs to the system. */
const CHOSEN = ['/snap', '/var/lib/snapd', '/var/lib/flatpak'] as const

/**
 * Whether the user, rather than the system's packages, installed a program, judged by its real path: everything outside
 * the system's folders counts as the user's (`/usr/local`, `/opt`, homes, and with them npm, pip, cargo, pyenv and so
 * on), and so do snap and flatpak packages.
 */
export function isInstalledByUser({ path, file }: { path: string; file: { path: string } }): boolean {
  if (isBelow(path, CHOSEN)) return true
  return isBelow(file.path, PLACES_OF_USERS) || !isBelow(file.path, SYSTEM_PLACES)
}

/** Compares path segments: `/usr-evil` is not below `/usr`. */
function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => path.startsWith(`${place}/`))
}
