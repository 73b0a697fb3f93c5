import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewOf } from './preview.js'

test('a preview is the beginning and the end of a text, by characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(40), (text, limit) => {
      const points = [...text]
      const tail = Math.floor(limit / 4)
      const ends = [points.slice(0, limit - tail).join(''), points.slice(points.length - tail).join('')]
      const note = `[… ${points.length - limit} characters left out …]`
      expect(previewOf(text, limit)).toBe(points.length <= limit ? text : ends.join(`\n${note}\n`))
    }),
  )
})

test('a text of 150 million characters has a preview', () => {
  const preview = previewOf('é'.repeat(150_000_000), 2_000)
  expect(preview).toMatch(/^é{1500}\n\[… 149998000 characters left out …\]\né{500}$/)
})
