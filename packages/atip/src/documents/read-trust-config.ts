import { isObject } from '@atip/protocol'
import { publicMinisignKey, publicPem, type ExpectedSigner } from '@atip/trust'
import { unusable } from './named-signers.js'
import type { TrustConfig } from './trust-settings.js'

/** Parses `trust` in `config.json`. Throws, with the field, what cannot be used. */
export function readTrustConfig(value: unknown, file: string): TrustConfig {
  const fail = (field: string, message: string) => unusable(file, `"trust${field}" ${message}`)
  if (!isObject(value)) throw fail('', 'must be an object')
  const { signers = [], minisignKeys = [], openPgp } = value
  if (!Array.isArray(signers) || !signers.every(isSigner)) {
    throw fail('.signers', 'must be a list of {identity, issuer}, {repository, issuer} or {key}')
  }
  if (!isTexts(minisignKeys)) throw fail('.minisignKeys', 'must be a list of keys')
  const check = (field: string, key: string, read: (text: string) => string) => {
    try {
      read(key)
    } catch (error) {
      throw fail(field, `has a key that cannot be used: ${(error as Error).message}`)
    }
  }
  for (const signer of signers) if ('key' in signer) check('.signers', signer.key, publicPem)
  for (const key of minisignKeys) check('.minisignKeys', key, publicMinisignKey)
  if (openPgp === undefined) return { signers, minisignKeys }
  if (!isObject(openPgp) || !isTexts(openPgp.keys) || !isTexts(openPgp.fingerprints)) {
    throw fail('.openPgp', 'must have "keys" and "fingerprints", each a list')
  }
  const { keys, fingerprints } = openPgp
  if (!keys.every((key) => key.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----'))) {
    throw fail('.openPgp.keys', 'must be a list of public keys, as gpg --armor --export prints them')
  }
  if (!fingerprints.every((one) => FINGERPRINT.test(one.replaceAll(/\s/g, '')))) {
    throw fail('.openPgp.fingerprints', 'must be a list of whole fingerprints: 40 or 64 digits each')
  }
  return { signers, minisignKeys, openPgp: { keys, fingerprints } }
}

const FINGERPRINT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function isSigner(value: unknown): value is ExpectedSigner {
  if (!isObject(value)) return false
  const isText = (key: string) => typeof value[key] === 'string' && value[key] !== ''
  return 'key' in value ? isText('key') : (isText('identity') || isText('repository')) && isText('issuer')
}
