import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'

/**
 * Reads the start of a regular file that is owned by root or the user and is not world-writable. Undefined for other
 * files, because anyone could have changed them. Never blocks on a FIFO.
 */
export function readTrusted(path: string, most: number): Buffer | undefined {
  const opened = openTrusted(path)
  if (opened === undefined) return undefined
  try {
    return opened.read(most)
  } finally {
    opened.close()
  }
}

export interface TrustedFile {
  size: number
  /** Reads at most `most` bytes from the start of the file. */
  read(most: number): Buffer
  close(): void
}

export function openTrusted(path: string): TrustedFile | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return undefined
  }
  try {
    const stats = fstatSync(descriptor)
    if (isTrusted(stats)) {
      return {
        size: stats.size,
        read: (most) => head(descriptor, Math.min(most, stats.size)),
        close: () => closeSync(descriptor),
      }
    }
  } catch {
    // The file cannot be read after all.
  }
  closeSync(descriptor)
  return undefined
}

/** Whether a path leads to a file that `readTrusted` accepts. */
export function isTrustedFile(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats !== undefined && isTrusted(stats)
  } catch {
    return false
  }
}

const OTHERS_MAY_WRITE = 0o002

function isTrusted(stats: Stats): boolean {
  const isOurs = stats.uid === 0 || stats.uid === process.getuid?.()
  return stats.isFile() && isOurs && (stats.mode & OTHERS_MAY_WRITE) === 0
}

/** Reads from the start of the file, independent of earlier reads. */
function head(descriptor: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const read = readSync(descriptor, buffer, length, size - length, length)
    if (read === 0) break
    length += read
  }
  return buffer.subarray(0, length)
}
