import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { t } from '../schema/t.js'
import { knownText, measured } from './known-widths.fixture.js'
import { renderValue } from './text.js'

const plain = { width: 80, color: false }
const lines = (...text: string[]) => text.join('\n')

describe('rows', () => {
  test('are a table: heading, text to the left, numbers to the right', () => {
    const rows = [
      { path: 'src/index.ts', maxDepth: 4, isHidden: false },
      { path: 'a.ts', maxDepth: 1200, isHidden: true },
    ]
    expect(renderValue(rows, plain)).toBe(
      lines('PATH          MAX DEPTH  IS HIDDEN', 'src/index.ts          4  no', 'a.ts               1200  yes'),
    )
  })

  test('align whatever their characters are', () => {
    const rows = [
      { name: '日本語', size: 1 },
      { name: '👩‍👩‍👧 é', size: 20 },
    ]
    expect(renderValue(rows, plain)).toBe(lines('NAME    SIZE', '日本語     1', '👩‍👩‍👧 é      20'))
  })

  test('may lack fields, and bring some of their own', () => {
    expect(renderValue([{ a: 1 }, { b: 'x' }, { a: null }], plain)).toBe(lines('A  B', '1', '   x', ''))
  })

  test('show what nests in one line', () => {
    const rows = [{ id: 1, tags: ['a', 'b'], owner: { login: 'ann' } }]
    expect(renderValue(rows, plain)).toBe(lines('ID  TAGS  OWNER', ' 1  a, b  {"login":"ann"}'))
  })

  test('come in the order of the output schema', () => {
    const form = t.array(t.object({ name: t.string(), size: t.integer() })).form
    expect(renderValue([{ extra: 'x', size: 1, name: 'a' }], { ...plain, form })).toBe(
      lines('NAME  SIZE  EXTRA', 'a        1  x'),
    )
  })

  test('are cut where they are widest; numbers never', () => {
    const rows = [{ path: 'a/very/long/path/to/a/file.ts', kind: 'regular', size: 123456789 }]
    expect(renderValue(rows, { width: 36, color: false })).toBe(
      lines('PATH              KIND          SIZE', 'a/very/long/pat…  regular  123456789'),
    )
  })

  test('stand below each other when a table would say nothing', () => {
    const row = { identifier: 'one-two-three', description: 'some words', location: 'somewhere' }
    expect(renderValue([row, row], { width: 24, color: false })).toBe(
      lines(
        'identif…  one-two-three',
        'descrip…  some words',
        'location  somewhere',
        '',
        'identif…  one-two-three',
        'descrip…  some words',
        'location  somewhere',
      ),
    )
  })

  test('have a bold heading with colour', () => {
    expect(renderValue([{ a: 1 }], { width: 80, color: true })).toBe('\u001b[1mA\u001b[22m\n1')
  })
})

describe('an object', () => {
  test('is labelled lines, what it holds indented', () => {
    const value = {
      name: 'x',
      isReady: true,
      note: null,
      tags: ['a', 'b'],
      limits: { size: 1 },
      files: [{ path: 'a' }],
    }
    expect(renderValue(value, plain)).toBe(
      lines(
        'name     x',
        'isReady  yes',
        'note     -',
        'tags     a, b',
        'limits',
        '  size  1',
        'files',
        '  PATH',
        '  a',
      ),
    )
  })

  test('breaks long texts below themselves, but no address', () => {
    const value = { about: 'some words that go on', url: 'https://example.org/a/b/c' }
    expect(renderValue(value, { width: 20, color: false })).toBe(
      lines('about  some words', '       that go on', 'url    https://example.org/a/b/c'),
    )
  })
})

test.each([
  ['text as it is', 'two\nlines', 'two\nlines'],
  ['nothing', null, ''],
  ['nothing at all', undefined, ''],
  ['a boolean', true, 'yes'],
  ['a number', 4.5, '4.5'],
  ['a list of plain values', ['a', 1, false], 'a\n1\nno'],
  ['a mixed list', ['a', { b: 1 }, [1, 2]], 'a\n{"b":1}\n1, 2'],
  ['an empty list', [], 'Nothing found.'],
  ['an empty object', {}, '(empty)'],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a big integer', 10n ** 20n, '100000000000000000000'],
  ['a map', new Map([['a', 1]]), 'a  1'],
  ['bytes', new Uint8Array(3), '[3 bytes]'],
])('%s', (_, value, expected) => {
  expect(renderValue(value, plain)).toBe(expected)
})

describe('a hostile value', () => {
  test('cannot move the cursor, fake a colour or start a line', () => {
    const rows = [{ name: 'x\u001b[2J\u001b[31m', note: 'a\nerror: fake\r' }]
    expect(renderValue(rows, plain)).toBe(lines('NAME        NOTE', 'x␛[2J␛[31m  a↵error: fake␍'))
    expect(renderValue({ '\u001b[31mkey': '\u009b2J' }, plain)).toBe('␛[31mkey  <U+009B>2J')
  })

  test('that runs in circles, throws or never ends has a text', () => {
    const circle: Record<string, unknown> = { name: 'a' }
    circle.self = circle
    expect(renderValue(circle, plain)).toBe(lines('name  a', 'self  [circular]'))
    const thrower = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(renderValue(thrower, plain)).toBe('x  [unreadable]')
    let deep: unknown = 'end'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(renderValue(deep, plain)).toContain('nested too deeply')
  })
})

describe('any value', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    withUnicodeString: true,
    key: fc.string({ unit: 'binary' }),
  })

  test('renders, without a control character of its own', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 130 }), (value, width) => {
        const shown = renderValue(value, { width, color: false })
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      }),
    )
  })

  test('with colour says the same', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const colored = renderValue(value, { width: 80, color: true })
        expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(renderValue(value, plain))
      }),
    )
  })
})

test('tables fit the width, and no line ends in spaces', () => {
  const cell = fc.oneof(knownText, fc.nat(), fc.boolean(), fc.constant(null), fc.array(knownText, { maxLength: 3 }))
  const row = fc.record({ name: knownText, size: fc.nat(), note: cell, more: cell }, { requiredKeys: ['name'] })
  const list = fc.array(row, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(list, fc.integer({ min: 60, max: 130 }), (rows, width) => {
      for (const line of renderValue(rows, { width, color: true }).split('\n')) {
        expect(measured(line)).toBeLessThanOrEqual(width)
        expect(line).not.toMatch(/ $/)
      }
    }),
  )
})
