import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { EMPTY_FOLDER, HOME } from './environment.js'
import { accountFiles } from './identity.js'
import type { Limits } from './limits.js'
import { CLOSED_PLACES, HIDDEN_PLACES, SCRATCH_PLACES, SYSTEM_PLACES } from './system-places.js'
import type { Identity, Place } from './types.js'

/** The part of the view that all runs share. Computed once, because it takes some forty disk accesses. */
export function systemView(home: string): Place[] {
  const hidden = isInSystem(home) ? [...HIDDEN_PLACES, home] : HIDDEN_PLACES
  return [...SYSTEM_PLACES.flatMap((path) => systemPlace(path)), ...hidden.flatMap(hiddenPlace)]
}

/** The same part if a folder of the host replaces the system. */
export function rootView(root: string, home: string): Place[] {
  const why = whyClosed(root, home)
  if (why !== null) throw new Error(`${root} cannot be the system of a program: ${why}`)
  const real = realpathSync(root)
  return SYSTEM_PLACES.flatMap((path) =>
    systemPlace(path, join(real, path)).map((place) =>
      place.kind === 'readable' ? { ...place, from: join(real, path) } : place,
    ),
  )
}

/** Everything that a program sees, in mount order. */
export function viewFor(
  system: readonly Place[],
  { identity, limits, extra, home }: { identity: Identity; limits: Limits; extra: readonly Place[]; home: string },
): Place[] {
  const homes = new Set([HOME, home].filter((path) => path !== '/' && !isInSystem(path)))
  const scratch = [...SCRATCH_PLACES, ...homes].map((path): Place => ({
    kind: 'scratch',
    path,
    bytes: limits.scratchBytes,
  }))
  const start: Place = { kind: 'folder', path: EMPTY_FOLDER, mode: '0777' }
  const accounts = accountFiles(identity).map((file): Place => ({ kind: 'text', ...file }))
  const of = (...kinds: Place['kind'][]) => extra.filter(({ kind }) => kinds.includes(kind))
  // Writable places are mounted over readable ones, and sealed places over those.
  const added = [...withoutCovered(of('readable', 'link'), system), ...of('writable'), ...of('sealed')]
  return [...scratch, start, ...system, ...accounts, ...foldersAbove(added), ...added]
}

/** Created explicitly, because bubblewrap itself would make them accessible to root only. */
function foldersAbove(places: readonly Place[]): Place[] {
  const paths = new Set(places.flatMap(({ path }) => prefixesOf(path).slice(0, -1)))
  return [...paths]
    .filter((path) => !SCRATCH_PLACES.includes(path) && path !== HOME)
    .map((path) => ({ kind: 'folder', path, mode: '0755' }))
}

/** Follows a path link by link. Returns every link on the way, then the real file. */
export function placesOnTheWay(path: string): Place[] {
  const places: Place[] = []
  let rest = normalize(path)
  for (let hop = 0; hop < 40; hop++) {
    const link = prefixesOf(rest).find((prefix) => lstatSync(prefix).isSymbolicLink())
    if (link === undefined) return [...places, { kind: 'readable', path: rest }]
    const target = readlinkSync(link)
    places.push({ kind: 'link', path: link, target })
    rest = normalize(resolve(dirname(link), target) + rest.slice(link.length))
  }
  throw new Error(`too many symbolic links at ${path}`)
}

/** Whether a folder contains the home or many unrelated things. */
export function isTooWide(folder: string, home: string): boolean {
  return folder === home || home.startsWith(folder === '/' ? '/' : `${folder}/`) || CLOSED_PLACES.includes(folder)
}

/** Why a path must not be opened to a program, or null if it may. */
export function whyClosed(path: string, home: string): string | null {
  const real = realpathSync(path)
  if (isTooWide(real, home)) return 'it would open too much'
  if (/^\/(proc|sys|dev)\//.test(real)) return 'it belongs to the kernel'
  const stats = statSync(real)
  return stats.isFile() || stats.isDirectory() ? null : 'it is neither a file nor a folder'
}

/** `/a`, `/a/b`, `/a/b/c`. */
function prefixesOf(path: string): string[] {
  const prefixes: string[] = []
  for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) prefixes.push(path.slice(0, end))
  return path === '/' ? [] : [...prefixes, path]
}

/** Drops places that are already visible: duplicates, and anything inside a readable folder. */
function withoutCovered(extra: readonly Place[], system: readonly Place[]): Place[] {
  const folders = [...system, ...extra].filter(({ kind }) => kind === 'readable').map(({ path }) => path)
  const known = new Set(system.map(({ path }) => path))
  return extra.filter(({ path }) => {
    if (known.has(path) || folders.some((folder) => path.startsWith(`${folder}/`))) return false
    known.add(path)
    return true
  })
}

function systemPlace(path: string, from = path): Place[] {
  const stats = lstatSync(from, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return [stats.isSymbolicLink() ? { kind: 'link', path, target: readlinkSync(from) } : { kind: 'readable', path }]
}

function hiddenPlace(path: string): Place[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  // Nothing can be mounted over a link; its target is hidden instead, if programs see it.
  if (stats?.isSymbolicLink()) return hiddenTarget(path)
  if (stats === undefined) return []
  return [{ kind: stats.isDirectory() ? 'hidden-folder' : 'hidden-file', path }]
}

function hiddenTarget(link: string): Place[] {
  try {
    const path = realpathSync(link)
    return isInSystem(path) ? hiddenPlace(path) : []
  } catch {
    return []
  }
}

/** Whether a path is, or leads into, a place of the installed system. */
export function isOfSystem(path: string): boolean {
  const real = realpathSync(path)
  return SYSTEM_PLACES.includes(real) || isInSystem(real)
}

function isInSystem(path: string): boolean {
  return SYSTEM_PLACES.some((place) => path.startsWith(`${place}/`))
}
