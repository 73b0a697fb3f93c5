/**
 * The folders that files must be in. Only the text of a path is checked: links are not resolved, so the host must
 * compare real paths too.
 */
export interface PathPolicy {
  /** Directories, absolute or relative to `cwd`. */
  roots: readonly string[]
  /** The directory in which calls run. Without it, a relative path is inside only if a root is relative, too. */
  cwd?: string
  /** The folder that `~` means. Without it, a path that begins with `~` is outside. */
  home?: string
}

/** A parsed path: its start, and the names after that; `..` only at the beginning of relative ones. */
interface Place {
  start: string
  names: readonly string[]
}

/** Whether a path leads out of all roots, in any of the ways in which a program might read it. */
export function escapes(path: string, policy: PathPolicy): boolean {
  const roots = policy.roots.flatMap((root) => placesOf(root, policy))
  return placesOf(path, policy).some((place) => !roots.some((root) => place !== undefined && isInside(place, root)))
}

/** All places that a path may mean: a program may expand `~` or not, and read a backslash as a separator or not. */
function placesOf(path: string, { cwd, home }: PathPolicy): (Place | undefined)[] {
  const readings = path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path]
  return readings.flatMap((reading) => {
    const literal = placeFrom(cwd, reading)
    const atHome = /^~(?:\/|$)/.test(reading)
    if (atHome) return [literal, home === undefined ? undefined : placeFrom(undefined, `${home}${reading.slice(1)}`)]
    return reading.startsWith('~') ? [literal, undefined] : [literal]
  })
}

function placeFrom(cwd: string | undefined, path: string): Place {
  const own = split(path)
  if (own.start !== '' || cwd === undefined) return { start: own.start, names: shorten(own.names, own.start !== '') }
  const base = split(cwd.replaceAll('\\', '/'))
  return { start: base.start, names: shorten([...base.names, ...own.names], base.start !== '') }
}

function split(path: string): Place {
  const drive = /^[A-Za-z]:/.exec(path)?.[0]
  const rest = path.slice(drive?.length ?? 0)
  const root = /^\/{2}(?!\/)/.test(rest) ? '//' : rest.startsWith('/') ? '/' : ''
  return { start: (drive?.toLowerCase() ?? '') + root, names: rest.split('/') }
}

function shorten(names: readonly string[], isAbsolute: boolean): string[] {
  const short: string[] = []
  for (const name of names) {
    if (name === '' || name === '.') continue
    if (name !== '..') short.push(name)
    else if (short.length > 0 && short.at(-1) !== '..') short.pop()
    else if (!isAbsolute) short.push(name)
  }
  return short
}

function isInside({ start, names }: Place, root: Place | undefined): boolean {
  if (root === undefined || start !== root.start) return false
  return root.names.every((name, index) => names[index] === name) && !names.slice(root.names.length).includes('..')
}

/** The path in a URL of a file; undefined for other URLs. */
export function pathInUrl(url: string): string | undefined {
  const match = /^\s*file:(?:\/\/[^/]*)?(.*)$/is.exec(url)
  if (match === null) return undefined
  try {
    return decodeURIComponent(match[1]!)
  } catch {
    return match[1]!
  }
}
