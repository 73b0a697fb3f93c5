import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import type { CallEffects } from '@atip/protocol'
import type { CallPlaces } from '../../tool/tool.js'

/** The access that a call gets in the sandbox, by its declared effects. */
export interface Openings {
  network: boolean
  readable: string[]
  writable: string[]
  /** Read-only places inside of these, whose content runs as code later, outside of the sandbox. */
  sealed: string[]
  /** The cwd; undefined for a tool that reads no files. */
  cwd?: string
  /** Folders to create before the run. Those still empty after it are removed. */
  made: string[]
}

/** A tool gets only the access that it declares. Reading the cwd is allowed unless it is ruled out. */
export function openingsOf({ effects, paths }: CallEffects, { cwd, home }: CallPlaces): Openings {
  const { filesystem = {}, network } = effects
  const reads = filesystem.read !== false || paths.length > 0
  const changes = filesystem.write === true || filesystem.delete === true
  const named = (filesystem.paths ?? []).map((path) => placeOf(path, { cwd, home }))
  const given = paths.map(({ path, access }) => ({
    path: resolve(cwd, path),
    isWritten: access === undefined || access.includes('write') || access.includes('delete'),
  }))
  const writable = changes ? [...(named.length > 0 ? named : [cwd]), ...outside(given, cwd, named.length > 0)] : []
  const made = writable.filter((path) => !existsSync(path) && extname(path) === '')
  const readable = [...(reads ? [cwd] : []), ...named, ...given.map(({ path }) => path)]
  const opened = [...new Set(writable.map((path) => (made.includes(path) ? path : existing(path))))]
  return {
    network: network === true,
    readable: [...new Set(readable)].filter((path) => existsSync(path)),
    writable: opened,
    sealed: opened.flatMap((path) => RUN_LATER.map((name) => join(path, name))).filter((path) => existsSync(path)),
    ...((reads || changes) && { cwd }),
    made,
  }
}

/**
 * Places in a project whose content other programs run or obey unasked. Folders are sealed as a whole, or they could be
 * moved.
 */
const RUN_LATER = `.git .husky .envrc .mcp.json .claude .cursor .vscode .idea .bashrc .bash_profile .profile
  .zshrc .zprofile .zshenv .ssh`.split(/\s+/)

/** Written files that the call names. Creating one needs access to its folder. */
function outside(given: readonly { path: string; isWritten: boolean }[], cwd: string, isNarrow: boolean): string[] {
  return given
    .filter(({ path, isWritten }) => isWritten && (isNarrow || !isWithin(path, cwd)))
    .map(({ path }) => (isWithin(path, cwd) || existsSync(path) ? path : dirname(path)))
}

/** Removes the pattern from paths such as `~/.cache/x` and `./out/**`. */
function placeOf(path: string, { cwd, home }: CallPlaces): string {
  const absolute = path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(cwd, path)
  const pattern = absolute.search(/[*?[{]/)
  return pattern === -1 ? absolute : absolute.slice(0, absolute.lastIndexOf('/', pattern)) || '/'
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

export function makeFolders({ made }: Openings): void {
  for (const path of made) mkdirSync(path, { recursive: true })
}

export function removeEmptyFolders({ made }: Openings): void {
  for (const path of made) {
    try {
      rmdirSync(path)
    } catch {
      // It has content.
    }
  }
}
