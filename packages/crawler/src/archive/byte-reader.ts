import { CrawlFailure } from '../failure.js'

/** Reads exact numbers of bytes from chunks of any size. */
export class ByteReader {
  #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes, at most `most` of them; undefined at the end. */
  async some(most: number): Promise<Uint8Array | undefined> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#chunks.next()
      if (done === true) return undefined
      this.#rest = value
    }
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.byteLength)
    return taken
  }

  /** Exactly `length` bytes; undefined at the end. */
  async exactly(length: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = []
    let missing = length
    while (missing > 0) {
      const part = await this.some(missing)
      if (part === undefined) {
        if (missing === length) return undefined
        throw new CrawlFailure('hostile-archive', 'the archive ends in the middle of an entry')
      }
      parts.push(part)
      missing -= part.byteLength
    }
    return Buffer.concat(parts)
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0;) {
      const part = await this.some(missing)
      if (part === undefined) throw new CrawlFailure('hostile-archive', 'the archive ends in the middle of an entry')
      missing -= part.byteLength
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
