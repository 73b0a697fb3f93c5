import { fs } from './file-system.js'

/** The reader of our output has gone away, as `head` does. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'

  /** By its name, so that it is recognised across copies of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ClosedPipe'
  }
}

/** Writes to a descriptor until all is written, whatever stands behind it. */
export function writeAll(descriptor: number, text: string | Uint8Array): void {
  let bytes = typeof text === 'string' ? Buffer.from(text) : text
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs().writeSync(descriptor, bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') throw new ClosedPipe()
      if (code !== 'EAGAIN') throw error
      // The pipe is full and does not block: give its reader a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
