import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The bytes of a regular file, or undefined if it has more than `most`. Throws what the file system throws. */
export function readRegular(path: string, most: number): Buffer | undefined {
  // A device or a FIFO is not even opened: opening it may block or change something.
  if (!statSync(path).isFile()) return undefined
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > most) return undefined
    // One byte more, to notice a file that grows, or whose size is wrong, as in /proc.
    const bytes = Buffer.alloc(stats.size + 1)
    let taken = 0
    for (let count = -1; count !== 0 && taken < bytes.length; taken += count) {
      count = readSync(descriptor, bytes, taken, bytes.length - taken, null)
    }
    return taken === stats.size ? bytes.subarray(0, taken) : undefined
  } finally {
    closeSync(descriptor)
  }
}
