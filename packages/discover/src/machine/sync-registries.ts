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
  writeWhole(stampFile(machine), JSON.stringify({ synced: Date.now(), registries: key(registries) }), {
    isDurable: false,
  })
  return report
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Whether registries should be asked again: a day has passed (RFC 4.7), or the configuration changed. */
export function isSyncDue(machine: Machine, env: RegistrySyncOptions['env'] = process.env, system?: string): boolean {
  const registries = registriesOf(machine, env, system)
  if (registries.length === 0) return false
  try {
    const stamp = JSON.parse(readFileSync(stampFile(machine), 'utf8')) as { synced: number; registries: string }
    return stamp.registries !== key(registries) || Math.abs(Date.now() - stamp.synced) > DAY_MS
  } catch {
    return true
  }
}

function registriesOf(
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
