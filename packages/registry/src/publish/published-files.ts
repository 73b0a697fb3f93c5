import { sha256 } from '../format/names.js'
import { SIGNATURE_KINDS, type SignatureTexts } from '../format/signature-texts.js'
import type { CheckedShim } from './check-shim.js'
import { PublishError } from './refusal.js'
import type { PublishedShim } from './state.js'
import type { TargetFolder } from './target.js'

const shimPath = (hex: string) => `/shims/sha256/${hex}.json`
export const signaturePath = (content: string, kind: string) => `/signatures/${content}.${kind}`

/**
 * Writes a shim to the path in RFC 4.4.1. Its signatures come first, under the SHA-256 of the shim, so that a shim
 * never appears with a wrong signature. The RFC's names for signatures are copies.
 */
export function writeShim(target: TargetFolder, hex: string, { bytes, signatures, facts }: CheckedShim): void {
  writeSignatures(target, facts.content, signatures)
  target.write(shimPath(hex), bytes)
  for (const kind of SIGNATURE_KINDS) {
    const path = `${shimPath(hex)}.${kind}`
    const text = signatures[kind]
    if (text !== undefined) target.write(path, text)
    else if (target.readIfThere(path) !== undefined) target.remove(path)
  }
}

export function writeSignatures(target: TargetFolder, content: string, signatures: SignatureTexts): void {
  for (const kind of SIGNATURE_KINDS) {
    const text = signatures[kind]
    if (text !== undefined) target.write(signaturePath(content, kind), text, { sync: true })
  }
}

export function removeShim(target: TargetFolder, hex: string): void {
  for (const end of ['', ...SIGNATURE_KINDS.map((kind) => `.${kind}`)]) target.remove(shimPath(hex) + end)
}

export interface ShimFiles {
  bytes: Buffer
  signatures: SignatureTexts
}

export function readShim(target: TargetFolder, hex: string): ShimFiles | undefined {
  const bytes = target.readIfThere(shimPath(hex))
  if (bytes === undefined) return undefined
  return { bytes, signatures: readSignatures(target, sha256(bytes)) }
}

export function readSignatures(target: TargetFolder, content: string): SignatureTexts {
  const signatures = SIGNATURE_KINDS.flatMap((kind) => {
    const text = target.readIfThere(signaturePath(content, kind))
    return text === undefined ? [] : [[kind, text.toString()]]
  })
  return Object.fromEntries(signatures) as SignatureTexts
}

/** Reads a shim as it was published before. */
export function readPublished(target: TargetFolder, hex: string, { content, signatures }: PublishedShim): ShimFiles {
  const files = readShim(target, hex)
  if (files === undefined || sha256(files.bytes) !== content) {
    const what = files === undefined ? 'is missing' : 'was changed by something else'
    throw new PublishError('state', `${shimPath(hex)} ${what}; touch its source file, so that it is published again`)
  }
  return signatures === undefined ? { ...files, signatures: {} } : files
}
