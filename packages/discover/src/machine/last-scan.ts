import { readdirSync, readFileSync, type Dirent } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { shimsIn } from '@atip/sandbox'
import { shippedStamp } from '@atip/shims'
import { VERSION } from '../version.js'
import { registryFile } from '../catalog/places.js'
import { foldersToScan } from '../scan/file/folders.js'
import { identityAt } from '../scan/file/identity.js'
import { followLinks } from '../scan/way-of-link.js'
import type { FileIdentity, FilePart, CatalogProgram } from '../types.js'
import type { Machine } from './machine.js'
import { isAsSeen, packSightings, unpackSightings } from './sightings.js'

/**
 * Everything a scan looked at, with its identity: folders, their entries, files that scripts launch, and our own files.
 * While all of it is unchanged, a scan would find the same, and checking costs one stat call each.
 */
export interface Snapshot {
  /** Other input of a scan: version, PATH, user. */
  setting: string
  seen: FilePart[]
}

/** Taken before a scan starts, so that the next scan notices changes made during this one. */
export function takeSnapshot(machine: Machine, added: readonly string[]): Snapshot {
  const { folders } = foldersToScan({ ...machine, added })
  const follow = followLinks()
  const seen = new Map<string, FileIdentity>()
  const look = (path: string) => {
    if (!seen.has(path)) seen.set(path, identityAt(path))
  }
  // Missing folders may be created, unsafe ones may become safe, and links may be changed.
  for (const path of [...machine.searchPath.split(delimiter), ...added]) if (isAbsolute(path)) look(path)
  for (const { realPath } of folders) {
    look(realPath)
    const shims = shimsIn(realPath, machine)
    shims?.sources.forEach(look)
    for (const entry of entriesOf(realPath)) {
      const path = join(realPath, entry.name)
      if (entry.isSymbolicLink()) follow(path).forEach(look)
      else look(path)
      const behind = shims?.behind(entry.name)
      if (behind && 'path' in behind) follow(behind.path).forEach(look)
    }
  }
  return { setting: settingOf(machine, added), seen: partsFrom(seen) }
}

/** The report of the last scan, if a scan would find the same now. */
export function readLastScan(machine: Machine, added: readonly string[]): unknown {
  try {
    const last = unpackSightings(readFileSync(fileOf(machine)))
    const [setting, report] = last?.lines ?? []
    if (setting !== settingOf(machine, added) || last?.first !== 2 || !isAsSeen(last)) return undefined
    return JSON.parse(report!)
  } catch {
    return undefined
  }
}

/** Stores the report of a scan. A name with a line break cannot be stored; then the next scan is a full one. */
export async function keepScan(
  machine: Machine,
  { setting, seen }: Snapshot,
  programs: readonly CatalogProgram[],
  report: unknown,
): Promise<void> {
  const more = new Map(programs.flatMap(partsOf).map(({ path, identity }) => [path, identity]))
  for (const path of ownFiles(machine)) more.set(path, identityAt(path))
  for (const { path, identity } of seen) if (more.get(path) === identity) more.delete(path)
  const all = [...seen, ...partsFrom(more)]
  const { rmSync } = await import('node:fs')
  try {
    if (all.some(({ path }) => path.includes('\n'))) return rmSync(fileOf(machine), { force: true })
    const { writeWhole } = await import('../catalog/write-file.js')
    const bytes = packSightings([setting, JSON.stringify(report)], all)
    writeWhole(fileOf(machine), bytes, { isDurable: false })
  } catch {
    // The next scan is a full one.
  }
}

function partsFrom(identities: ReadonlyMap<string, FileIdentity>): FilePart[] {
  return [...identities].map(([path, identity]) => ({ path, identity }))
}

/** Files that a program launches from outside PATH, and its folder, whose permissions count. */
function partsOf({ file }: CatalogProgram) {
  const folder = dirname(file.path)
  return [...(file.launches ?? []), { path: folder, identity: identityAt(folder) }]
}

/** Files that other commands may change: descriptions, shims, and the catalog itself. */
function ownFiles({ places }: Machine): string[] {
  const described = [places.data, ...places.systemData].flatMap((folder) =>
    ['tools', 'shims', 'shims/sha256'].map((kind) => join(folder, kind)),
  )
  return [registryFile(places), join(places.cache, 'generated'), ...described]
}

function settingOf({ searchPath, uid, home, places }: Machine, added: readonly string[]): string {
  return JSON.stringify([VERSION, shippedStamp(), searchPath, added, uid, home, places])
}

function fileOf({ places }: Machine): string {
  return join(places.cache, 'scan.last')
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
