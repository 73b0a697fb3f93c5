import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createClient,
  loadRegistries,
  openAcceptance,
  syncPrograms,
  type ProgramKey,
  type RegistryConfig,
  type SyncReport,
} from '@atip/registry'
import { readRegistry, registryFile } from '../catalog/index.js'
import { writeWhole } from '../catalog/write-file.js'
import type { CatalogProgram, ProgramFile } from '../types.js'
import type { Machine } from './machine.js'

export interface RegistrySyncOptions {
  env?: Readonly<Record<string, string | undefined>>
  /** The machine-wide configuration folder. */
  system?: string
  /** By default, the programs of the catalog. */
  programs?: readonly Pick<CatalogProgram, 'name' | 'file'>[]
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Asks all configured registries about the programs of this machine and stores their shims. Undefined if there are
 * none.
 */
export async function syncRegistries(
  machine: Machine,
  { env = process.env, system, programs, signal, onProgress }: RegistrySyncOptions = {},
): Promise<SyncReport | undefined> {
  const { places } = machine
  const registries = registriesOf(machine, env, system)
  if (registries.length === 0) return undefined
  const client = createClient({ registries, folders: places, env, ...(signal && { signal }) })
  const report = await syncPrograms(client, programs?.map(keyOf) ?? programsOf(machine), {
    data: places.data,
    accepts: () =>
      openAcceptance({ config: places.config, data: places.data, ...(system !== undefined && { system }) }, env),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
  keepLastSync(machine, registries, report)
  return report
}

/** The last time that registries were asked. */
export interface LastSync {
  synced: number
  /** When the last sync without problems was. */
  succeeded?: number
  problems: string[]
  /** The registries at that time, as text. */
  registries: string
}

function keepLastSync(machine: Machine, registries: readonly RegistryConfig[], { problems }: SyncReport): void {
  const now = Date.now()
  const before = readLastSync(machine)
  const succeeded = problems.length === 0 ? now : before?.succeeded
  const last: LastSync = {
    synced: now,
    ...(succeeded !== undefined && { succeeded }),
    problems: problems.map(({ message }) => message),
    registries: key(registries),
  }
  writeWhole(stampFile(machine), JSON.stringify(last), { isDurable: false })
}

export function readLastSync(machine: Machine): LastSync | undefined {
  try {
    const last = JSON.parse(readFileSync(stampFile(machine), 'utf8')) as LastSync
    return { ...last, problems: last.problems ?? [] }
  } catch {
    return undefined
  }
}

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/**
 * Whether registries should be asked again: a day has passed (RFC 4.7), or an hour if there were problems, or the
 * configuration changed.
 */
export function isSyncDue(machine: Machine, env: RegistrySyncOptions['env'] = process.env, system?: string): boolean {
  const registries = registriesOf(machine, env, system)
  if (registries.length === 0) return false
  const last = readLastSync(machine)
  if (last === undefined || last.registries !== key(registries)) return true
  return Math.abs(Date.now() - last.synced) > (last.problems.length > 0 ? HOUR_MS : DAY_MS)
}

export function registriesOf(
  { places }: Machine,
  env: NonNullable<RegistrySyncOptions['env']>,
  system?: string,
): RegistryConfig[] {
  return loadRegistries({ config: places.config, ...(system !== undefined && { system }) }, env)
}

const key = (registries: readonly RegistryConfig[]) => JSON.stringify(registries)
const stampFile = ({ places }: Machine) => join(places.data, 'registries/synced.json')

function keyOf({ name, file }: { name: string; file: Pick<ProgramFile, 'hash' | 'packageClosure'> }): ProgramKey {
  const { hash, packageClosure: closure } = file
  return { name, hash, ...(closure && { closure }) }
}

function programsOf({ places }: Machine): ProgramKey[] {
  const reading = readRegistry(registryFile(places))
  if (!reading.ok) return []
  return Object.entries(reading.registry.tools).map(([name, { hash, 'x-atip': facts }]) =>
    keyOf({ name, file: { ...facts?.file, hash } }),
  )
}
