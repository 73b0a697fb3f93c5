import type { PublicKey } from 'openpgp'
import { readArtifact, type Artifact } from '../files/artifact.js'
import { Refused, refusingThrows, type NotVerified } from '../refused.js'

export interface VerifyOpenPgpOptions {
  artifact: Artifact
  /** A detached signature: armoured text, or bytes. */
  signature: string | Uint8Array
  /** Public keys, armoured. */
  keys: readonly string[]
  /** The accepted fingerprints: 40 or 64 hexadecimal digits each. From local configuration. */
  fingerprints: readonly string[]
  now?: Date
}

export type OpenPgpVerdict = { verified: true; fingerprint: string; signedAt: Date } | NotVerified

type OpenPgp = typeof import('openpgp')
type Checked = Awaited<ReturnType<OpenPgp['verify']>>['signatures'][number]

/**
 * Verifies a detached signature, as `gpg --detach-sign` makes it. Needs the package `openpgp`, which must be installed
 * separately.
 */
export function verifyOpenPgp(options: VerifyOpenPgpOptions): Promise<OpenPgpVerdict> {
  return refusingThrows(async () => {
    const { signature, now = new Date() } = options
    const wanted = options.fingerprints.map(normalised)
    const openpgp = await load()
    const keys = await pinnedKeys(openpgp, options.keys, wanted)
    const read =
      typeof signature === 'string'
        ? openpgp.readSignature({ armoredSignature: signature })
        : openpgp.readSignature({ binarySignature: signature })
    const parsed = await read
    // With several signatures, it would be unclear which of them counts.
    if (parsed.packets.length !== 1)
      throw new Refused('MALFORMED', `expected one OpenPGP signature, found ${parsed.packets.length}`)
    const bytes = await (await readArtifact(options.artifact)).readBytes()
    const message = await openpgp.createMessage({ binary: bytes })
    const { signatures } = await openpgp.verify({
      message,
      signature: parsed,
      verificationKeys: keys,
      date: now,
      config: strict(openpgp),
    })
    return { verified: true as const, ...(await checked(signatures[0]!, keys)) }
  })
}

async function load(): Promise<OpenPgp> {
  try {
    // Not a literal, so that a bundler leaves it out: its licence differs from that of the bundle.
    const name = 'openpgp'
    return (await import(name)) as OpenPgp
  } catch (error) {
    throw new Refused('UNVERIFIABLE', 'OpenPGP signatures need the package openpgp: npm install openpgp', {
      cause: error,
    })
  }
}

/** SHA-1 and MD5 can be forged; RIPEMD-160 is as short as SHA-1. */
const strict = ({ enums: { hash } }: OpenPgp) => ({
  rejectHashAlgorithms: new Set([hash.md5, hash.ripemd, hash.sha1]),
  rejectMessageHashAlgorithms: new Set([hash.md5, hash.ripemd, hash.sha1]),
})

function normalised(fingerprint: string): string {
  const digits = fingerprint.replaceAll(/\s/g, '').toLowerCase()
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(digits)) return digits
  throw new Refused(
    'SETTINGS',
    `${JSON.stringify(fingerprint)} is not the fingerprint of an OpenPGP key; short identifiers can be forged`,
  )
}

async function pinnedKeys(
  { readKeys }: OpenPgp,
  texts: readonly string[],
  wanted: readonly string[],
): Promise<PublicKey[]> {
  const all = (await Promise.all(texts.map((armoredKeys) => readKeys({ armoredKeys }).catch(unreadable)))).flat()
  const pinned = all.filter((key) => wanted.includes(key.getFingerprint().toLowerCase()))
  if (pinned.length === 0) throw new Refused('IDENTITY', 'none of the OpenPGP keys has an expected fingerprint')
  return pinned.map((key) => key.toPublic())
}

function unreadable(error: Error): never {
  throw new Refused('SETTINGS', `an OpenPGP key of the settings cannot be read: ${error.message}`, { cause: error })
}

async function checked({ verified, keyID, signature }: Checked, keys: PublicKey[]) {
  try {
    await verified
  } catch (error) {
    const isKnown = keys.some((key) => key.getKeys(keyID).length > 0)
    const reason = (error as Error).message
    if (!isKnown)
      throw new Refused('IDENTITY', `signed with the OpenPGP key ${keyID.toHex()}, which is not expected`, {
        cause: error,
      })
    throw new Refused('SIGNATURE', `the OpenPGP signature does not verify: ${reason}`, { cause: error })
  }
  const [packet] = (await signature).packets
  const signer = keys.find((key) => key.getKeys(keyID).length > 0)!
  return { fingerprint: signer.getFingerprint(), signedAt: packet!.created! }
}
