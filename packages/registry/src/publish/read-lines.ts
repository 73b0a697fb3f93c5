import { closeSync, openSync, readSync } from 'node:fs'

/** Reads the lines of a file in pieces, because there may be millions. Each must end with a newline. */
export function* readLines(file: string, chunk: number): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(chunk)
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const length = readSync(descriptor, buffer, 0, chunk, null)
      if (length === 0) break
      const text = Buffer.concat([rest, buffer.subarray(0, length)])
      const end = text.lastIndexOf(10) + 1
      rest = text.subarray(end)
      if (end > 0) yield* text.toString('utf8', 0, end - 1).split('\n')
    }
  } finally {
    closeSync(descriptor)
  }
}
