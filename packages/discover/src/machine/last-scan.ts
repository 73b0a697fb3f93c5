import { readdirSync, readFileSync, type Dirent } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { shippedStamp } from '@atip/shims'
import { VERSION } from '../version.js'
import { registryFile } from '../catalog/places.js'
import { foldersToScan } from '../scan/file/folders.js'
import { identityAt } from '../scan/file/identity.js'
import { followLinks } from '../scan/way-of-link.js'
import type { Identity, Part, Program } from '../types.js'
import type { Machine } from './machine.js'
import { isAsSeen, packSightings, unpackSightings } from './sightings.js'

/**
 * Everything a scan looked at, with what it was: folders, all that is in them, what scripts launch, and our own files. As
 * long as all of it is the same, so is what a scan would find, and looking again costs one look at each.
 */
export interface Snapshot {
  /** What else decides about a scan: version, PATH, who asks. */
  setting: string
  seen: Part[]
}

/** Looks at the folders before a scan does: what changes while it runs is noticed by the next one. */
export function takeSnapshot(machine: Machine, added: readonly string[]): Snapshot {
  const { folders } = foldersToScan({ ...machine, added })
  const follow = followLinks()
  const seen = new Map<string, Identity>()
  const look = (path: string) => {
    if (!seen.has(path)) seen.set(path, identityAt(path))
  }
  // One that is not there may come, one that others could write to may be closed to them, and a link may be moved.
  for (const path of [...machine.searchPath.split(delimiter), ...added]) if (isAbsolute(path)) look(path)
  for (const { realPath } of folders) {
    look(realPath)
    for (const entry of entriesOf(realPath)) {
      const path = join(realPath, entry.name)
      if (entry.isSymbolicLink()) follow(path).forEach(look)
      else look(path)
    }
  }
  return { setting: settingOf(machine, added), seen: partsFrom(seen) }
}

/** What a scan said, if it would say the same now. */
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

/** Keeps what a scan said. A name with a line in it cannot be kept; then the next scan is a full one. */
export async function keepScan(
  machine: Machine,
  { setting, seen }: Snapshot,
  programs: readonly Program[],
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
    // The next scan looks at everything.
  }
}

function partsFrom(identities: ReadonlyMap<string, Identity>): Part[] {
  return [...identities].map(([path, identity]) => ({ path, identity }))
}

/** What a program consists of that does not stand in a folder of PATH, and who may write beside its file. */
function partsOf({ file }: Program) {
  const folder = dirname(file.path)
  return [...(file.launches ?? []), { path: folder, identity: identityAt(folder) }]
}

/** What others may put there, and the catalog itself. */
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
