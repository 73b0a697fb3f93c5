import { isUtf8 } from 'node:buffer'
import type { KeptResult, ResultStore, ResultWriter } from '../../results/store.js'

/** Changes output before it is shown or stored, such as a redactor. `end` returns the bytes still held back. */
export interface OutputFilter {
  push(chunk: Uint8Array): Uint8Array
  end(): Uint8Array
}

/** The recorded output of one stream of a process. */
export interface RecordedOutput {
  bytes: number
  /** The whole output, or its beginning and end. Invalid UTF-8 is replaced. */
  text: string
  isWhole: boolean
  isUtf8: boolean
  /** All bytes, if the text does not contain them. */
  ref?: KeptResult
  /** Why they could not be stored. */
  problem?: string
}

export interface RecorderOptions {
  /** The maximum that is held in memory and shown. */
  inlineBytes: number
  store?: ResultStore | undefined
  /** The file name for longer output. */
  name: string
  filter?: OutputFilter | undefined
  /** Receives every chunk, after the filter. */
  onChunk?: ((chunk: Buffer) => void) | undefined
}

/** Records the output of a process: short output stays in memory, long output is written to a file. */
export class OutputRecorder {
  bytes = 0
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer = Buffer.alloc(0)
  #writer: ResultWriter | undefined
  #problem: string | undefined
  readonly #options: RecorderOptions

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  push(chunk: Buffer): void {
    const { filter } = this.#options
    this.#take(filter === undefined ? chunk : Buffer.from(filter.push(chunk)))
  }

  /** Output from an offset, as far as it is still available. */
  readFrom(offset: number, length = 65_536): { from: number; bytes: Buffer } {
    if (this.#writer !== undefined) return { from: offset, bytes: this.#writer.readFrom(offset, length) }
    const all = Buffer.concat(this.#head)
    if (offset < all.length) return { from: offset, bytes: all.subarray(offset, offset + length) }
    const from = Math.max(offset, this.bytes - this.#tail.length)
    return { from, bytes: this.#tail.subarray(this.#tail.length - (this.bytes - from)).subarray(0, length) }
  }

  finish(): RecordedOutput {
    const { filter, inlineBytes } = this.#options
    if (filter !== undefined) this.#take(Buffer.from(filter.end()))
    const head = Buffer.concat(this.#head)
    const isWhole = this.bytes === head.length
    const isText = isUtf8(head) && isWhole
    // Binary output cannot be shown, so it is stored.
    if (isWhole && !isText) this.#open()
    const ref = this.#close()
    const problem = this.#problem === undefined ? {} : { problem: this.#problem }
    const text = isWhole ? head.toString() : cut(head, this.#tail, this.bytes, inlineBytes)
    return { bytes: this.bytes, text, isWhole, isUtf8: isText || !isWhole, ...(ref && { ref }), ...problem }
  }

  discard(): void {
    const writer = this.#writer
    this.#writer = undefined
    writer?.discard()
  }

  #take(chunk: Buffer): void {
    if (chunk.length === 0) return
    const { inlineBytes, onChunk } = this.#options
    if (this.#writer === undefined && this.#problem === undefined && this.bytes + chunk.length > inlineBytes)
      this.#open()
    this.#write([chunk])
    this.bytes += chunk.length
    const room = inlineBytes - this.#headBytes
    if (room > 0) {
      const part = Buffer.from(chunk.subarray(0, room))
      this.#head.push(part)
      this.#headBytes += part.length
    }
    if (chunk.length > room) this.#tail = lastOf(this.#tail, chunk.subarray(Math.max(0, room)), inlineBytes)
    onChunk?.(chunk)
  }

  #open(): void {
    const { store, name } = this.#options
    this.#orForget(() => (this.#writer = store?.open?.(name)))
    this.#write(this.#head)
  }

  #write(parts: readonly Buffer[]): void {
    this.#orForget(() => parts.forEach((part) => this.#writer?.write(part)))
  }

  #close(): KeptResult | undefined {
    return this.#orForget(() => this.#writer?.close())
  }

  /** If the store fails, for example because the disk is full, the beginning and the end of the output remain. */
  #orForget<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#problem = (error as Error).message
      try {
        this.discard()
      } catch {
        // The store has failed already.
      }
      return undefined
    }
  }
}

function lastOf(before: Buffer, chunk: Buffer, limit: number): Buffer {
  if (chunk.length >= limit) return Buffer.from(chunk.subarray(chunk.length - limit))
  return Buffer.concat([before.subarray(Math.max(0, before.length + chunk.length - limit)), chunk])
}

/** Three quarters from the beginning and one quarter from the end, without splitting characters. */
function cut(head: Buffer, tail: Buffer, bytes: number, limit: number): string {
  const shown = Math.min(limit, 2_000)
  const first = head.subarray(0, Math.floor((shown * 3) / 4))
  const last = tail.subarray(Math.max(0, tail.length - Math.floor(shown / 4)))
  const left = bytes - first.length - last.length
  return `${withoutHalf(first.toString(), 'end')}\n[… ${left} bytes left out …]\n${withoutHalf(last.toString(), 'start')}`
}

function withoutHalf(text: string, side: 'start' | 'end'): string {
  return side === 'end' ? text.replace(/\uFFFD{1,3}$/, '') : text.replace(/^\uFFFD{1,3}/, '')
}
