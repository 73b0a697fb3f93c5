import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Registry } from '../types.js'
import { CatalogError, writeError } from './error.js'
import type { CatalogProblem } from './json-problem.js'
import { withLock, type LockLimits } from './lock.js'
import { withFile } from './open-file.js'
import { registryFile, type DataFolders } from './places.js'
import { readRegistry, type Dropped } from './read-registry.js'
import { registryText, timeToBear, type Agent } from './registry-text.js'
import { createFolder, removeDrafts, writeWhole } from './write-file.js'

export interface Update {
  /** The current state, after a write if there was one. */
  registry: Registry
  isWritten: boolean
  /** Tools that could not be read; the next write removes them. */
  dropped: Dropped[]
  /** The file was not a registry. A write first copies it to another file. */
  damaged?: { problem: CatalogProblem; keptAs?: string }
}

/** Maps the current registry to the wanted one. Returns undefined or an equal registry to change nothing. */
export type RegistryChange = (current: Registry) => Registry | undefined

/**
 * Changes `registry.json` under a lock. `change` may be called twice: without the lock first, and again with it if the
 * file has changed since. If nothing changes, nothing is locked, created or written.
 */
export async function updateRegistry(
  places: DataFolders,
  change: RegistryChange,
  agent: Agent,
  limits?: LockLimits,
): Promise<Update> {
  const file = registryFile(places)
  const first = planFor(file, change)
  if (first.next === undefined) return first.update
  createFolderOf(file)
  const work = () => {
    removeDrafts(file)
    const latest = isStill(file, first) ? first : planFor(file, change)
    return latest.next === undefined ? latest.update : carryOut(file, latest.update, latest.next, agent)
  }
  return withLock(places.data, work, limits)
}

interface Plan {
  /** The result if nothing is written. */
  update: Update
  identity: string | undefined
  /** Absent if nothing is to be written. */
  next?: Registry
}

function planFor(file: string, change: RegistryChange): Plan {
  const reading = readRegistry(file)
  if (reading.state === 'unreadable') {
    const message = `${JSON.stringify(file)} cannot be used: ${reading.problem.message}`
    throw new CatalogError('catalog-unreadable', file, message)
  }
  const registry = reading.ok ? reading.registry : emptyRegistry()
  const update: Update = { registry, isWritten: false, dropped: reading.ok ? reading.dropped : [] }
  if (reading.state === 'damaged') update.damaged = { problem: reading.problem }
  const identity = reading.ok ? reading.identity : undefined
  const next = change(registry)
  return next === undefined || isEqual(next, registry) ? { update, identity } : { update, identity, next }
}

function emptyRegistry(): Registry {
  return { updated: new Date(0).toISOString(), tools: Object.create(null) as Registry['tools'] }
}

function carryOut(file: string, { dropped, damaged }: Update, registry: Registry, agent: Agent): Update {
  const keptAs = damaged && keep(file)
  try {
    const time = timeToBear(Date.now())
    writeWhole(file, registryText(registry, agent, time), { modified: time })
  } catch (error) {
    if (keptAs !== undefined) rmSync(keptAs, { force: true })
    throw error
  }
  return { registry, isWritten: true, dropped, ...(damaged && { damaged: { ...damaged, keptAs } }) }
}

/** Copies the file that is about to be replaced. */
function keep(file: string): string {
  const stem = `${file}.broken-${new Date().toISOString().replaceAll(':', '')}`
  let name = stem
  for (let count = 2; existsSync(name); count++) name = `${stem}-${count}`
  writeWhole(name, readFileSync(file))
  return name
}

function isStill(file: string, { update, identity }: Plan): boolean {
  if (update.damaged !== undefined) return false
  try {
    return withFile(file, (open) => open.identity === identity)
  } catch {
    return identity === undefined
  }
}

function isEqual(one: Registry, other: Registry): boolean {
  if (one === other) return true
  const names = Object.keys(one.tools)
  if (one.updated !== other.updated || names.length !== Object.keys(other.tools).length) return false
  if (!isSameText(one.extra ?? {}, other.extra ?? {})) return false
  return names.every((name) => Object.hasOwn(other.tools, name) && isSameText(one.tools[name], other.tools[name]))
}

function isSameText(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function createFolderOf(file: string): void {
  try {
    createFolder(dirname(file))
  } catch (error) {
    throw writeError(file, error)
  }
}
