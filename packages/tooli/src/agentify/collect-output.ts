import type { Readable } from 'node:stream'

/** What a stream said, within bounds. */
export interface Collected {
  text: string
  /** Bytes that are not in the text. */
  omitted: number
}

/** More than this no caller reads. */
const MOST_BYTES = 1_000_000

/** Keeps the beginning of a stream. Returns what gives what came so far. */
export function collectStart(stream: Readable, most = MOST_BYTES): () => Collected {
  const chunks: Buffer[] = []
  let kept = 0
  let total = 0
  stream.on('data', (chunk: Buffer) => {
    total += chunk.length
    const part = chunk.subarray(0, most - kept)
    kept += part.length
    if (part.length > 0) chunks.push(part)
  })
  return () => {
    const bytes = Buffer.concat(chunks)
    // Half a character at the cut is none.
    const text = new TextDecoder().decode(bytes, { stream: total > kept })
    return { text, omitted: total - kept }
  }
}

/** Keeps the end of a stream. */
export function collectEnd(stream: Readable, most = MOST_BYTES): () => Collected {
  let chunks: Buffer[] = []
  let kept = 0
  let total = 0
  stream.on('data', (chunk: Buffer) => {
    total += chunk.length
    kept += chunk.length
    chunks.push(chunk)
    if (kept < 2 * most) return
    chunks = [Buffer.concat(chunks).subarray(-most)]
    kept = chunks[0]!.length
  })
  return () => {
    const bytes = Buffer.concat(chunks).subarray(-most)
    const isCut = total > bytes.length
    const start = isCut
      ? Math.max(
          0,
          bytes.findIndex((byte) => (byte & 0xc0) !== 0x80),
        )
      : 0
    return { text: new TextDecoder().decode(bytes.subarray(start)), omitted: total - (bytes.length - start) }
  }
}
