import { writeProblem, writeWhileRead } from './write-while-read.js'

/** The reader of our output has closed the pipe, as `head` does. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'

  /** Tests the name, so that instances of other copies of this package are recognised. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ClosedPipe'
  }
}

/** Our output cannot be written: the disk is full, for example. */
export class FailedWrite extends Error {
  override readonly name = 'FailedWrite'

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'FailedWrite'
  }
}

/** Whether nothing more can be printed, so that only the exit code is left to report anything. */
export function isOutputLost(error: unknown): boolean {
  return error instanceof ClosedPipe || error instanceof FailedWrite
}

/** Writes everything to a descriptor: a file, a terminal or a pipe. */
export function writeAll(descriptor: number, text: string | Uint8Array): void {
  let isRead: boolean
  try {
    isRead = writeWhileRead(descriptor, text)
  } catch (cause) {
    throw new FailedWrite(writeProblem(cause), { cause })
  }
  if (!isRead) throw new ClosedPipe()
}
