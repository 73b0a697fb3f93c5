import { expect, test } from 'vitest'
import { timeOf } from './since.js'

const NOW = Date.UTC(2026, 1, 1, 9, 30)

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T18:00', '2026-01-31T18:00:00.000Z'],
  ['2026-01-31 18:00:05', '2026-01-31T18:00:05.000Z'],
  ['2026-01-31T18:00+02:00', '2026-01-31T16:00:00.000Z'],
  ['today', '2026-02-01T00:00:00.000Z'],
  ['yesterday', '2026-01-31T00:00:00.000Z'],
  ['30m', '2026-02-01T09:00:00.000Z'],
  ['12h', '2026-01-31T21:30:00.000Z'],
  ['2d', '2026-01-30T09:30:00.000Z'],
  ['1w', '2026-01-25T09:30:00.000Z'],
])('%s is the time %s', (text, time) => {
  expect(timeOf(text, NOW)).toBe(time)
})

test.each(['nonsense', '', '-1h', '2026', '2026-13-01', '9'.repeat(400) + 'd', '99999999999d', '1y'])(
  'a wrong time is refused with an example: %s',
  (text) => {
    expect(() => timeOf(text, NOW)).toThrow(expect.objectContaining({ code: 'E1004' }) as Error)
  },
)
