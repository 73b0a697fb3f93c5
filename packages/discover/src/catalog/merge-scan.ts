import { dirname } from 'node:path'
import type { RegistryEntry, EntryFacts, FilePart, CatalogProgram, ProgramFile, Registry } from '../types.js'

export interface ScanResult {
  programs: readonly CatalogProgram[]
  /** The real paths of the folders that were scanned completely. */
  folders: readonly string[]
}

export interface MergedScan {
  /** The same object that was passed in, if nothing changed. */
  registry: Registry
  added: string[]
  /** Names that now lead to other bytes, so that nothing is known about them. */
  changed: string[]
  gone: string[]
}

/** The file system as `mergeScan` sees it, which does not access files itself. */
export interface Sight {
  exists: (path: string) => boolean
  /** The real path of a folder; the folder itself if it has none. */
  realFolder?: (folder: string) => string
}

/**
 * Updates the catalog after a scan. Tools outside the scanned folders stay as long as their file exists, so scans with
 * different paths add up. Unchanged entries stay the same objects.
 */
export function mergeScan(
  current: Registry,
  scanned: ScanResult,
  now: Date,
  sight: Sight | Sight['exists'],
): MergedScan {
  const { exists, realFolder = (folder: string) => folder } = typeof sight === 'function' ? { exists: sight } : sight
  const found = new Map<string, RegistryEntry>()
  const added: string[] = []
  const changed: string[] = []
  let isSame = true
  for (const program of scanned.programs) {
    const { name } = program
    if (found.has(name)) continue
    const before = current.tools[name]
    const after = entryFor(program, before, now)
    found.set(name, after)
    if (after === before) continue
    isSame = false
    if (before === undefined) added.push(name)
    else if (!isAboutSameBytes(before, program.file)) changed.push(name)
  }
  const rest = Object.keys(current.tools).filter((name) => !found.has(name))
  const wasScanned = memberOf(new Set(scanned.folders), realFolder)
  const isGone = ({ path }: RegistryEntry) => wasScanned(dirname(path)) || !exists(path)
  const gone = rest.filter((name) => isGone(current.tools[name]!))
  if (isSame && gone.length === 0) return { registry: current, added, changed, gone }
  const tools = Object.create(null) as Registry['tools']
  for (const [name, entry] of found) tools[name] = entry
  const leaving = new Set(gone)
  for (const name of rest) if (!leaving.has(name)) tools[name] = current.tools[name]!
  return { registry: { ...current, updated: now.toISOString(), tools }, added, changed, gone }
}

function entryFor(program: CatalogProgram, before: RegistryEntry | undefined, now: Date): RegistryEntry {
  const { path, file, others } = program
  if (before === undefined || !isAboutSameBytes(before, file)) {
    const facts = factsOf(file, others)
    return { path, hash: file.hash, source: 'unknown', lastChecked: now.toISOString(), 'x-atip': facts }
  }
  const known = before['x-atip']
  const isSameFile = known !== undefined && isSameReading(known.file, file)
  if (isSameFile && before.path === path && isSameList(known.others ?? [], others)) return before
  const { others: _, ...rest } = known ?? {}
  const facts = { ...rest, ...factsOf(file, others) }
  return { ...before, path, ...(!isSameFile && { lastChecked: now.toISOString() }), 'x-atip': facts }
}

function factsOf(program: ProgramFile, others: readonly string[]): EntryFacts {
  const { hash: _, ...file } = program
  return others.length > 0 ? { file, others: [...others] } : { file }
}

/** Whether the facts of an entry still hold: a script must also launch the same files. */
function isAboutSameBytes(before: RegistryEntry, { hash, closure }: ProgramFile): boolean {
  return before.hash === hash && before['x-atip']?.file.closure === closure
}

function isSameReading(before: EntryFacts['file'], after: ProgramFile): boolean {
  const { launches: earlier = [] } = before
  const { launches: later = [] } = after
  return (
    isSamePart(before, after) &&
    before.kind === after.kind &&
    before.mentionsAtip === after.mentionsAtip &&
    earlier.length === later.length &&
    earlier.every((part, index) => isSamePart(part, later[index]!))
  )
}

function isSamePart(one: FilePart, other: FilePart): boolean {
  return one.identity === other.identity && one.path === other.path
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** Looks up each folder once, because thousands of programs share a few. */
function memberOf(folders: ReadonlySet<string>, realFolder: (folder: string) => string): (folder: string) => boolean {
  const answers = new Map<string, boolean>()
  return (folder) => {
    const known = answers.get(folder)
    if (known !== undefined) return known
    const answer = folders.has(folder) || folders.has(realFolder(folder))
    answers.set(folder, answer)
    return answer
  }
}
