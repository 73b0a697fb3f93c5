import { createReadStream } from 'node:fs'
import { isObject } from '@atip/protocol'
import type { JsonObject } from '../hooks/types.js'

/** Longer lines are skipped. They contain images or the output of programs. */
export const LONGEST_RECORD = 16_000_000

/** Yields the records of a transcript, one JSON object per line; undefined for an invalid line. */
export async function* readRecords(file: string, longest = LONGEST_RECORD): AsyncGenerator<JsonObject | undefined> {
  for await (const line of linesOf(file, longest)) {
    if (line === undefined) yield undefined
    else if (line.trim() !== '') yield recordIn(line)
  }
}

function recordIn(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Not `readline`, which would keep a line of any length in memory. Undefined for a line that is too long. */
async function* linesOf(file: string, longest: number): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length <= longest) parts.push(part)
    else parts = []
  }
  const take = () => {
    const line = length > longest ? undefined : Buffer.concat(parts).toString()
    parts = []
    length = 0
    return line
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}
