import { isUtf8 } from 'node:buffer'
import { basename } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { openTrusted, readTrusted } from '../source/trusted-file.js'
import type { PageFile, PageFinder } from './find-page.js'

/** The source of a page, or why it could not be read. */
export type ManualPage = { ok: true; file: PageFile; text: string } | { ok: false; file: PageFile; reason: string }

/** The longest of 22,000 pages has 0.8 MB. */
export const MOST_BYTES = 4_000_000

const MOST_REDIRECTIONS = 5

/** Reads the whole page, following redirections to other pages. */
export function readPage(finder: PageFinder, file: PageFile): ManualPage {
  return followed(finder, file, readWhole)
}

/** Reads the beginning of a page in growing steps, until `isEnough` accepts it. */
export function readHead(finder: PageFinder, file: PageFile, isEnough: (text: string) => boolean): ManualPage {
  return followed(finder, file, (path) => readSteps(path, isEnough))
}

function followed(finder: PageFinder, start: PageFile, read: (path: string) => string | undefined): ManualPage {
  let file = start
  for (let hop = 0; hop <= MOST_REDIRECTIONS; hop++) {
    const text = isReadable(file.path) ? read(file.path) : undefined
    if (text === undefined) return { ok: false, file, reason: whyNot(file.path) }
    const target = redirectionIn(text)
    if (target === undefined) return { ok: true, file, text }
    const next = finder.follow(file, target)
    if (next === undefined) return { ok: false, file, reason: `it refers to ${target}, which is not among the pages` }
    file = next
  }
  return { ok: false, file: start, reason: 'it refers to other pages without end' }
}

/** `.so man1/other.1` as the first line that is not a comment. */
function redirectionIn(text: string): string | undefined {
  return /^(?:[.']\\"[^\n]*\n|\.?[ \t]*\n)*\.so[ \t]+"?([^\s"]{1,250})/.exec(text.slice(0, 20_000))?.[1]
}

/** Node 20 can decompress none of these. */
const isReadable = (path: string) => !/\.(?:xz|zst|bz2|lzma|Z)$/.test(path)

function whyNot(path: string): string {
  return isReadable(path)
    ? 'it is not a readable file, or others than root and you may write it'
    : `it is packed in a way that cannot be read here (${basename(path).split('.').at(-1)})`
}

function readWhole(path: string): string | undefined {
  const bytes = readTrusted(path, MOST_BYTES)
  return bytes === undefined ? undefined : textOf(unpacked(bytes, MOST_BYTES))
}

/** Bytes read in each step. 2 KB contained the whole NAME section of all but 8 of 1,760 pages. */
const STEPS = [2_048, 16_384, 131_072] as const

/** None of 22,000 pages decompresses to more than ten times its size. */
const MOST_EXPANSION = 40

function readSteps(path: string, isEnough: (text: string) => boolean): string | undefined {
  const file = openTrusted(path)
  if (file === undefined) return undefined
  try {
    for (const step of STEPS) {
      const bytes = unpacked(file.read(step), step * MOST_EXPANSION)
      const isAll = file.size <= step
      const text = textOf(bytes === undefined || isAll ? bytes : wholeLines(bytes))
      if (text === undefined || isAll || step === STEPS.at(-1) || isEnough(text)) return text
    }
  } catch {
    // The disk failed.
  } finally {
    file.close()
  }
  return undefined
}

const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** A gzip file may be cut anywhere: the part before the cut counts. Undefined if it is broken or expands too much. */
function unpacked(bytes: Buffer, most: number): Buffer | undefined {
  if (!isPacked(bytes)) return bytes
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch {
    return undefined
  }
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a)
  return end === -1 ? bytes : bytes.subarray(0, end + 1)
}

/** Old pages are in Latin 1. */
function textOf(bytes: Buffer | undefined): string | undefined {
  return bytes?.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
