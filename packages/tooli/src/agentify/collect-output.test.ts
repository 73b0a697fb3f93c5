import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectEnd, collectStart, type Collected } from './collect-output.js'

async function collect(collector: typeof collectStart, chunks: readonly Buffer[], most: number): Promise<Collected> {
  const stream = Readable.from(chunks)
  const read = collector(stream, most)
  await new Promise((resolve) => stream.once('close', resolve))
  return read()
}

/** Text cut into chunks anywhere, even inside characters. */
const pieces = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(fc.nat(8), { maxLength: 20 }))
  .map(([text, sizes]) => {
    const bytes = Buffer.from(text.toWellFormed())
    const chunks: Buffer[] = []
    let at = 0
    for (const size of [...sizes.map((one) => one + 1), bytes.length]) {
      if (at < bytes.length) chunks.push(bytes.subarray(at, at + size))
      at += size
    }
    return { text: bytes.toString(), chunks }
  })

test('what fits is kept as it is, whatever the pieces', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async ({ text, chunks }) => {
      for (const collector of [collectStart, collectEnd]) {
        expect(await collect(collector, chunks, 1000)).toEqual({ text, omitted: 0 })
      }
    }),
  )
})

test('of what does not fit, whole characters of one end are kept, and the rest is counted', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 4, max: 30 }), async ({ text, chunks }, most) => {
      const total = Buffer.byteLength(text)
      const start = await collect(collectStart, chunks, most)
      const end = await collect(collectEnd, chunks, most)
      expect(text.startsWith(start.text)).toBe(true)
      expect(text.endsWith(end.text)).toBe(true)
      for (const { text: kept, omitted } of [start, end]) {
        expect(Buffer.byteLength(kept) + omitted).toBe(total)
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(most)
        // At most part of one character is omitted beyond the limit.
        expect(Buffer.byteLength(kept)).toBeGreaterThan(Math.min(total, most) - 4)
      }
    }),
  )
})
