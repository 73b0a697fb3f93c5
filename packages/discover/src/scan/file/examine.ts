import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import type { Hash, Identity } from '../../types.js'
import type { Breath } from './breath.js'
import { codeOf } from './files.js'
import { identityOf } from './identity.js'
import type { ScanLimits } from './limits.js'

/** What the bytes of one file say. */
export interface FileFacts {
  identity: Identity
  hash: Hash
  mentionsAtip: boolean
  /** Whether it begins with `#!`. */
  isScript: boolean
  /** If it was asked for: the beginning, as far as the limit goes. */
  text?: string
  /** Whether there is more of it than `text` holds. */
  isCut: boolean
}

export interface Refusal {
  reason: string
}

export interface Examiner {
  /** Reads a file once from end to end. `accept` says why not, after a look at what was really opened. */
  read(path: string, options?: ReadOptions): Promise<FileFacts | Refusal>
  /** How many files were read, and how many bytes. */
  readonly files: number
  readonly bytes: number
}

export interface ReadOptions {
  /** Whether the text is wanted: of a script only, or whatever the file begins with. */
  text?: 'of script' | 'of any'
  accept?: (stats: BigIntStats) => string | undefined
}

const CHUNK = 1024 ** 2
const WORD = Buffer.from('atip')
/** What a word that begins at the end of a chunk may leave behind there. */
const OVERLAP = WORD.length - 1

export async function openExaminer(limits: ScanLimits, breath: Breath): Promise<Examiner> {
  // Loading it takes longer than a rescan that finds nothing new.
  const { createHash } = await import('node:crypto')
  const buffer = Buffer.allocUnsafeSlow(OVERLAP + CHUNK)
  let files = 0
  let bytes = 0

  async function readOnce(path: string, options: ReadOptions): Promise<FileFacts | Refusal | 'changed'> {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor, { bigint: true })
      // A pipe may have taken its place since it was looked at.
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
      // Somebody writes faster than this reads, perhaps for ever.
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
