import { fs } from './file-system.js'

/** Set on a function of `fs` that a guard replaced: the original function. */
export const UNGUARDED: unique symbol = Symbol.for('tooli.unguarded')

/** Writes everything to a descriptor: a file, a terminal or a pipe; false if its reader has closed it. */
export function writeWhileRead(descriptor: number, text: string | Uint8Array): boolean {
  const { writeSync } = fs()
  const write = (writeSync as typeof writeSync & { [UNGUARDED]?: typeof writeSync })[UNGUARDED] ?? writeSync
  let bytes = typeof text === 'string' ? Buffer.from(text) : text
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(descriptor, bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') return false
      if (code !== 'EAGAIN') throw error
      // A full non-blocking pipe: give the reader time.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return true
}

/** What the system says about a failed write, without its code: `no space left on device`. */
export function writeProblem(error: unknown): string {
  const { message } = error as Error
  return `cannot write the result: ${/^\w+: (.+?)(?:, \w+)?$/.exec(message)?.[1] ?? message}`
}

/** The exit code of sysexits.h for it. */
export const WRITE_FAILED = 74
