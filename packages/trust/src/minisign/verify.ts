import { verify } from 'node:crypto'
import type { Artifact } from '../files/artifact.js'
import { readArtifact } from '../files/artifact.js'
import { Refused, refusingThrows, type NotVerified } from '../refused.js'
import { blake2b } from './file-digest.js'
import { keyIdText, readMinisignKey, readMinisignSignature } from './format.js'

export interface VerifyMinisignOptions {
  artifact: Artifact
  /** The text of the `.minisig` file. */
  signature: string
  /** The accepted public keys, from local configuration. */
  keys: readonly string[]
  /** Accepts legacy signatures over the file itself, which is then read into memory. Default false. */
  allowLegacy?: boolean
}

export type MinisignVerdict = { verified: true; keyId: string; trustedComment: string } | NotVerified

/** Verifies a signature made by `minisign -S`. */
export function verifyMinisign(options: VerifyMinisignOptions): Promise<MinisignVerdict> {
  return refusingThrows(async () => {
    const { artifact, allowLegacy = false } = options
    const { isPrehashed, keyId, signature, trustedComment, commentSignature } = readMinisignSignature(options.signature)
    const known = options.keys.map(readMinisignKey).filter(({ id }) => id.equals(keyId))
    if (known.length === 0) {
      throw new Refused('IDENTITY', `signed with the minisign key ${keyIdText(keyId)}, which is not expected`)
    }
    if (!isPrehashed && !allowLegacy) {
      throw new Refused('UNVERIFIABLE', 'the minisign signature is of the old kind; sign again with a current minisign')
    }
    const signed = isPrehashed ? await blake2b(artifact) : await (await readArtifact(artifact)).readBytes()
    const signer = known.find(({ key }) => verify(null, signed, key, signature))
    if (signer === undefined) throw new Refused('SIGNATURE', 'the minisign signature does not match this file')
    const commented = Buffer.concat([signature, Buffer.from(trustedComment)])
    if (!verify(null, commented, signer.key, commentSignature)) {
      throw new Refused('SIGNATURE', 'the trusted comment of the minisign signature was changed')
    }
    return { verified: true as const, keyId: keyIdText(keyId), trustedComment }
  })
}
