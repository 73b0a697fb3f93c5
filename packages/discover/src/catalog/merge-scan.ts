import { dirname } from 'node:path'
import type { Entry, EntryFacts, Part, Program, ProgramFile, Registry } from '../types.js'

export interface Scanned {
  programs: readonly Program[]
  /** The real paths of the folders in which all programs were looked for. */
  folders: readonly string[]
}

export interface MergedScan {
  /** The very one that was given if nothing changed. */
  registry: Registry
  added: string[]
  /** Names that lead to other bytes now, so that nothing is known about them. */
  changed: string[]
  gone: string[]
}

/** How the file system looks to `mergeScan`, which does not look itself. */
export interface Sight {
  exists: (path: string) => boolean
  /** The real path of a folder; the folder itself if it has none. */
  realFolder?: (folder: string) => string
}

/**
 * What the catalog knows after a scan. Scans with different paths add up: what was not looked at stays as long as its file
 * is there. What did not change stays the same object.
 */
export function mergeScan(current: Registry, scanned: Scanned, now: Date, sight: Sight | Sight['exists']): MergedScan {
  const { exists, realFolder = (folder: string) => folder } = typeof sight === 'function' ? { exists: sight } : sight
  const found = new Map<string, Entry>()
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
  const isGone = ({ path }: Entry) => wasScanned(dirname(path)) || !exists(path)
  const gone = rest.filter((name) => isGone(current.tools[name]!))
  if (isSame && gone.length === 0) return { registry: current, added, changed, gone }
  const tools = Object.create(null) as Registry['tools']
  for (const [name, entry] of found) tools[name] = entry
  const leaving = new Set(gone)
  for (const name of rest) if (!leaving.has(name)) tools[name] = current.tools[name]!
  return { registry: { ...current, updated: now.toISOString(), tools }, added, changed, gone }
}

function entryFor(program: Program, before: Entry | undefined, now: Date): Entry {
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

/** Whether what was found out about an entry still holds: for a script, also what it launches is the same. */
function isAboutSameBytes(before: Entry, { hash, closure }: ProgramFile): boolean {
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

function isSamePart(one: Part, other: Part): boolean {
  return one.identity === other.identity && one.path === other.path
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** Each folder is asked for once: thousands of programs share a few. */
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
