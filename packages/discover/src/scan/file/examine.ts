import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import type { Hash, FileIdentity } from '../../types.js'
import type { Breath } from './breath.js'
import { codeOf } from './files.js'
import { identityOf } from './identity.js'
import type { ScanLimits } from './limits.js'

/** Facts from the bytes of one file. */
export interface FileFacts {
  identity: FileIdentity
  hash: Hash
  mentionsAtip: boolean
  /** Whether it begins with `#!`. */
  isScript: boolean
  /** The beginning of the file up to the limit, if requested. */
  text?: string
  /** Whether the file is longer than `text`. */
  isCut: boolean
}

export interface Refusal {
  reason: string
}

export interface Examiner {
  /** Reads a whole file. `accept` gets the stats of the open file and may return a reason to refuse it. */
  read(path: string, options?: ReadOptions): Promise<FileFacts | Refusal>
  /** How many files were read, and how many bytes. */
  readonly files: number
  readonly bytes: number
}

export interface ReadOptions {
  /** When to return the text: only if the file is a script, or always. */
  text?: 'of script' | 'of any'
  accept?: (stats: BigIntStats) => string | undefined
}

const CHUNK = 1024 ** 2
const WORD = Buffer.from('atip')
/** The longest part of the word that can be at the end of a chunk. */
const OVERLAP = WORD.length - 1

export async function openExaminer(limits: ScanLimits, breath: Breath): Promise<Examiner> {
  // Loading `node:crypto` takes longer than a rescan that finds nothing new.
  const { createHash } = await import('node:crypto')
  const buffer = Buffer.allocUnsafeSlow(OVERLAP + CHUNK)
  let files = 0
  let bytes = 0

  async function readOnce(path: string, options: ReadOptions): Promise<FileFacts | Refusal | 'changed'> {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor, { bigint: true })
      // A FIFO may have replaced the file since it was checked.
      if (!stats.isFile()) return { reason: 'is not a regular file' }
      const reason = options.accept?.(stats)
      if (reason !== undefined) return { reason }
      if (stats.size > limits.bytesPerFile) {
        const most = limits.bytesPerFile.toLocaleString('en')
        return { reason: `has more than ${most} bytes (limit bytesPerFile)` }
      }
      const facts = await factsOf(descriptor, Number(stats.size), options.text)
      const identity = identityOf(stats)
      if (facts === 'changed' || identityOf(fstatSync(descriptor, { bigint: true })) !== identity) return 'changed'
      return { identity, ...facts }
    } finally {
      closeSync(descriptor)
    }
  }

  async function factsOf(descriptor: number, size: number, wanted: ReadOptions['text']) {
    const hash = createHash('sha256')
    const beginning: Buffer[] = []
    let kept = 0
    let total = 0
    let mentionsAtip = false
    let isScript = false
    let keepsText = wanted === 'of any'
    files++
    for (;;) {
      if (breath.isDue()) await breath.take()
      const length = readSync(descriptor, buffer, OVERLAP, CHUNK, null)
      if (length === 0) break
      const chunk = buffer.subarray(OVERLAP, OVERLAP + length)
      hash.update(chunk)
      if (total === 0) {
        isScript = chunk[0] === HASH_SIGN && chunk[1] === EXCLAMATION_MARK
        keepsText ||= isScript && wanted === 'of script'
      }
      if (keepsText && kept < limits.bytesOfScript) {
        const piece = Buffer.from(chunk.subarray(0, limits.bytesOfScript - kept))
        beginning.push(piece)
        kept += piece.length
      }
      if (!mentionsAtip) {
        const start = OVERLAP - Math.min(OVERLAP, total)
        mentionsAtip = buffer.subarray(start, OVERLAP + length).includes(WORD)
      }
      buffer.copyWithin(0, length, length + OVERLAP)
      total += length
      bytes += length
      // Another process is appending, perhaps endlessly.
      if (total > size) return 'changed'
    }
    const text = keepsText ? Buffer.concat(beginning).toString('utf8') : undefined
    const digest = `sha256:${hash.digest('hex')}` as const
    return { hash: digest, mentionsAtip, isScript, text, isCut: keepsText && kept < total }
  }

  return {
    async read(path, options = {}) {
      try {
        let result = await readOnce(path, options)
        if (result === 'changed') result = await readOnce(path, options)
        return result === 'changed' ? { reason: 'changes while it is read' } : result
      } catch (error) {
        breath.throwIfStopped()
        return { reason: `cannot be read (${codeOf(error)})` }
      }
    },
    get files() {
      return files
    },
    get bytes() {
      return bytes
    },
  }
}

const HASH_SIGN = 0x23
const EXCLAMATION_MARK = 0x21
