import { isUtf8 } from 'node:buffer'
import type { KeptResult, ResultStore, ResultWriter } from '../../results/store.js'

/** Changes bytes before anybody sees or keeps them, such as a redactor. What it holds back comes at the end. */
export interface OutputFilter {
  push(chunk: Uint8Array): Uint8Array
  end(): Uint8Array
}

/** What a process wrote to one of its outputs. */
export interface RecordedOutput {
  bytes: number
  /** All of it, or its beginning and its end. Bytes that are no UTF-8 are replaced. */
  text: string
  isWhole: boolean
  isUtf8: boolean
  /** All bytes, where the text does not have them. */
  ref?: KeptResult
}

export interface RecorderOptions {
  /** What is kept in memory, and shown. */
  inlineBytes: number
  store?: ResultStore | undefined
  /** The name of the file for what is too long. */
  name: string
  filter?: OutputFilter | undefined
  /** Gets every chunk, as it is kept. */
  onChunk?: ((chunk: Buffer) => void) | undefined
}

/** Takes the output of a process as it comes: short output stays in memory, long output goes to a file as it is. */
export class OutputRecorder {
  bytes = 0
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer = Buffer.alloc(0)
  #writer: ResultWriter | undefined
  readonly #options: RecorderOptions

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  push(chunk: Buffer): void {
    const { filter } = this.#options
    this.#take(filter === undefined ? chunk : Buffer.from(filter.push(chunk)))
  }

  /** Output from a place on, as far as it is still there. */
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
    // What cannot be shown as it is must be found as it is.
    if (isWhole && !isText) this.#open()
    const ref = this.#writer?.close()
    const text = isWhole ? head.toString() : cut(head, this.#tail, this.bytes, inlineBytes)
    return { bytes: this.bytes, text, isWhole, isUtf8: isText || !isWhole, ...(ref && { ref }) }
  }

  discard(): void {
    this.#writer?.discard()
    this.#writer = undefined
  }

  #take(chunk: Buffer): void {
    if (chunk.length === 0) return
    const { inlineBytes, onChunk } = this.#options
    if (this.#writer === undefined && this.bytes + chunk.length > inlineBytes) this.#open()
    this.#writer?.write(chunk)
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
    this.#writer = store?.open?.(name)
    for (const part of this.#head) this.#writer?.write(part)
  }
}

function lastOf(before: Buffer, chunk: Buffer, limit: number): Buffer {
  if (chunk.length >= limit) return Buffer.from(chunk.subarray(chunk.length - limit))
  return Buffer.concat([before.subarray(Math.max(0, before.length + chunk.length - limit)), chunk])
}

/** Three quarters from the beginning, one quarter from the end, at whole characters. */
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
