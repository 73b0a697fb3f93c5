import { readSync } from 'node:fs'
import { bytesAt, type OpenFile } from './open-file.js'
import type { Lines } from './registry-text.js'

/** Ranges up to this size are read in one call: a further call costs more than reading some kilobytes. */
const BLOCK = 16 * 1024

/** Usually enough for the end of one line and the beginning of the next. */
const PROBE = 2 * 1024

/** The offset of the first line that is not smaller than the key, byte by byte; the end if there is none. */
export function firstAtLeast(file: OpenFile, { from, to }: Lines, key: Buffer): number {
  const probe = Buffer.allocUnsafe(PROBE)
  // Lines that begin before `low` are smaller; lines that begin at `high` or later are not.
  let low = from
  let high = to
  while (high - low > BLOCK) {
    const middle = low + Math.floor((high - low) / 2)
    const bytes = probe.subarray(0, readSync(file.descriptor, probe, 0, PROBE, middle))
    const found = bytes.indexOf(NEW_LINE) + 1
    const start = found > 0 ? middle + found : nextStart(file, middle, high)
    if (start >= high) {
      high = middle + 1
      continue
    }
    const isWhole = found > 0 && found + key.length <= bytes.length
    const beginning = isWhole ? bytes.subarray(found, found + key.length) : bytesAt(file, start, key.length)
    // The next halving finds where the line after this one begins.
    if (isSmaller(beginning, key)) low = start
    else high = start
  }
  let start = low
  for (const line of linesFrom(file, { from: low, to })) {
    if (!isSmaller(line.subarray(0, key.length), key)) return start
    start += line.length + 1
  }
  return to
}

/** Yields lines as they are requested. */
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
    // Growing steps: one line needs little, and a hundred thousand lines should not take thousands of calls.
    step = Math.min(step * 2, 1024 * 1024)
  }
  if (rest.length > 0) yield rest
}

const NEW_LINE = 10

/** The offset of the next line that begins after `after`, or `end` if there is none before that. */
function nextStart(file: OpenFile, after: number, end: number): number {
  for (let place = after; place < end; place += BLOCK) {
    const bytes = bytesAt(file, place, Math.min(BLOCK, end - place))
    const found = bytes.indexOf(NEW_LINE)
    if (found !== -1) return place + found + 1
    if (bytes.length === 0) break
  }
  return end
}

function isSmaller(bytes: Buffer, key: Buffer): boolean {
  return Buffer.compare(bytes, key) < 0
}
