import { isAbsolute, join, normalize, resolve } from 'node:path'
import type { Hash } from '../types.js'
import { fileNameOf } from './file-name.js'
import { isHash } from '@atip/protocol/calls'

/** The folders of this user, and those of the machine, which are only read (RFC 4.2). `XDG_DATA_DIRS` is honoured. */
export interface DataFolders {
  data: string
  config: string
  cache: string
  systemData: string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where things are, by the XDG Base Directory Specification. Nothing is looked at or created. */
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

/** A hook asks for this in its ten milliseconds, so only what looks untidy is tidied. */
function ours(folder: string): string {
  const path = `${folder}/${FOLDER}`
  return UNTIDY.some((part) => path.includes(part)) ? normalize(path) : path
}

/** Ours are complete folders, and relative ones mean what they mean to every program. */
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

/** What a registry says about a program. */
export function shimFiles({ data, systemData }: DataFolders, hash: Hash): string[] {
  return [data, ...systemData].map((folder) => join(folder, 'shims/sha256', `${hexOf(hash)}.json`))
}

/** A description that is kept for a name, whatever its bytes are, by the user or by the administrator. */
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

/** Hashes come from files; one that is none must not lead anywhere. */
function hexOf(hash: Hash): string {
  if (!isHash(hash))
    throw new TypeError(`${JSON.stringify(hash)} is not a hash: expected sha256: and 64 hexadecimal digits`)
  return hash.slice('sha256:'.length)
}
