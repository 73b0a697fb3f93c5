import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'

/** An open file with what it was when it was opened: others replace files, they do not change them. */
export interface OpenFile {
  descriptor: number
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Tells apart what was written one after the other. */
  identity: string
}

/** Opens an ordinary file, works with it and closes it. Throws what the system says, and EISDIR or EINVAL for others. */
export function withFile<T>(path: string, work: (file: OpenFile) => T): T {
  // A pipe in the place of the file would otherwise keep us waiting for its writer.
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

/** The bytes from a place on; fewer if the file ends before. */
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
