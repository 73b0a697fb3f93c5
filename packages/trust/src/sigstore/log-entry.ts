import { pem } from '@sigstore/core'
import type { TransparencyLogEntry } from '@sigstore/bundle'
import { isObject } from '@atip/protocol/trust'
import { Refused } from '../refused.js'

/**
 * The log entry must name the key that signed. The library only compares the signature and the digest, so an entry
 * could hide the signer from log monitors.
 */
export function requireSameVerifier(entry: TransparencyLogEntry, expected: Buffer): void {
  const found = verifiersIn(JSON.parse(entry.canonicalizedBody.toString('utf8')))
  if (found.length === 1 && found[0]!.equals(expected)) return
  throw new Refused('LOG', 'the entry in the log names another certificate or key than the bundle')
}

/** The library proves inclusion in the signed checkpoint, and ignores the root that the bundle states beside it. */
export function requireSameCheckpoint({ inclusionProof: proof }: TransparencyLogEntry): void {
  if (proof?.checkpoint === undefined) return
  const [, size, root] = proof.checkpoint.envelope.split('\n')
  if (size === proof.treeSize && root === proof.rootHash.toString('base64')) return
  throw new Refused('LOG', 'the proof is about another state of the log than the checkpoint')
}

/** The certificates and keys of an entry in DER, for every kind and version. */
function verifiersIn(body: unknown): Buffer[] {
  const places = [
    // hashedrekord 0.0.1
    at(body, 'spec', 'signature', 'publicKey', 'content'),
    // dsse 0.0.1, intoto 0.0.2
    ...list(at(body, 'spec', 'signatures')).map((one) => at(one, 'verifier')),
    ...list(at(body, 'spec', 'content', 'envelope', 'signatures')).map((one) => at(one, 'publicKey')),
  ]
  const newer = [
    at(body, 'spec', 'hashedRekordV002', 'signature', 'verifier'),
    ...list(at(body, 'spec', 'dsseV002', 'signatures')).map((one) => at(one, 'verifier')),
  ]
  return [
    ...places.filter((value) => typeof value === 'string').map((value) => derOf(Buffer.from(value, 'base64'))),
    ...newer
      .map((value) => at(value, 'x509Certificate', 'rawBytes') ?? at(value, 'publicKey', 'rawBytes'))
      .filter((value) => typeof value === 'string')
      .map((value) => Buffer.from(value, 'base64')),
  ]
}

const derOf = (text: Buffer) => pem.toDER(text.toString('latin1'))

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((found, key) => (isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined), value)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
