import type { Readable } from 'node:stream'

/** The output of a stream, up to a limit. */
export interface Collected {
  text: string
  /** Bytes that are not in the text. */
  omitted: number
}

/** No caller reads more than this. */
const MOST_BYTES = 1_000_000

/** Collects the start of a stream. The returned function gives the output so far. */
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
    const whole = total > kept ? bytes.subarray(0, endOfLastCharacter(bytes)) : bytes
    return { text: new TextDecoder().decode(whole), omitted: total - whole.length }
  }
}

/** Collects the end of a stream. */
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
          bytes.findIndex((byte) => !isContinued(byte)),
        )
      : 0
    return { text: new TextDecoder().decode(bytes.subarray(start)), omitted: total - (bytes.length - start) }
  }
}

/** The end of the last whole character of truncated text. */
function endOfLastCharacter(bytes: Buffer): number {
  let start = bytes.length - 1
  while (start > 0 && isContinued(bytes[start]!)) start--
  const first = bytes[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return start + length > bytes.length ? start : bytes.length
}

/** Whether a byte of UTF-8 belongs to a character that began before it. */
function isContinued(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
