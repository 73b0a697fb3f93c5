import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { isObject } from '@atip/protocol/trust'
import { readJson } from '../files/read-json.js'
import { Refused } from '../refused.js'
import { canonical } from './canonical.js'

type Role = 'root' | 'timestamp' | 'snapshot' | 'targets'

/** A signed document of a TUF repository, with the fields that all roles share. */
export interface TufDocument {
  signed: Record<string, unknown>
  version: number
  expires: Date
  signatures: { keyid: string; sig: string }[]
}

/** The expected version, length and hashes of a document. */
export interface TufFile {
  version?: number
  length?: number
  hashes: Record<string, string>
}

export function readTuf(text: string | Uint8Array, role: Role): TufDocument {
  const { signed, signatures } = readJson(text, `${role}.json of the repository`)
  const { _type: type, version, expires } = isObject(signed) ? signed : {}
  const isWhole =
    type === role && Number.isSafeInteger(version) && typeof expires === 'string' && Array.isArray(signatures)
  if (!isWhole || Number.isNaN(Date.parse(expires)) || !isObject(signed)) {
    throw new Refused('MALFORMED', `${role}.json of the repository is not the metadata of that role`)
  }
  return {
    signed,
    version: version as number,
    expires: new Date(expires),
    signatures: (signatures as unknown[])
      .filter(isObject)
      .map(({ keyid, sig }) => ({ keyid: String(keyid), sig: String(sig) })),
  }
}

/** Requires signatures by as many different keys as the root demands for this role. */
export function requireSigned(document: TufDocument, root: TufDocument, role: Role): void {
  const { keyids, threshold } = roleIn(root, role)
  const data = Buffer.from(canonical(document.signed))
  const keys = isObject(root.signed.keys) ? root.signed.keys : {}
  // Counted by key, not by name: one key under two names counts once.
  const valid = new Set<string>()
  for (const { keyid, sig } of document.signatures) {
    if (!keyids.includes(keyid) || !Object.hasOwn(keys, keyid)) continue
    const key = keyOf(keys[keyid])
    if (key !== undefined && isValid(key, data, Buffer.from(sig, 'hex'))) {
      valid.add(key.export({ format: 'der', type: 'spki' }).toString('hex'))
    }
  }
  if (valid.size >= threshold) return
  throw new Refused('SIGNATURE', `${role}.json of the repository has ${valid.size} of ${threshold} valid signatures`)
}

function roleIn({ signed }: TufDocument, role: Role): { keyids: string[]; threshold: number } {
  const found = isObject(signed.roles) && Object.hasOwn(signed.roles, role) ? signed.roles[role] : undefined
  const { keyids, threshold } = isObject(found) ? found : {}
  if (!Array.isArray(keyids) || !Number.isSafeInteger(threshold) || (threshold as number) < 1) {
    throw new Refused('MALFORMED', `the root of the repository does not say who signs ${role}.json`)
  }
  return { keyids: keyids.map(String), threshold: threshold as number }
}

/** The DER prefix of an Ed25519 public key, before its 32 bytes. */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/** Undefined for an unknown type of key, which cannot count. */
function keyOf(value: unknown): KeyObject | undefined {
  const { scheme, keyval } = isObject(value) ? value : {}
  const text = isObject(keyval) ? String(keyval.public) : ''
  try {
    if (scheme === 'ed25519') {
      return createPublicKey({ key: Buffer.concat([ED25519, Buffer.from(text, 'hex')]), format: 'der', type: 'spki' })
    }
    return scheme === 'ecdsa-sha2-nistp256' || scheme === 'rsassa-pss-sha256' ? createPublicKey(text) : undefined
  } catch {
    return undefined
  }
}

function isValid(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, data, key, signature)
  if (key.asymmetricKeyType === 'ec') return verify('sha256', data, key, signature)
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return verify('sha256', data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature)
}

/** The entry of a file in a document: `meta` lists other documents, `targets` the distributed files. */
export function fileIn({ signed }: TufDocument, list: 'meta' | 'targets', name: string): TufFile {
  const files = signed[list]
  const found = isObject(files) && Object.hasOwn(files, name) ? files[name] : undefined
  if (!isObject(found)) throw new Refused('SUBJECT', `the repository does not list ${name}`)
  const { version, length, hashes } = found
  return {
    ...(Number.isSafeInteger(version) && { version: version as number }),
    ...(Number.isSafeInteger(length) && { length: length as number }),
    hashes: isObject(hashes)
      ? Object.fromEntries(Object.entries(hashes).map(([key, value]) => [key, String(value)]))
      : {},
  }
}
