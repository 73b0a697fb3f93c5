import { existsSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { OpenedSandbox } from '@atip/sandbox'
import { VERSION } from '../version.js'
import {
  mergeScan,
  readRegistry,
  registryFile,
  updateRegistry,
  type MergedScan,
  type DataFolders,
  type Update,
} from '../catalog/index.js'
import { removeOldLock } from '../catalog/lock.js'
import { removeOldDrafts } from '../catalog/write-file.js'
import { filesFor } from '../native/files.js'
import { scanPrograms, type Scan } from '../scan/scan.js'
import type { FileIdentity, CatalogProgram, ProgramFile, Registry, Skipped } from '../types.js'
import { withKnowledge } from './knowledge.js'
import { openJournal } from './journal.js'
import type { Machine } from './machine.js'

export interface MachineScanOptions {
  /** Folders that the user allows besides those of PATH. */
  added?: readonly string[]
  /** Names of programs that are asked for `--agent` regardless of their bytes; `true` for all. */
  probe?: readonly string[] | true
  openSandbox: () => Promise<OpenedSandbox>
  /** Called with the programs found, before the catalog is updated. The caller queries registries here. */
  onPrograms?: (programs: readonly CatalogProgram[]) => Promise<void>
  signal?: AbortSignal
  onProgress?: (done: number, total: number, text: string) => void
}

export interface MachineScan {
  registry: Registry
  programs: CatalogProgram[]
  changes: Pick<MergedScan, 'added' | 'changed' | 'gone'>
  folders: Scan['folders']
  examined: number
  bytes: number
  /** Programs that were asked to describe themselves in this scan. */
  probed: { name: string; path: string; outcome: string; reason: string; isKnown: boolean; tool?: AtipTool }[]
  skipped: Skipped[]
  notes: string[]
}

/** Finds every program of the machine, asks those that may describe themselves, and updates the catalog. */
export async function scanMachine(machine: Machine, options: MachineScanOptions): Promise<MachineScan> {
  const { places, searchPath, home, uid } = machine
  const { added = [], signal, onProgress } = options
  const reading = readRegistry(registryFile(places))
  const before = reading.ok ? reading.registry : undefined
  const journal = openJournal(places)
  const scan = await scanPrograms({
    searchPath,
    added,
    uid,
    home,
    known: knownFiles(before, journal.left),
    ...(onProgress && { onProgress: (done, total, path) => onProgress(done, total, `reading ${basename(path)}`) }),
    onExamined: journal.add,
    ...(signal && { signal }),
  })
  const probed = await probeCandidates(machine, scan.programs, options, askedBefore(machine, before))
  const native = new Map(probed.flatMap(({ name, tool }) => (tool === undefined ? [] : [[name, tool.description]])))
  await options.onPrograms?.(scan.programs)
  let changes: MachineScan['changes'] = { added: [], changed: [], gone: [] }
  const update = await updateRegistry(
    places,
    (current) => {
      const scanned = { programs: scan.programs, folders: scan.folders.map(({ path }) => path) }
      const merged = mergeScan(current, scanned, new Date(), { exists: existsSync, realFolder: realPathOf })
      changes = merged
      return withKnowledge(merged.registry, machine, native)
    },
    { name: 'atip', version: VERSION },
  )
  journal.remove()
  tidyUp(places)
  return {
    registry: update.registry,
    programs: scan.programs,
    changes,
    folders: scan.folders,
    examined: scan.examined,
    bytes: scan.bytes,
    probed,
    skipped: scan.skipped,
    notes: notesOf(update),
  }
}

/** Files read by earlier scans, including interrupted ones, by path. */
function knownFiles(before: Registry | undefined, left: readonly ProgramFile[]) {
  const byPath = new Map(left.map((file) => [file.path, file]))
  for (const { hash, 'x-atip': facts } of Object.values(before?.tools ?? {})) {
    if (facts !== undefined && !byPath.has(facts.file.path)) byPath.set(facts.file.path, { ...facts.file, hash })
  }
  return (path: string, identity: FileIdentity): ProgramFile | undefined => {
    const file = byPath.get(path)
    return file?.identity === identity ? file : undefined
  }
}

/** Whether these bytes have answered before, or failed to. Only checks that the files exist. */
function askedBefore({ places }: Machine, before: Registry | undefined): (program: CatalogProgram) => boolean {
  return (program) => {
    const entry = before?.tools[program.name]
    if (
      entry === undefined ||
      keyOf(entry['x-atip']?.file.closure, entry.hash) !== keyOf(program.file.closure, program.file.hash)
    )
      return false
    const folder = entry.source === 'native' ? join(places.data, 'tools') : join(places.cache, 'probes')
    const { shared, named } = filesFor(folder, program)
    return existsSync(named) || existsSync(shared)
  }
}

function keyOf(closure: string | undefined, hash: string): string {
  return closure ?? hash
}

async function probeCandidates(
  { places }: Machine,
  programs: readonly CatalogProgram[],
  { probe: wanted, openSandbox, signal, onProgress }: MachineScanOptions,
  isAsked: (program: CatalogProgram) => boolean,
): Promise<MachineScan['probed']> {
  const isInsisted = ({ name }: CatalogProgram) => wanted === true || wanted?.includes(name) === true
  const insisted = wanted === undefined ? [] : programs.filter(isInsisted)
  const { openShipped } = await import('../native/shipped.js')
  const shipped = openShipped()
  const candidates = programs.filter(
    (program) =>
      !isInsisted(program) && ((program.file.mentionsAtip && !isAsked(program)) || shipped(program) !== undefined),
  )
  if (candidates.length + insisted.length === 0) return []
  const { probe } = await import('../native/probe.js')
  const tell = (done: number, total: number, name: string) => onProgress?.(done, total, name && `asking ${name}`)
  const options = { store: places, shipped, ...(signal && { signal }), onProgress: tell }
  const { results } = await probe(openSandbox, candidates, options)
  const more = insisted.length === 0 ? [] : (await probe(openSandbox, insisted, { ...options, insist: true })).results
  return [...results, ...more].map(({ program: { name, path }, outcome, reason, known, tool }) => {
    return { name, path, outcome, reason, isKnown: known, ...(tool && { tool }) }
  })
}

/** Removes leftovers. Only scans that read every program come here, so listing our own folders adds little. */
function tidyUp({ data, cache }: DataFolders): void {
  try {
    for (const folder of [data, cache]) removeOldDrafts(folder)
    // A scan without changes does not take the lock, which would remove a stale one.
    removeOldLock(data)
  } catch {
    // A leftover file does no harm.
  }
}

function notesOf({ damaged, dropped }: Update): string[] {
  return [
    ...(damaged === undefined
      ? []
      : [
          `The catalog could not be read (line ${damaged.problem.line}: ${damaged.problem.message}) and was made anew${damaged.keptAs === undefined ? '' : `; what was there is in ${damaged.keptAs}`}.`,
        ]),
    ...dropped.map(({ name, reason }) => `The catalog's entry for ${JSON.stringify(name)} was dropped: ${reason}.`),
  ]
}

function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}
