import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'

/** An open file with its state when it was opened. Other processes replace files and never change them in place. */
export interface OpenFile {
  descriptor: number
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Differs between any two versions of the file. */
  identity: string
}

/**
 * Opens a regular file, works with it and closes it. Throws system errors as they are, and EISDIR or EINVAL for other
 * kinds of files.
 */
export function withFile<T>(path: string, work: (file: OpenFile) => T): T {
  // Without O_NONBLOCK, opening a FIFO would block until someone writes to it.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = fstatSync(descriptor, { bigint: true })
    if (!status.isFile()) throw notAFile(path, status)
    return work({
      descriptor,
      size: Number(status.size),
      modified: Number(status.mtimeNs) / 1_000_000,
      identity: [status.dev, status.ino, status.size, status.mtimeNs, status.ctimeNs].join(':'),
    })
  } finally {
    closeSync(descriptor)
  }
}

/** Reads `length` bytes from an offset; fewer if the file ends before. */
export function bytesAt({ descriptor }: OpenFile, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, from + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

function notAFile(path: string, status: BigIntStats): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${path} is not a file`)
  error.code = status.isDirectory() ? 'EISDIR' : 'EINVAL'
  return error
}
