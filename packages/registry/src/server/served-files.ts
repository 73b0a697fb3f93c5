import { readFileSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sha256 } from '../format/names.js'

/** One representation of a file: uncompressed or compressed. */
export interface Representation {
  bytes: Buffer<ArrayBuffer>
  /** A strong validator: different bytes have a different tag. */
  etag: string
  encoding?: 'br' | 'gzip'
}

export interface ServedFile {
  plain: Representation
  /** The best representation for an Accept-Encoding header. */
  for(accepted: string | undefined): Promise<Representation>
  type: string
}

export interface ServedFiles {
  find(path: string): ServedFile | undefined
}

/** The limit of the memory cache. */
const MOST_BYTES = 512 * 1024 ** 2
const WORTH_COMPRESSING = 1024

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/jsonl',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  bundle: 'application/vnd.dev.sigstore.bundle+json',
}
const COMPRESSED = ['br', 'gcs', 'bin']

/** The paths that a registry contains: nothing hidden except the manifest, and nothing outside of the folder. */
const PATH = /^\/(?:\.well-known\/)?[\w~+-][\w.~+-]*(?:\/[\w~+-][\w.~+-]*)*$/

/** Serves the files of a folder, from memory while they are unchanged on disk. */
export function openServedFiles(folder: string): ServedFiles {
  const root = realpathSync(folder)
  const known = new Map<string, { identity: string; file: ServedFile; size: number }>()
  let total = 0
  return {
    find(asked) {
      const path = asked.endsWith('/') ? `${asked}index.html` : asked
      if (!PATH.test(path)) return undefined
      const stats = statsOf(join(root, path))
      if (stats === undefined) return void known.delete(path)
      const identity = `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
      const found = known.get(path)
      if (found?.identity === identity) return found.file
      const place = realpathSync(join(root, path))
      if (!place.startsWith(root + sep)) return undefined
      const file = served(readFileSync(place) as Buffer<ArrayBuffer>, path)
      const size = Number(stats.size) * 2
      total += size - (found?.size ?? 0)
      known.set(path, { identity, file, size })
      // Evicts the oldest first: the map is in the order of reading.
      for (const [other, { size: freed }] of known) {
        if (total <= MOST_BYTES || other === path) break
        known.delete(other)
        total -= freed
      }
      return file
    },
  }
}

function statsOf(file: string): BigIntStats | undefined {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stats?.isFile() === true ? stats : undefined
  } catch {
    return undefined
  }
}

/** A file for a path whose extension gives the content type. */
export function served(bytes: Buffer<ArrayBuffer>, path: string): ServedFile {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const digest = sha256(bytes).slice(0, 32)
  const plain: Representation = { bytes, etag: `"${digest}"` }
  const isCompressible = !COMPRESSED.includes(ending) && bytes.length >= WORTH_COMPRESSING
  const made = new Map<'br' | 'gzip', Promise<Representation>>()
  const compressed = (encoding: 'br' | 'gzip') => {
    const one = made.get(encoding) ?? compress(bytes, encoding, digest)
    made.set(encoding, one)
    return one
  }
  return {
    plain,
    type: TYPES[ending] ?? 'application/octet-stream',
    async for(accepted = '') {
      if (!isCompressible) return plain
      const names = accepted
        .split(',')
        .map((one) => one.trim())
        .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
      const wanted = (['br', 'gzip'] as const).find((name) => names.some((one) => one.split(';')[0]!.trim() === name))
      return wanted === undefined ? plain : compressed(wanted)
    },
  }
}

async function compress(bytes: Buffer, encoding: 'br' | 'gzip', digest: string): Promise<Representation> {
  const small =
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await promisify(gzip)(bytes)
  return { bytes: small as Buffer<ArrayBuffer>, etag: `"${digest}-${encoding}"`, encoding }
}
