import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactBytes } from './bytes.js'
import { createRedactor } from './redactor.js'

const redactor = createRedactor({ secrets: ['größenwahn'] })

function through(bytes: Buffer, cuts: readonly number[]): Buffer {
  const filter = redactBytes(redactor)
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const parts = places.slice(1).map((place, index) => Buffer.from(filter.push(bytes.subarray(places[index], place))))
  return Buffer.concat([...parts, Buffer.from(filter.end())])
}

test('bytes that are no secret stay, whatever they are and wherever they are divided', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(200)), (bytes, cuts) => {
      expect(through(Buffer.from(bytes), cuts)).toEqual(Buffer.from(bytes))
    }),
  )
})

test('a secret is removed wherever it is divided, also inside of a character', () => {
  const text = Buffer.from('é password=größenwahn ü größenwahn 😀\n')
  for (let cut = 0; cut <= text.length; cut++)
    expect(through(text, [cut]).toString()).toBe('é password=[REDACTED] ü [REDACTED] 😀\n')
})

test('a secret among bytes that are no text is removed', () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0x00, 0x0a]),
    Buffer.from('password=correcthorse\n'),
    Buffer.from([0xfe]),
  ])
  expect(through(bytes, [2]).toString('latin1')).toBe('\xff\0\npassword=[REDACTED]\n\xfe')
})
