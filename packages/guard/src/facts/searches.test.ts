import { expect, test } from 'vitest'
import fc from 'fast-check'
import { finderOf } from './searches.js'

const LINE = 'DATABASE_URL=postgres://shop:s3cr3t@db/shop'

test.each([
  String.raw`\o{104}ATABASE`,
  String.raw`\u0044ATABASE`,
  String.raw`\x44ATABASE`,
  String.raw`\b{start}DATABASE`,
  String.raw`\QDATABASE\E`,
  String.raw`[\]Dzq]ATABASE`,
  String.raw`\(zz\)*DATABASE`,
  String.raw`z\{0,1\}DATABASE`,
  '[[D]qq]ATABASE',
  '[^]qq]ATABASE',
  '[]Dqq]ATABASE',
  '[^qx|zj]ATABASE',
  '[A-Z]{2,97}_URL',
  'z{0}DATABASE',
  'z{ 0 }DATABASE',
  '(zz)?DATABASE',
  '(?:zz)?DATABASE',
  '(?i)database',
  'databaſe',
  'zz|DATABASE',
  'zz\nDATABASE',
  'D.TABASE',
  'DATABASEz*',
  'database_url',
])('%s may fit', (pattern) => {
  expect(finderOf([pattern])(LINE)).toBe(true)
})

test.each([
  'TODO',
  'FIXME|TODO',
  'function foo() {',
  String.raw`console\.log`,
  '^import .* from',
  'TO.?DO',
  '[Tt]odo',
  'todo([^]]*)',
  '[^]]+todo',
  '[]x]todo',
])('%s does not', (pattern) => {
  expect(finderOf([pattern])(LINE)).toBe(false)
})

test('a pattern that fits by the regular expressions of this language may fit', () => {
  const part = fc.constantFrom(...'ab.*?+|()[]^$\\{}19, -w'.split(''), 'ab', '[ab]', '(a|b)', '\\w', '{1,2}')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.stringMatching(/^[ab19 ,-]{0,8}$/), (parts, line) => {
      const pattern = parts.join('')
      let fits: boolean
      try {
        fits = new RegExp(pattern, 'i').test(line)
      } catch {
        return
      }
      if (fits) expect({ pattern, line, may: finderOf([pattern])(line) }).toMatchObject({ may: true })
    }),
    { numRuns: 20_000 },
  )
})
