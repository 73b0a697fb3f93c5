import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinearGrowth } from '../../../testing/growth.js'
import { validate } from '@atip/protocol'
import { isEmpty } from './found.js'
import { generateFromHelp, generateFromMan } from './generate.js'

const PIECES = [
  'usage: tool ',
  'Options:\n',
  'Commands:\n',
  'Arguments:\n',
  '\n',
  '\n\n',
  '  ',
  '    ',
  '\t',
  ' | ',
  '...',
  ', ',
  '-a',
  '--long',
  '--[no-]x',
  '-v|vv',
  '<FILE>',
  '[=WHEN]',
  '{a,b}',
  '[',
  ']',
  '(',
  ')',
  '<',
  '"',
  "'",
  'FILE',
  '(default: 3)',
  '[possible values: a, b]',
  '[env: X=]',
  'one of a, b or c',
  'text',
  'tool',
  'sub',
  '‐',
  '\u001b[1m',
  'x\b',
  '\u0000',
  'é',
  '😀',
  '__proto__',
  'constructor',
  '- ',
  '-- ',
  '+x',
  '-0 ... -9',
  '│',
  ':',
  '#',
  '=',
]
const helpLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''))

test('any text gives valid metadata', () => {
  const text = fc.oneof(helpLike, fc.string({ maxLength: 400, unit: 'binary' }))
  const path = fc.array(fc.constantFrom('sub', 'add'), { maxLength: 2 })
  fc.assert(
    fc.property(text, path, fc.boolean(), (input, way, isMan) => {
      const { metadata } = (isMan ? generateFromMan : generateFromHelp)(input, { name: 'tool', path: way })
      const { problems } = validate(JSON.parse(JSON.stringify(metadata)), { profile: 'strict' })
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('every fact tells the lines it was read from', () => {
  fc.assert(
    fc.property(helpLike, (input) => {
      const { found } = generateFromHelp(input, { name: 'tool' })
      const count = input.split(/\r\n?|\n|\f/).length
      for (const { evidence } of [...found.options, ...found.arguments, ...found.commands]) {
        expect(evidence.length).toBeGreaterThan(0)
        for (const { lines, confidence } of evidence) {
          expect(lines[0]).toBeGreaterThanOrEqual(1)
          expect(lines[1]).toBeLessThanOrEqual(count)
          expect(confidence > 0 && confidence <= 1).toBe(true)
        }
      }
    }),
  )
})

test.each([
  ['an empty text', ''],
  ['a poem', 'Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat immortal hand or eye,\nCould frame thy'],
  ['bytes', Array.from({ length: 3000 }, (_, index) => String.fromCharCode((index * 7919) % 256)).join('')],
  ['code', 'int main(int argc, char **argv) {\n  for (int i = 0; i < argc; i--) {\n    x -= 1;\n  }\n}\n'],
])('finds nothing in %s and says so', (_, text) => {
  const { found, metadata, notes } = generateFromHelp(text, { name: 'tool' })
  expect(isEmpty(found)).toBe(true)
  expect(notes).toHaveLength(1)
  expect(metadata.commands).toBeUndefined()
})

const hostile: [string, (size: number) => string][] = [
  ['blanks', (size) => ' '.repeat(size)],
  ['open brackets', (size) => `usage: tool ${'[-a '.repeat(size / 4)}`],
  ['nested brackets', (size) => `usage: tool ${'['.repeat(size)}`],
  ['the same option', (size) => '  -a  text\n'.repeat(size / 11)],
  ['many options', (size) => Array.from({ length: size / 24 }, (_, n) => `  --flag-${n} VALUE  text`).join('\n')],
  ['many headings', (size) => 'Options:\n  -a\n'.repeat(size / 14)],
  ['deep headings', (size) => Array.from({ length: size / 30 }, (_, n) => `${' '.repeat(n % 50)}Head:`).join('\n')],
  [
    'many commands',
    (size) => `Commands:\n${Array.from({ length: size / 20 }, (_, n) => `  cmd${n}  text`).join('\n')}`,
  ],
  ['many forms', (size) => 'usage: tool [-a]\n'.repeat(size / 17)],
  ['a long form', (size) => `usage: tool\n${'         [--aaa BBB]\n'.repeat(size / 21)}`],
  ['a long description', (size) => `  -a\n${'      text, (default: x) one of a, b\n'.repeat(size / 38)}`],
  ['many operands', (size) => `usage: tool ${Array.from({ length: size / 8 }, (_, n) => `A${n}`).join(' ')}`],
  ['quotes', (size) => `  --a  (default: ${'"a, '.repeat(size / 4)}`],
  ['bars', (size) => `  --a  ${'a|'.repeat(size / 2)}`],
  ['overstrikes', (size) => 'x\bx'.repeat(size / 3)],
  ['escapes', (size) => '\u001b[1m\u001b]'.repeat(size / 6)],
]

test.each(hostile)('time grows with the text and not with its square: %s', (_, make) => {
  expectLinearGrowth(make, (text) => void generateFromHelp(text, { name: 'tool' }))
})

test('reads three megabytes', () => {
  const { found } = generateFromHelp('  --some-option FILE   what it does, at some length\n'.repeat(57_000), {
    name: 'tool',
  })
  expect(found.options).toHaveLength(1)
})
