import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** A key pair as `minisign -GW` writes it. */
export function newMinisignKey(): { secretKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = randomBytes(8)
  const head = Buffer.concat([Buffer.from('Ed\0\0B2'), Buffer.alloc(48)])
  const secret = Buffer.concat([head, id, seed, point, Buffer.alloc(32)]).toString('base64')
  return {
    secretKey: `untrusted comment: secret\n${secret}\n`,
    publicKey: Buffer.concat([Buffer.from('Ed'), id, point]).toString('base64'),
  }
}
