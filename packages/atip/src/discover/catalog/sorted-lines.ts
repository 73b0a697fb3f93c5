import { bytesAt, type OpenFile } from './open-file.js'
import type { Lines } from './registry-text.js'

/** Lines up to this many bytes apart are read at once instead of being halved further. */
const BLOCK = 4096

/** Where the first line begins that is not smaller than the key, byte by byte; the end if there is none. */
export function firstAtLeast(file: OpenFile, { from, to }: Lines, key: Buffer): number {
  // Lines that begin before `low` are smaller; lines that begin at `high` or later are not.
  let low = from
  let high = to
  while (high - low > BLOCK) {
    const middle = low + Math.floor((high - low) / 2)
    const start = nextStart(file, middle, high)
    if (start >= high) high = middle + 1
    else if (isSmaller(bytesAt(file, start, key.length), key)) low = nextStart(file, start, to)
    else high = start
  }
  let start = low
  for (const line of linesFrom(file, { from: low, to })) {
    if (start >= high || !isSmaller(line.subarray(0, key.length), key)) return start
    start += line.length + 1
  }
  return to
}

/** The lines one after the other, as long as somebody asks. */
export function* linesFrom(file: OpenFile, { from, to }: Lines): Generator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let place = from
  let step = BLOCK
  while (place < to) {
    const bytes = bytesAt(file, place, Math.min(step, to - place))
    if (bytes.length === 0) return
    place += bytes.length
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let start = 0
    for (let end = rest.indexOf(NEW_LINE); end !== -1; end = rest.indexOf(NEW_LINE, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
    // Growing steps: one line wants little, and a hundred thousand should not take a hundred thousand calls.
    step = Math.min(step * 2, 64 * BLOCK)
  }
  if (rest.length > 0) yield rest
}

const NEW_LINE = 10

/** Where the next line begins after a place, or `end` if none does before. */
function nextStart(file: OpenFile, after: number, end: number): number {
  for (let place = after; place < end; place += BLOCK) {
    const bytes = bytesAt(file, place, Math.min(BLOCK, end - place))
    const found = bytes.indexOf(NEW_LINE)
    if (found !== -1) return Math.min(place + found + 1, end)
    if (bytes.length === 0) break
  }
  return end
}

function isSmaller(bytes: Buffer, key: Buffer): boolean {
  return Buffer.compare(bytes, key) < 0
}
