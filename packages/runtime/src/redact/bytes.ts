import { isUtf8 } from 'node:buffer'
import type { Redactor } from 'atip-bridge'

/** Redacts the output of a process: for the `filter` of `createCommandRunner`. All other bytes stay unchanged. */
export function redactBytes(redactor: Redactor, onRedaction?: (kind: string) => void) {
  // Binary output is decoded as Latin-1, which preserves all bytes.
  let encoding: 'utf8' | 'latin1' = 'utf8'
  let stream = redactor.stream(onRedaction)
  let rest: Buffer = Buffer.alloc(0)

  const take = (bytes: Buffer): Buffer => {
    if (encoding === 'utf8' && !isUtf8(bytes)) {
      const before = Buffer.from(stream.end(), 'utf8')
      encoding = 'latin1'
      stream = redactor.stream(onRedaction)
      return Buffer.concat([before, Buffer.from(stream.push(bytes.toString('latin1')), 'latin1')])
    }
    return Buffer.from(stream.push(bytes.toString(encoding)), encoding)
  }

  return {
    push(chunk: Uint8Array): Uint8Array {
      const bytes = Buffer.concat([rest, chunk])
      const whole = encoding === 'utf8' ? endOfCharacters(bytes) : bytes.length
      rest = bytes.subarray(whole)
      return take(bytes.subarray(0, whole))
    },
    end(): Uint8Array {
      const last = take(rest)
      rest = Buffer.alloc(0)
      return Buffer.concat([last, Buffer.from(stream.end(), encoding)])
    },
  }
}

/** The end of the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    // The first byte of a multi-byte character, and the length it implies.
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
    if (byte < 0x80) return bytes.length
  }
  return bytes.length
}
