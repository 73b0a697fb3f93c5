import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RegistryError } from '../http/registry-error.js'
import { DEFAULT_PRIORITY, readRegistriesFile, type RegistryConfig } from './registries.js'

export interface RegistryPlaces {
  /** The user's configuration folder, with `registries.json`. */
  config: string
  /** The machine's configuration folder, which only root may write. */
  system?: string
}

type Environment = Readonly<Record<string, string | undefined>>

export const SYSTEM_CONFIG = '/etc/agent-tools'
export const registriesFile = (folder: string): string => join(folder, 'registries.json')

/**
 * The registries to query, in order. `ATIP_REGISTRIES` replaces the user's list. Nothing replaces the machine's list,
 * so a user cannot disable or change an organisation's registry. Throws a RegistryError.
 */
export function loadRegistries(places: RegistryPlaces, env: Environment = {}): RegistryConfig[] {
  const system = readSystem(registriesFile(places.system ?? SYSTEM_CONFIG))
  const listed = env.ATIP_REGISTRIES?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const file = registriesFile(places.config)
  const configured = readIfThere(file)
  const own = configured === undefined ? [] : readRegistriesFile(configured, file).registries
  const chosen = listed === undefined ? own : listed.map((url, index) => fromVariable(url, index, own))
  const others = chosen.filter(({ url }) => !system.some((one) => one.url === url))
  return [...system, ...others.filter(({ enabled }) => enabled)].sort((one, other) => one.priority - other.priority)
}

/** Takes keys and tokens from the configured registry with the same URL. */
function fromVariable(url: string, index: number, known: readonly RegistryConfig[]): RegistryConfig {
  const text = JSON.stringify({ registries: [{ url, priority: DEFAULT_PRIORITY + index }] })
  const [read] = readRegistriesFile(text, 'ATIP_REGISTRIES').registries
  const same = known.find((one) => one.url === read!.url)
  return { ...read!, ...same, enabled: true, priority: read!.priority }
}

const WRITABLE_BY_OTHERS = 0o022

function readSystem(file: string): RegistryConfig[] {
  const text = readIfThere(file)
  if (text === undefined) return []
  const { uid, mode } = statSync(file)
  if (uid !== 0 || (mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new RegistryError('config', `${JSON.stringify(file)} must belong to root and be writable only by root`)
  }
  return readRegistriesFile(text, file).registries.filter(({ enabled }) => enabled)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new RegistryError('config', `${JSON.stringify(file)} cannot be read: ${message}`, error)
  }
}
