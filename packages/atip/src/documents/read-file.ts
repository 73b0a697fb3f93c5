import { readFileSync, readSync } from 'node:fs'
import { fileError, unreadable } from './errors.js'
import { STDIN } from './find-files.js'

/** Larger files cannot be held as one string. */
const MAX_BYTES = 2 ** 28

/** The bytes of a file, or of standard input for `-`. */
export function readBytes(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = file === STDIN ? readStdin() : readFileSync(file)
  } catch (error) {
    throw fileError(file, error)
  }
  if (bytes.length <= MAX_BYTES) return bytes
  throw unreadable(file, `has ${megabytes(bytes.length)} MB; more than ${megabytes(MAX_BYTES)} MB cannot be read`)
}

/** Decodes bytes, with U+FFFD in place of invalid UTF-8. A byte order mark is preserved. */
export function toText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export const readText = (file: string): string => toText(readBytes(file))

/** Reads in chunks, because a non-blocking pipe may have no data at the moment. */
function readStdin(): Uint8Array {
  const pieces: Uint8Array[] = []
  for (;;) {
    const piece = Buffer.allocUnsafe(65_536)
    try {
      const length = readSync(0, piece)
      if (length === 0) return Buffer.concat(pieces)
      pieces.push(piece.subarray(0, length))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return Buffer.concat(pieces)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
