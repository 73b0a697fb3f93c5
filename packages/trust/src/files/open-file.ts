import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import { Refused } from '../refused.js'

export interface ReadableFile {
  descriptor: number
  stats: BigIntStats
}

/** Opens a regular file and closes it after use. Opening a FIFO does not block; it is refused. */
export async function withFile<Result>(path: string, use: (file: ReadableFile) => Promise<Result>): Promise<Result> {
  const descriptor = openFile(path)
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    if (!stats.isFile()) throw new Refused('FILE', `${JSON.stringify(path)} is not a regular file`)
    return await use({ descriptor, stats })
  } finally {
    closeSync(descriptor)
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const what = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new Refused('FILE', `${JSON.stringify(path)} ${what}`, { cause: error })
  }
}

/** Reads a file of at most `limit` bytes. */
export function readFileWithin(path: string, limit: number): Promise<Buffer> {
  return withFile(path, async ({ descriptor, stats }) => {
    const bytes = Buffer.alloc(Math.min(Number(stats.size), limit) + 1)
    let length = 0
    for (;;) {
      const read = readSync(descriptor, bytes, length, bytes.length - length, null)
      length += read
      if (length > limit) throw new Refused('LIMIT', `${JSON.stringify(path)} has more than ${count(limit)} bytes`)
      if (read === 0) return bytes.subarray(0, length)
      if (length === bytes.length) throw new Refused('FILE', `${JSON.stringify(path)} changes while it is read`)
    }
  })
}

export const count = (value: number): string => value.toLocaleString('en')
