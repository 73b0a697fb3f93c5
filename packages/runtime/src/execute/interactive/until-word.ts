import { Transform, type TransformCallback } from 'node:stream'

/** Passes on bytes up to a word, which may be split between chunks, and ends there. */
export class UntilWord extends Transform {
  readonly #word: Buffer
  readonly #onWord: () => void
  /** A possible beginning of the word. */
  #held = Buffer.alloc(0)
  #isOver = false

  constructor(word: string, onWord: () => void) {
    super()
    this.#word = Buffer.from(word)
    this.#onWord = onWord
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#isOver) return done()
    const all = Buffer.concat([this.#held, chunk])
    const at = all.indexOf(this.#word)
    const end = at === -1 ? this.#beginningIn(all) : at
    this.#held = Buffer.from(all.subarray(end))
    if (end > 0) this.push(all.subarray(0, end))
    if (at !== -1) {
      this.#isOver = true
      this.#held = Buffer.alloc(0)
      this.#onWord()
      this.end()
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#held.length > 0) this.push(this.#held)
    done()
  }

  #beginningIn(bytes: Buffer): number {
    const first = Math.max(0, bytes.length - this.#word.length + 1)
    for (let at = first; at < bytes.length; at++) {
      if (this.#word.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at
    }
    return bytes.length
  }
}
