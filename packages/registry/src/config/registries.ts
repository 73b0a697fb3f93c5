import { isExtension, isObject, unknownKey } from '@atip/protocol'
import type { ExpectedSigner } from '@atip/trust'
import { isSafeAddress } from '../http/fetch-bounded.js'
import { RegistryError } from '../http/registry-error.js'

/** A registry that this machine queries (RFC 4.6). */
export interface RegistryConfig {
  name: string
  /** Without a trailing slash. */
  url: string
  enabled: boolean
  /** Lower values are queried first. */
  priority: number
  requireSignatures: boolean
  auth?: { type: 'bearer'; tokenEnvVar: string }
  /** The accepted signers. What a registry says about its own signers is not used. */
  signers: ExpectedSigner[]
  minisignKeys: string[]
  /** Replaces the trusted root of sigstore's public services. */
  trustedRoot?: string
  /** Whether its policy applies to this machine. */
  organization: boolean
  /** How long its answers may be used without asking it again, in milliseconds. */
  cacheExpiry: number
}

export interface RegistriesFile {
  registries: RegistryConfig[]
  /** Defaults in `registries.json` for entries without the setting. */
  defaults: { requireSignatures: boolean }
}

export const DEFAULT_PRIORITY = 100

const DAY = 24 * 60 * 60 * 1_000
/** Also the upper limit: a shim that was withdrawn must not stay in use for longer. */
const MOST_EXPIRY = 7 * DAY

const KEYS = ['registries', 'defaults']
const DEFAULTS = ['cacheExpiry', 'requireSignatures']
const ENTRY = [
  'name',
  'url',
  'enabled',
  'priority',
  'requireSignatures',
  'auth',
  'signers',
  'minisignKeys',
  'trustedRoot',
  'organization',
]
const SIGNER = ['identity', 'issuer', 'repository', 'ref', 'key', 'log']

/** Parses `registries.json`. Throws a RegistryError that names the file and the position. */
export function readRegistriesFile(text: string, file: string): RegistriesFile {
  const fail = (message: string) => new RegistryError('config', `${JSON.stringify(file)}: ${message}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw fail(`is no JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) throw fail('must be an object')
  requireKnown(value, 'the file', KEYS, fail)
  const { registries = [], defaults = {} } = value
  if (!Array.isArray(registries)) throw fail('"registries" must be a list')
  if (!isObject(defaults)) throw fail('"defaults" must be an object')
  requireKnown(defaults, '"defaults"', DEFAULTS, fail)
  const cacheExpiry = expiryIn(defaults.cacheExpiry, fail)
  const requireSignatures = flag(defaults.requireSignatures, false, '"defaults.requireSignatures"', fail)
  const read = registries.map((entry: unknown, index) => ({
    ...registryIn(entry, `"registries[${index}]"`, requireSignatures, fail),
    cacheExpiry,
  }))
  const twice = read.find(({ url }, index) => read.findIndex((other) => other.url === url) !== index)
  if (twice !== undefined) throw fail(`${twice.url} is there twice`)
  return { registries: read, defaults: { requireSignatures } }
}

type Fail = (message: string) => RegistryError

/** A misspelt demand would not count. */
function requireKnown(value: object, at: string, known: readonly string[], fail: Fail): void {
  const odd = Object.keys(value).find((key) => !known.includes(key) && !isExtension(key))
  if (odd !== undefined) throw fail(`${at} has an ${unknownKey(odd, known)}`)
}

function expiryIn(value: unknown, fail: Fail): number {
  if (value === undefined) return MOST_EXPIRY
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(String(value)) ?? []
  const milliseconds = Number(count) * { s: 1_000, m: 60_000, h: DAY / 24, d: DAY }[unit as 's' | 'm' | 'h' | 'd']
  if (milliseconds <= MOST_EXPIRY) return milliseconds
  throw fail(
    `"defaults.cacheExpiry" must be a time such as "12h" or "7d", at most 7 days; found ${JSON.stringify(value)}`,
  )
}

function registryIn(
  entry: unknown,
  at: string,
  requireByDefault: boolean,
  fail: Fail,
): Omit<RegistryConfig, 'cacheExpiry'> {
  if (!isObject(entry)) throw fail(`${at} must be an object`)
  requireKnown(entry, at, ENTRY, fail)
  const { name, url, priority = DEFAULT_PRIORITY, auth, signers = [], minisignKeys = [], trustedRoot } = entry
  if (typeof url !== 'string' || !isSafeAddress(url)) throw fail(`${at}.url must be an https address`)
  if (typeof priority !== 'number' || Number.isNaN(priority)) throw fail(`${at}.priority must be a number`)
  if (!Array.isArray(signers) || !signers.every(isSigner)) {
    throw fail(`${at}.signers must be a list of {identity, issuer}, {repository, issuer} or {key}`)
  }
  for (const [index, signer] of signers.entries())
    requireKnown(signer as object, `${at}.signers[${index}]`, SIGNER, fail)
  if (!Array.isArray(minisignKeys) || !minisignKeys.every((one) => typeof one === 'string')) {
    throw fail(`${at}.minisignKeys must be a list of keys`)
  }
  if (trustedRoot !== undefined && typeof trustedRoot !== 'string') throw fail(`${at}.trustedRoot must be a text`)
  return {
    name: typeof name === 'string' && name !== '' ? name : new URL(url).host,
    url: url.replace(/\/+$/, ''),
    enabled: flag(entry.enabled, true, `${at}.enabled`, fail),
    priority,
    // Required if the entry or the defaults say so; an entry cannot weaken the defaults.
    requireSignatures: flag(entry.requireSignatures, false, `${at}.requireSignatures`, fail) || requireByDefault,
    ...(auth !== undefined && { auth: authIn(auth, at, fail) }),
    signers: signers as ExpectedSigner[],
    minisignKeys: minisignKeys as string[],
    ...(trustedRoot !== undefined && { trustedRoot }),
    organization: flag(entry.organization, false, `${at}.organization`, fail),
  }
}

function flag(value: unknown, otherwise: boolean, at: string, fail: Fail): boolean {
  if (value === undefined) return otherwise
  if (typeof value !== 'boolean') throw fail(`${at} must be true or false`)
  return value
}

function authIn(value: unknown, at: string, fail: Fail): NonNullable<RegistryConfig['auth']> {
  const { type, tokenEnvVar } = isObject(value) ? value : {}
  if (type === 'bearer' && typeof tokenEnvVar === 'string' && /^[A-Za-z_]\w*$/.test(tokenEnvVar)) {
    return { type, tokenEnvVar }
  }
  throw fail(`${at}.auth must be {"type": "bearer", "tokenEnvVar": NAME}; the token itself does not belong in the file`)
}

function isSigner(value: unknown): boolean {
  if (!isObject(value)) return false
  const isText = (key: string) => typeof value[key] === 'string' && value[key] !== ''
  return isText('key') || ((isText('identity') || isText('repository')) && isText('issuer'))
}
