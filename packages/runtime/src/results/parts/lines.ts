import { readSync } from 'node:fs'

export interface KeptFile {
  descriptor: number
  size: number
}

const BLOCK = 65_536
const NEWLINE = 0x0a

export function bytesBetween({ descriptor, size }: KeptFile, from: number, to: number): Buffer {
  if (!(from >= 0 && to >= from)) throw new RangeError(`from ${from} to ${to} is not a range of bytes`)
  const end = Math.min(to, size)
  const bytes = Buffer.alloc(Math.max(0, end - from))
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from))
}

/** The lines in an inclusive range, with their line breaks. */
export function linesBetween(file: KeptFile, from: number, to: number, limit: number): Buffer {
  if (!(from >= 1 && to >= from)) throw new RangeError(`from ${from} to ${to} is not a range of lines`)
  const start = startOfLine(file, 0, from)
  return bytesBetween(file, start, Math.min(startOfLine(file, start, to - from + 2, limit), start + limit))
}

/** The offset of a line, if line 1 is at `place`; the end of the file if there is no such line. */
function startOfLine(file: KeptFile, place: number, line: number, most = Number.POSITIVE_INFINITY): number {
  let rest = line - 1
  for (let at = place; at < file.size && at - place <= most && rest > 0; at += BLOCK) {
    const block = bytesBetween(file, at, at + BLOCK)
    for (let index = block.indexOf(NEWLINE); index !== -1; index = block.indexOf(NEWLINE, index + 1)) {
      if (--rest === 0) return at + index + 1
    }
  }
  return rest === 0 ? place : file.size
}

/** The last lines. A line break at the very end does not start another line. */
export function lastLines(file: KeptFile, count: number, limit: number): Buffer {
  if (!(count >= 1)) throw new RangeError(`${count} is not a number of lines`)
  let rest = count
  const floor = Math.max(0, file.size - limit)
  for (let end = file.size; end > floor; end -= BLOCK) {
    const start = Math.max(floor, end - BLOCK)
    const block = bytesBetween(file, start, end)
    for (let index = block.lastIndexOf(NEWLINE); index !== -1; index = lastBefore(block, index)) {
      if (start + index === file.size - 1) continue
      if (--rest === 0) return bytesBetween(file, start + index + 1, file.size)
    }
  }
  return bytesBetween(file, floor, file.size)
}

function lastBefore(block: Buffer, index: number): number {
  return index === 0 ? -1 : block.lastIndexOf(NEWLINE, index - 1)
}

/** The rest of a longer line is dropped. */
const MOST_HELD = 4 * BLOCK

/** Groups of lines of about one block, with the number of the first line. */
export function* blocksOfLines(file: KeptFile): Generator<{ first: number; lines: string[] }> {
  let held = Buffer.alloc(0)
  let first = 1
  for (let at = 0; at < file.size; at += BLOCK) {
    const block = Buffer.concat([held, bytesBetween(file, at, at + BLOCK)])
    const end = at + BLOCK >= file.size ? block.length : block.lastIndexOf(NEWLINE) + 1
    held = block.subarray(end, end + MOST_HELD)
    const text = block.subarray(0, end).toString()
    if (text === '') continue
    const lines = text.replace(/\n$/, '').split('\n')
    yield { first, lines }
    first += lines.length
  }
}
