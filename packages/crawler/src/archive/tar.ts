import { CrawlFailure } from '../failure.js'
import { ByteReader } from './byte-reader.js'
import type { ArchiveEntry } from './entry.js'

const BLOCK = 512

/** Longer names and attribute lists are attacks. */
const LONGEST_TEXT = 64_000

/** Attributes from the extended headers that precede an entry. */
interface Attributes {
  path?: string
  linkpath?: string
  size?: number
}

/** The entries of a tar archive: ustar, GNU long names and pax attributes. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks)
  let attributes: Attributes = {}
  const shared: Attributes = {}
  try {
    for (;;) {
      const header = await reader.exactly(BLOCK)
      if (header === undefined || header.every((byte) => byte === 0)) return
      checkSum(header)
      const type = String.fromCharCode(header[156]!)
      const own = { ...shared, ...attributes }
      const isText = 'LKxg'.includes(type)
      const size = isText ? numberAt(header, 124, 12) : (own.size ?? numberAt(header, 124, 12))
      const padding = (BLOCK - (size % BLOCK)) % BLOCK
      if (isText) {
        if (size > LONGEST_TEXT) throw new CrawlFailure('hostile-archive', `a name has ${size} bytes`)
        const text = (await reader.exactly(size)) ?? Buffer.alloc(0)
        await reader.skip(padding)
        if (type === 'L') attributes.path = untilNull(text)
        else if (type === 'K') attributes.linkpath = untilNull(text)
        else if (type === 'x') Object.assign(attributes, paxIn(text))
        else Object.assign(shared, paxIn(text))
        continue
      }
      const path = own.path ?? nameIn(header)
      const target = own.linkpath ?? untilNull(header.subarray(157, 257))
      attributes = {}
      // Links have no content, whatever size they state. Old archives mark folders by a trailing slash instead of a
      // type.
      const isFile = type === '0' || type === '\0' || type === '7'
      if (isFile && !path.endsWith('/')) {
        const content = contentOf(reader, size)
        yield { kind: 'file', path, isExecutable: (numberAt(header, 100, 8) & 0o111) !== 0, content }
        for await (const _ of content) {
          // Skips content that the caller did not read.
        }
        await reader.skip(padding)
        continue
      }
      if (type === '5' || isFile) yield { kind: 'folder', path }
      else if (type === '2') yield { kind: 'link', path, target }
      else if (type === '1') yield { kind: 'same-file', path, target }
      else yield { kind: 'other', path }
      if (type !== '1' && type !== '2') await reader.skip(size + padding)
    }
  } finally {
    await reader.close()
  }
}

async function* contentOf(reader: ByteReader, size: number): AsyncGenerator<Uint8Array> {
  for (let missing = size; missing > 0;) {
    const part = await reader.some(missing)
    if (part === undefined) throw new CrawlFailure('hostile-archive', 'the archive ends in the middle of a file')
    missing -= part.byteLength
    yield part
  }
}

function checkSum(header: Buffer): void {
  let sum = 0
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 32 : header[index]!
  if (sum !== numberAt(header, 148, 8))
    throw new CrawlFailure('hostile-archive', 'this is not a tar archive, or it is broken')
}

/** Octal digits, or GNU's binary format for large numbers. */
function numberAt(header: Buffer, offset: number, length: number): number {
  const field = header.subarray(offset, offset + length)
  const isBinary = (field[0]! & 0x80) !== 0
  const value = isBinary
    ? Number(BigInt(`0x${field.toString('hex')}`) & ((1n << BigInt(8 * length - 1)) - 1n))
    : Number.parseInt(untilNull(field).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || value < 0) throw new CrawlFailure('hostile-archive', 'a number makes no sense')
  return value
}

function nameIn(header: Buffer): string {
  const name = untilNull(header.subarray(0, 100))
  const isUstar = header.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isUstar ? untilNull(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function untilNull(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)).toString()
}

/** Records of the form `27 path=some/long/name\n`. */
function paxIn(text: Buffer): Attributes {
  const attributes: Attributes = {}
  for (let at = 0; at < text.length;) {
    const space = text.indexOf(0x20, at)
    const length = Number(text.toString('latin1', at, space))
    if (space === -1 || !Number.isSafeInteger(length) || length < 5 || at + length > text.length) {
      throw new CrawlFailure('hostile-archive', 'the attributes of an entry are broken')
    }
    const record = text.toString('utf8', space + 1, at + length - 1)
    const [key, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)]
    if (key === 'path' || key === 'linkpath') attributes[key] = value
    if (key === 'size' && /^\d{1,15}$/.test(value)) attributes.size = Number(value)
    at += length
  }
  return attributes
}
