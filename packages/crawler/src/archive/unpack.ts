import { spawn } from 'node:child_process'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CrawlFailure } from '../failure.js'

/** The compression or archive format, detected by the first bytes, because names may be wrong. */
export type Packing = 'gz' | 'xz' | 'zst' | 'zip' | 'deb' | 'none'

const SIGNS: readonly [Packing, string][] = [
  ['gz', '1f8b'],
  ['xz', 'fd377a585a00'],
  ['zst', '28b52ffd'],
  ['zip', '504b0304'],
  ['zip', '504b0506'],
  ['deb', Buffer.from('!<arch>\ndebian').toString('hex')],
]

export function packingOf(file: string): Packing {
  const descriptor = openSync(file, 'r')
  try {
    const head = Buffer.alloc(16)
    readSync(descriptor, head)
    return SIGNS.find(([, sign]) => head.toString('hex').startsWith(sign))?.[0] ?? 'none'
  } finally {
    closeSync(descriptor)
  }
}

/** Programs that every Linux has. They read one file and write to a pipe, and do nothing else. */
const UNPACKERS: Partial<Record<Packing, (file: string) => [string, ...string[]]>> = {
  xz: (file) => ['xz', '-dc', '--memlimit-decompress=512MiB', '--', file],
  zst: (file) => ['zstd', '-dcq', '--memory=512MB', '--', file],
  deb: (file) => ['dpkg-deb', '--fsys-tarfile', file],
}

/** The uncompressed bytes of a file. The caller limits how many it reads. */
export function unpacked(file: string, packing: Packing): AsyncIterable<Uint8Array> {
  // `pipeline` also closes the file if the caller stops early.
  if (packing === 'gz') return decoded(pipeline(createReadStream(file), createGunzip(), () => {}))
  const command = UNPACKERS[packing]?.(file)
  return command === undefined ? decoded(createReadStream(file)) : fromProgram(command)
}

async function* decoded(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw new CrawlFailure('hostile-archive', `it cannot be unpacked: ${(error as Error).message}`, { cause: error })
  }
}

async function* fromProgram([program, ...args]: [string, ...string[]]): AsyncGenerator<Uint8Array> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-500)))
  const ended = new Promise<CrawlFailure | undefined>((resolve) => {
    child.on('error', (error) =>
      resolve(new CrawlFailure('missing-client', `${program} is needed to unpack this: ${error.message}`)),
    )
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : new CrawlFailure('hostile-archive', `${program}: ${words.trim() || code}`)),
    )
  })
  let isWhole = false
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array
    isWhole = true
  } finally {
    // The caller may stop early, at a limit.
    if (!isWhole) child.kill('SIGKILL')
  }
  const failure = await ended
  if (failure !== undefined) throw failure
}
