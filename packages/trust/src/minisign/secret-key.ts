import { createPrivateKey, createPublicKey, scrypt, type KeyObject } from 'node:crypto'
import { SigningError } from '../sign/signing-error.js'
import { base64 } from './format.js'

export interface MinisignSecretKey {
  id: Buffer
  key: KeyObject
}

/** The DER prefix of an Ed25519 private key, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/**
 * Algorithm, key derivation, checksum, salt and the two costs; then identifier, secret key, public key and checksum.
 */
const LENGTH = 2 + 2 + 2 + 32 + 8 + 8 + (8 + 64 + 32)
const MAX_MEMORY = 2 * 1024 ** 3

/** Reads the file that `minisign -G` writes. Needs the password unless the key was made with `-W`. */
export async function readMinisignSecretKey(text: string, password?: string): Promise<MinisignSecretKey> {
  const bytes = bytesOf(text)
  const derivation = bytes.subarray(2, 4).toString('latin1')
  const secret = Buffer.from(bytes.subarray(54))
  if (derivation === 'Sc') await decrypt(secret, bytes, password)
  else if (derivation !== '\0\0') throw new SigningError('KEY', 'the minisign key is encrypted in an unknown way')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret.subarray(8, 40)]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  // With a wrong password, the two halves do not match.
  if (!publicKey.equals(secret.subarray(40, 72)))
    throw new SigningError('KEY', 'the password of the minisign key is wrong')
  return { id: secret.subarray(0, 8), key }
}

/** The public key of a secret key, as `minisign` prints it. */
export async function minisignPublicKey(secretKey: string, password?: string): Promise<string> {
  const { id, key } = await readMinisignSecretKey(secretKey, password)
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return Buffer.concat([Buffer.from('Ed'), id, point]).toString('base64')
}

export function isMinisignSecretKey(text: string): boolean {
  try {
    return bytesOf(text).length === LENGTH
  } catch {
    return false
  }
}

function bytesOf(text: string): Buffer {
  try {
    return base64(text.trimEnd().split(/\r?\n/).at(-1), LENGTH, 'the minisign secret key')
  } catch (error) {
    throw new SigningError('KEY', (error as Error).message, { cause: error })
  }
}

async function decrypt(secret: Buffer, bytes: Buffer, password?: string): Promise<void> {
  if (password === undefined) throw new SigningError('KEY', 'the minisign key is encrypted: its password is needed')
  const costs = costsOf(Number(bytes.readBigUInt64LE(38)), Number(bytes.readBigUInt64LE(46)))
  const stream = await derive(password, bytes.subarray(6, 38), secret.length, costs)
  for (const [index, byte] of stream.entries()) secret[index]! ^= byte
}

interface ScryptCosts {
  N: number
  r: number
  p: number
}

/** Converts libsodium's operations and memory limits to scrypt's N, r and p. */
export function costsOf(operations: number, memory: number): ScryptCosts {
  const r = 8
  const limited = operations < memory / 32
  const most = limited ? operations / (r * 4) : memory / (r * 128)
  let log = 1
  while (log < 63 && 2 ** log <= most / 2) log++
  const p = limited ? 1 : Math.floor(Math.min(operations / 4 / 2 ** log, 0x3fffffff) / r)
  return { N: 2 ** log, r, p }
}

function derive(password: string, salt: Buffer, length: number, { N, r, p }: ScryptCosts): Promise<Buffer> {
  if (N * r * 128 > MAX_MEMORY) throw new SigningError('KEY', 'the minisign key needs more than 2 GiB to be decrypted')
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { N, r, p, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
