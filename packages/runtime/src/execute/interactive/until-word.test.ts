import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UntilWord } from './until-word.js'

test('however bytes are cut, all before the word come, and nothing after it', async () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'ab', 'aba', 'x'), { maxLength: 12 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 10 }), async (text, sizes) => {
      const stream = new UntilWord('abab', () => {})
      const chunks: Buffer[] = []
      const ended = new Promise((resolve) =>
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', resolve),
      )
      for (let at = 0, n = 0; at < text.length; n++) {
        const size = sizes[n] ?? text.length
        if (!stream.writableEnded) stream.write(text.slice(at, at + size))
        at += size
      }
      if (!stream.writableEnded) stream.end()
      await ended
      expect(Buffer.concat(chunks).toString()).toBe(text.split('abab')[0])
    }),
  )
})
