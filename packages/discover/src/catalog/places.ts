import { isAbsolute, join, normalize, resolve } from 'node:path'
import type { Hash } from '../types.js'
import { fileNameOf } from './file-name.js'
import { isHash } from '@atip/protocol/calls'

/** The folders of this user, and the read-only ones of the machine (RFC 4.2). `XDG_DATA_DIRS` is honoured. */
export interface DataFolders {
  data: string
  config: string
  cache: string
  systemData: string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** The folders by the XDG Base Directory Specification. Nothing is read or created. */
export function placesFrom(env: Environment, homedir: string): DataFolders {
  const systemFolders = absoluteOf(env.XDG_DATA_DIRS?.split(':'))
  return {
    data: own(env.ATIP_DATA_DIR) ?? ours(xdg(env.XDG_DATA_HOME) ?? `${homedir}/.local/share`),
    config: own(env.ATIP_CONFIG_DIR) ?? ours(xdg(env.XDG_CONFIG_HOME) ?? `${homedir}/.config`),
    cache: own(env.ATIP_CACHE_DIR) ?? ours(xdg(env.XDG_CACHE_HOME) ?? `${homedir}/.cache`),
    systemData: [...new Set((systemFolders ?? SYSTEM_FOLDERS).map(ours))],
  }
}

const FOLDER = 'agent-tools'
const UNTIDY = ['//', '/./', '/../']
const SYSTEM_FOLDERS = ['/usr/local/share', '/usr/share']

/** The hook calls this and has ten milliseconds, so only paths that need it are normalised. */
function ours(folder: string): string {
  const path = `${folder}/${FOLDER}`
  return UNTIDY.some((part) => path.includes(part)) ? normalize(path) : path
}

/** Variables of atip name complete folders, and relative ones are resolved against the cwd, as in every program. */
function own(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : resolve(value)
}

/** "If an implementation encounters a relative path … it should consider the path invalid and ignore it." */
function xdg(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined
}

function absoluteOf(folders: string[] | undefined): string[] | undefined {
  const absolute = folders?.filter((folder) => isAbsolute(folder))
  return absolute === undefined || absolute.length === 0 ? undefined : absolute
}

export function registryFile({ data }: DataFolders): string {
  return join(data, 'registry.json')
}

/** The files of shims from registries for these bytes. */
export function shimFiles({ data, systemData }: DataFolders, hash: Hash): string[] {
  return [data, ...systemData].map((folder) => join(folder, 'shims/sha256', `${hexOf(hash)}.json`))
}

/** Shims kept by name, whatever the program's bytes, of the user or the administrator. */
export function localShimFiles({ data, systemData }: DataFolders, name: string): string[] {
  return [data, ...systemData].map((folder) => join(folder, 'shims', `${fileNameOf(name)}.json`))
}

/** The user's JSON Merge Patch over all other descriptions, for these bytes or for this name. */
export function overrideFile({ config }: DataFolders, hash: Hash): string {
  return join(config, 'overrides/sha256', `${hexOf(hash)}.json`)
}

export function overrideFileByName({ config }: DataFolders, name: string): string {
  return join(config, 'overrides', `${fileNameOf(name)}.json`)
}

export function configFile({ config }: DataFolders): string {
  return join(config, 'config.json')
}

/** Hashes come from files; an invalid one must not become part of a path. */
function hexOf(hash: Hash): string {
  if (!isHash(hash))
    throw new TypeError(`${JSON.stringify(hash)} is not a hash: expected sha256: and 64 hexadecimal digits`)
  return hash.slice('sha256:'.length)
}
