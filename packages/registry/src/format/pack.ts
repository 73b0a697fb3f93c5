import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { isHash, isObject, type Hash } from '@atip/protocol'
import { FormatError } from './format-error.js'
import type { SignatureTexts } from './signature-texts.js'

/** A shim in a pack: its exact bytes as text, with its signatures. */
export interface PackedShim {
  hash: Hash
  shim: string
  signatures: SignatureTexts
}

/**
 * All shims whose hash begins with the same digits. A client that requests a pack does not reveal which of them it
 * wants.
 */
export function encodePack(shims: readonly PackedShim[]): Uint8Array {
  const text = shims.map(({ hash, shim, signatures }) => `${JSON.stringify({ hash, shim, ...signatures })}\n`).join('')
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
}

/** The memory limit of a pack: 1,000 shims of 64 KB each. */
const LARGEST = 64 * 1024 ** 2

/** Throws a FormatError. */
export function decodePack(bytes: Uint8Array, limit = LARGEST): PackedShim[] {
  let text: string
  try {
    text = brotliDecompressSync(bytes, { maxOutputLength: limit }).toString('utf8')
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new FormatError(isTooLarge ? `the pack has more than ${limit} bytes` : 'the pack cannot be decompressed')
  }
  return text.split('\n').slice(0, -1).map(shimIn)
}

function shimIn(line: string): PackedShim {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new FormatError('a line of the pack is no JSON')
  }
  if (!isObject(value) || !isHash(value.hash) || typeof value.shim !== 'string') {
    throw new FormatError('a line of the pack has no hash or no shim')
  }
  const { bundle, minisig } = value
  return {
    hash: value.hash,
    shim: value.shim,
    signatures: {
      ...(typeof bundle === 'string' && { bundle }),
      ...(typeof minisig === 'string' && { minisig }),
    },
  }
}

/** Shims per pack. Fewer would reveal too much about the wanted one, more would cost too much to fetch. */
const FEWEST = 16
const MOST_DIGITS = 6

/**
 * The number of digits that name a pack. A previous choice stays until packs get far too small or large, because a new
 * one changes all packs.
 */
export function prefixLengthFor(count: number, before?: number): number {
  const fits = (digits: number) => count / 16 ** digits >= FEWEST / 4 && count / 16 ** digits < FEWEST * 64
  if (before !== undefined && (before === 0 ? count < FEWEST * 64 : fits(before))) return before
  const digits = Math.floor(Math.log(Math.max(1, count / FEWEST)) / Math.log(16))
  return Math.min(digits, MOST_DIGITS)
}

/** The name of the pack of a hash, given in hexadecimal digits. With zero digits there is one pack for all. */
export const packOf = (hex: string, digits: number): string => (digits === 0 ? 'all' : hex.slice(0, digits))

/** The position of a pack in the index. */
export const packNumber = (name: string): number => (name === 'all' ? 0 : Number.parseInt(name, 16))

const DIGEST = 32

/** The SHA-256 of every pack, concatenated; zeros for a missing pack. */
export interface PackIndex {
  /** In hexadecimal digits; undefined if there is no such pack. */
  digestOf(name: string): string | undefined
  all(): Generator<[name: string, digest: string]>
}

export function encodePackIndex(digits: number, digests: ReadonlyMap<string, string>): Uint8Array {
  const bytes = Buffer.alloc(16 ** digits * DIGEST)
  for (const [name, digest] of digests) bytes.write(digest, packNumber(name) * DIGEST, 'hex')
  return bytes
}

export function openPackIndex(bytes: Uint8Array, digits: number): PackIndex {
  if (bytes.length !== 16 ** digits * DIGEST) {
    throw new FormatError(`the index of packs has ${bytes.length} bytes; expected ${16 ** digits * DIGEST}`)
  }
  const digestOf = (name: string) => {
    const start = packNumber(name) * DIGEST
    const digest = Buffer.from(bytes.subarray(start, start + DIGEST)).toString('hex')
    return /^0+$/.test(digest) ? undefined : digest
  }
  return {
    digestOf,
    *all() {
      for (let number = 0; number < 16 ** digits; number++) {
        const name = digits === 0 ? 'all' : number.toString(16).padStart(digits, '0')
        const digest = digestOf(name)
        if (digest !== undefined) yield [name, digest]
      }
    },
  }
}
