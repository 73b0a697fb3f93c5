import { isObject } from '@atip/protocol/trust'
import { readJson } from '../files/read-json.js'
import { SigningError } from './signing-error.js'

/** The services that take part in signing. */
export interface SigningServices {
  /** Issues certificates; needed to sign without a key. */
  fulcio?: string
  /** The transparency log. */
  rekor?: { url: string; version: 1 | 2 }
  /** Confirm the time; needed with version 2 of the log, which does not. */
  timestampAuthorities?: string[]
}

/** The public services of sigstore. They publish every signature for ever, with the signer's identity. */
export const PUBLIC_SERVICES: Readonly<SigningServices> = {
  fulcio: 'https://fulcio.sigstore.dev',
  rekor: { url: 'https://rekor.sigstore.dev', version: 1 },
}

interface Service {
  url: string
  version: number
}

/**
 * Reads sigstore's signing configuration (version 0.2): for each type, the newest service that is valid and supported.
 */
export function readSigningConfig(text: string | Uint8Array, now = new Date()): SigningServices {
  const config = readJson(text, 'the signing configuration')
  const newest = (key: string, versions: readonly number[]) => servicesIn(config, key, now, versions)[0]
  const fulcio = newest('caUrls', [1])
  const rekor = newest('rekorTlogUrls', [1, 2])
  const authorities = servicesIn(config, 'tsaUrls', now, [1])
  return {
    ...(fulcio && { fulcio: fulcio.url }),
    ...(rekor && { rekor: { url: rekor.url, version: rekor.version as 1 | 2 } }),
    ...(authorities.length > 0 && { timestampAuthorities: authorities.slice(0, 1).map(({ url }) => url) }),
  }
}

function servicesIn(config: Record<string, unknown>, key: string, now: Date, versions: readonly number[]): Service[] {
  const list = config[key] ?? []
  if (!Array.isArray(list)) throw new SigningError('CONFIG', `${key} in the signing configuration is not a list`)
  return list
    .filter((one): one is Record<string, unknown> => isObject(one) && isValid(one.validFor, now))
    .map(({ url, majorApiVersion }) => ({ url: String(url), version: Number(majorApiVersion) }))
    .filter(({ version }) => versions.includes(version))
    .sort((one, other) => other.version - one.version)
}

function isValid(period: unknown, now: Date): boolean {
  if (!isObject(period) || typeof period.start !== 'string') return false
  const end = typeof period.end === 'string' ? new Date(period.end) : undefined
  return new Date(period.start) <= now && (end === undefined || now <= end)
}
