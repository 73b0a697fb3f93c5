import { sign } from 'node:crypto'
import { basename } from 'node:path'
import type { Signable } from '../sign/content.js'
import { blake2b } from './file-digest.js'
import { writeMinisignSignature } from './format.js'
import { readMinisignSecretKey } from './secret-key.js'

export interface SignMinisignOptions {
  artifact: Signable
  /** The text of the file that `minisign -G` writes. */
  secretKey: string
  password?: string
  /** Is signed as well. Default: the time and the name of the file, as in minisign. */
  trustedComment?: string
  now?: Date
}

/** Returns the text of a `.minisig` file, as `minisign -S` writes it. */
export async function signMinisign(options: SignMinisignOptions): Promise<string> {
  const { artifact, secretKey, password, now = new Date() } = options
  const { id, key } = await readMinisignSecretKey(secretKey, password)
  const signature = sign(null, await blake2b(artifact), key)
  const name = 'path' in artifact ? `\tfile:${basename(artifact.path)}` : ''
  const trustedComment = options.trustedComment ?? `timestamp:${Math.floor(now.getTime() / 1000)}${name}\thashed`
  const commentSignature = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), key)
  return writeMinisignSignature({ isPrehashed: true, keyId: id, signature, trustedComment, commentSignature })
}
