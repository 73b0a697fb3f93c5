import { basename, join } from 'node:path'
import { PROTOCOL_VERSION, type AtipTool } from '@atip/protocol'
import { fileNameOf } from '../catalog/file-name.js'
import type { DataFolders } from '../catalog/places.js'
import { writeWhole } from '../catalog/write-file.js'
import type { CatalogProgram, Skipped } from '../types.js'
import { accept, type Acceptance } from './accept.js'
import type { Failing } from './ask.js'
import { filesFor, readIfThere, removeIfThere } from './files.js'
import { plain } from './plain.js'

/** The folders for answers. Missing ones count as empty; those we write to are created. */
export type StorePlaces = Readonly<Pick<DataFolders, 'data' | 'cache' | 'systemData'>>

export interface StoredDescription {
  tool: AtipTool
  warnings: string[]
  file: string
  /** `user` if the file is about every program of this name, and its `trust.source` says that the user wrote it. */
  source: 'native' | 'user'
  /** It is stored for everything that the program runs, so the program need not be asked again. */
  isAnswer: boolean
}

export interface Lookup {
  found?: StoredDescription
  /** Files that could not be used. */
  ignored: Skipped[]
}

/** How a program failed to describe itself. It is not asked again while its bytes are the same. */
export interface AskFailure {
  name: string
  /** As written by `Date.toISOString`. */
  at: string
  outcome: Durable
  reason: string
}

/** Failures that would happen again; the others are about the machine, not the program. */
export type Durable = Exclude<Failing, 'not-started' | 'called-off'>

const DURABLE: readonly string[] = ['not-described', 'refused', 'timed-out', 'flooded'] satisfies Durable[]

export function isDurable(outcome: string): outcome is Durable {
  return DURABLE.includes(outcome)
}

/** The stored description of a program. It is checked as if it had just been printed. */
export function findDescription(places: StorePlaces, program: CatalogProgram): Lookup {
  const ignored: Skipped[] = []
  const folders = [places.data, ...places.systemData].map((folder) => join(folder, 'tools'))
  const { hash, closure = hash } = program.file
  // Other programs name the description of a script by the hash of its file, which says nothing about what it launches.
  for (const key of new Set([closure, hash])) {
    for (const folder of folders) {
      const { named, shared } = filesFor(folder, program, key)
      for (const file of [named, shared]) {
        const read = readDescription(file, program, 'native')
        if (read?.ok === true) return { found: { ...read, file, source: 'native', isAnswer: key === closure }, ignored }
        // The same bytes also have other names, and the file may be for one of those.
        if (read !== undefined && !(file === shared && isOtherName(read)))
          ignored.push({ path: file, reason: read.reason })
      }
    }
  }
  const named = findNamedDescription(places, program.name, program.file)
  return { ...named, ignored: [...ignored, ...named.ignored] }
}

/**
 * The stored description of every program of a name (RFC 0.1). Other programs store answers to `--agent` there, so it
 * counts as the program's own word, unless it says that the user wrote it.
 */
export function findNamedDescription(
  { data, systemData }: Pick<StorePlaces, 'data' | 'systemData'>,
  name: string,
  program?: CatalogProgram['file'],
): Lookup {
  const ignored: Skipped[] = []
  for (const folder of [data, ...systemData]) {
    const file = join(folder, 'tools', `${fileNameOf(name)}.json`)
    const read = readDescription(file, { name, file: program }, 'user')
    if (read?.ok === true) {
      const source = saysUser(file) ? 'user' : 'native'
      const tool: AtipTool = { ...read.tool, trust: { ...read.tool.trust, source } }
      return { found: { ...read, tool, file, source, isAnswer: false }, ignored }
    }
    if (read !== undefined) ignored.push({ path: file, reason: read.reason })
  }
  return { ignored }
}

/** Whether a valid description claims to be written by the user; `accept` does not report claims. */
function saysUser(file: string): boolean {
  const reading = readIfThere(file)
  if (reading === undefined || 'reason' in reading) return false
  const { trust } = JSON.parse(reading.bytes.toString()) as { trust?: { source?: unknown } }
  return trust?.source === 'user'
}

/** Stores the description that a program printed, and forgets its earlier failure. Returns the file. */
export function keepDescription(places: StorePlaces, program: CatalogProgram, tool: AtipTool): string {
  const folder = join(places.data, 'tools')
  const { named, shared } = filesFor(folder, program)
  const there = readDescription(shared, program, 'native')
  const file = there !== undefined && isOtherName(there) ? named : shared
  writeWhole(file, `${JSON.stringify(tool)}\n`, { isDurable: false })
  if (file === shared) removeIfThere(named)
  forgetFailure(places, program)
  return file
}

/** Removes descriptions that we have stored ourselves. */
export function forgetDescription(places: StorePlaces, program: CatalogProgram): void {
  const { named, shared } = filesFor(join(places.data, 'tools'), program)
  removeIfThere(named)
  if (readDescription(shared, program, 'native')?.ok === true) removeIfThere(shared)
}

export function findFailure(places: StorePlaces, program: CatalogProgram): AskFailure | undefined {
  const { named, shared } = failureFiles(places, program)
  return [named, shared].map(readFailure).find((failure) => failure?.name === program.name)
}

export function keepFailure(places: StorePlaces, program: CatalogProgram, failure: Omit<AskFailure, 'name'>): string {
  const { named, shared } = failureFiles(places, program)
  const there = readFailure(shared)
  const file = there !== undefined && there.name !== program.name ? named : shared
  // Another version of the protocol may accept the answer.
  const record = { name: program.name, ...failure, reader: PROTOCOL_VERSION }
  writeWhole(file, `${JSON.stringify(record)}\n`, { isDurable: false })
  return file
}

function forgetFailure(places: StorePlaces, program: CatalogProgram): void {
  const { named, shared } = failureFiles(places, program)
  for (const file of [named, shared]) if (readFailure(file)?.name === program.name) removeIfThere(file)
}

function failureFiles(places: StorePlaces, program: CatalogProgram): { named: string; shared: string } {
  return filesFor(join(places.cache, 'probes'), program)
}

type Read = Acceptance | { ok: false; flaw: 'unreadable'; reason: string }

function readDescription(
  file: string,
  { name, file: program }: { name: string; file?: CatalogProgram['file'] | undefined },
  source: 'native' | 'user',
) {
  const reading = readIfThere(file)
  if (reading === undefined) return undefined
  if ('reason' in reading) return { ok: false, flaw: 'unreadable', reason: reading.reason } as Read
  const known = program && { realName: basename(program.path), hash: program.hash }
  return accept(reading.bytes, name, { ...known, source }) as Read
}

function isOtherName(read: Read): boolean {
  return !read.ok && (read.flaw === 'alias' || read.flaw === 'impostor')
}

/** Undefined for a file that this version would not have written. */
function readFailure(file: string): AskFailure | undefined {
  const reading = readIfThere(file)
  if (reading === undefined || 'reason' in reading) return undefined
  try {
    const value = JSON.parse(reading.bytes.toString()) as Record<string, unknown> | null
    const { name, at, outcome, reason, reader } = value ?? {}
    if (reader !== PROTOCOL_VERSION || typeof name !== 'string' || typeof outcome !== 'string') return undefined
    if (typeof at !== 'string' || typeof reason !== 'string' || !isDurable(outcome)) return undefined
    return { name, at: plain(at, 40), outcome, reason: plain(reason, 600) }
  } catch {
    return undefined
  }
}
