import { readdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { shippedStamp } from '../../shims/open.js'
import { VERSION } from '../../version.js'
import { registryFile } from '../catalog/places.js'
import { foldersToScan } from '../scan/folders.js'
import { identityAt } from '../scan/identity.js'
import type { Program } from '../types.js'
import type { Machine } from './machine.js'

/**
 * Everything a scan looked at, with what it was: folders, all that is in them, what scripts launch, and our own files. As
 * long as all of it is the same, so is what a scan would find, and looking again costs one look at each.
 */
export interface Snapshot {
  /** What else decides about a scan: version, PATH, who asks. */
  setting: string
  /** Path and identity in turn. */
  seen: string[]
}

/** Looks at the folders before a scan does: what changes while it runs is noticed by the next one. */
export function takeSnapshot(machine: Machine, added: readonly string[]): Snapshot {
  const { folders, skipped } = foldersToScan({ ...machine, added })
  const seen = new Map<string, string>()
  // One that is not there may come, and one that others could write to may be closed to them.
  for (const { path } of skipped) if (isAbsolute(path)) seen.set(path, identityAt(path))
  for (const { realPath } of folders) {
    seen.set(realPath, identityAt(realPath))
    for (const name of namesIn(realPath)) {
      const path = join(realPath, name)
      seen.set(path, identityAt(path))
    }
  }
  return { setting: settingOf(machine, added), seen: [...seen].flat() }
}

/** What a scan said, if it would say the same now. */
export function readLastScan(machine: Machine, added: readonly string[]): unknown {
  const [setting, report = '', ...seen] = linesOf(fileOf(machine))
  if (setting !== settingOf(machine, added) || !withoutOptimising(() => isAsSeen(seen))) return undefined
  try {
    return JSON.parse(report)
  } catch {
    return undefined
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function isAsSeen(seen: readonly string[]): boolean {
  for (let at = 0; at < seen.length; at += 2) if (identityAt(seen[at]!) !== seen[at + 1]) return false
  return true
}

/** V8 would spend more on making two thousand looks fast than these take: 25 ms of CPU with it, 14 without. */
function withoutOptimising<T>(work: () => T): T {
  setFlagsFromString('--no-opt')
  try {
    return work()
  } finally {
    setFlagsFromString('--opt')
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
  const lines = [setting, JSON.stringify(report), ...seen, ...[...more].flat()]
  const { rmSync } = await import('node:fs')
  try {
    if (lines.some((line) => line.includes('\n'))) return rmSync(fileOf(machine), { force: true })
    const { writeWhole } = await import('../catalog/write-file.js')
    writeWhole(fileOf(machine), lines.join('\n'), { isDurable: false })
  } catch {
    // The next scan looks at everything.
  }
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
