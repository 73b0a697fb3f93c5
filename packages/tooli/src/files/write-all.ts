import { writeWhileRead } from './write-while-read.js'

/** The reader of our output has closed the pipe, as `head` does. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'

  /** Tests the name, so that instances of other copies of this package are recognised. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ClosedPipe'
  }
}

/** Writes everything to a descriptor: a file, a terminal or a pipe. */
export function writeAll(descriptor: number, text: string | Uint8Array): void {
  if (!writeWhileRead(descriptor, text)) throw new ClosedPipe()
}
