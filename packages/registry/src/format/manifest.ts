import { isObject } from '@atip/protocol'
import { FormatError } from './format-error.js'

/** The path of the manifest (RFC 4.4.2). */
export const MANIFEST_PATH = '/.well-known/atip-registry.json'

/** A file that a manifest names with its SHA-256. */
export interface FileReference {
  path: string
  /** In hexadecimal digits. */
  sha256: string
}

/**
 * The manifest of a registry (RFC 4.4.2). It names every file that a client relies on by SHA-256, so that its signature
 * covers all of them, and a named file never changes.
 */
export interface RegistryManifest {
  atip: { version: string }
  registry: { name: string; url: string; type: 'static'; version: string }
  /** Increases with every build. A client refuses a lower serial than it has seen. */
  serial: number
  issued: string
  expires: string
  endpoints: RegistryEndpoints
  trust: { requireSignatures: boolean; signers: unknown[] }
  shims: { count: number }
  packs?: { prefixLength: number; index: FileReference }
  /** A hash in none of these is not in the registry. */
  filters?: FileReference[]
  log?: { origin: string; size: number; root: string }
  policy?: FileReference
  patterns?: FileReference
}

/** Templates: `{hash}` is the hash of a program, `{content}` the SHA-256 of the served file. */
export interface RegistryEndpoints {
  shims: string
  signatures?: string
  minisign?: string
  catalog?: string
  packs?: string
  log?: string
  submit?: string
}

/** A manifest from outside. Other implementations may omit everything that the RFC does not require. */
export type ReadManifest = Partial<RegistryManifest> & Pick<RegistryManifest, 'registry' | 'endpoints'>

/** Throws a FormatError with the reason. */
export function readManifest(bytes: Uint8Array): ReadManifest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FormatError('the manifest is no JSON')
  }
  if (!isObject(value)) throw new FormatError('the manifest is no JSON object')
  const { registry, endpoints, serial, issued, expires, packs, filters, log, policy, patterns } = value
  const expected = (what: string) => new FormatError(`the manifest is not valid: ${what}`)
  if (!isObject(registry) || typeof registry.name !== 'string') throw expected('registry.name must be a text')
  if (!isObject(endpoints)) throw expected('endpoints must be an object')
  for (const [name, template] of Object.entries(endpoints)) {
    if (!isPath(template)) throw expected(`endpoints.${name} must be a path on the same host, which begins with /`)
  }
  if (typeof endpoints.shims !== 'string') throw expected('endpoints.shims is missing')
  if (serial !== undefined && !isCount(serial)) throw expected('serial must be a whole number')
  for (const [name, time] of Object.entries({ issued, expires })) {
    if (time !== undefined && !isTime(time)) throw expected(`${name} must be a time such as 2026-01-15T10:30:00.000Z`)
  }
  if (packs !== undefined) {
    const isGood = isObject(packs) && isCount(packs.prefixLength) && packs.prefixLength <= 6 && isReference(packs.index)
    if (!isGood) throw expected('packs must have a prefixLength of at most 6 and an index')
    if (typeof endpoints.packs !== 'string') throw expected('endpoints.packs is missing')
  }
  if (filters !== undefined && !(Array.isArray(filters) && filters.length <= 100 && filters.every(isReference))) {
    throw expected('filters must be a list of files')
  }
  if (log !== undefined && !(isObject(log) && isCount(log.size) && isDigest(log.root))) {
    throw expected('log must have a size and a root')
  }
  for (const [name, file] of Object.entries({ policy, patterns })) {
    if (file !== undefined && !isReference(file)) throw expected(`${name} must have a path and a sha256`)
  }
  return value as unknown as ReadManifest
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isDigest = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
/** A path on the same host: `//host/x` would name another one. */
const isPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])[\w.~{}/-]*$/.test(value) && !value.split('/').includes('..')
const isReference = (value: unknown) => isObject(value) && isPath(value.path) && isDigest(value.sha256)
const isTime = (value: unknown) => typeof value === 'string' && value.length < 40 && !Number.isNaN(Date.parse(value))

export function isExpired({ expires }: Pick<ReadManifest, 'expires'>, now: Date): boolean {
  return expires !== undefined && now.getTime() >= Date.parse(expires)
}

/** Fills in a template of an endpoint. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  )
}
