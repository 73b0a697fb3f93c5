import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFits, nameFitsShell, withoutClasses } from './glob.js'

/** What bash says to each pair: whether the name fits the pattern. */
function bash(pairs: readonly (readonly [pattern: string, name: string])[]): boolean[] {
  const script = `while IFS= read -r -d '' p && IFS= read -r -d '' n; do [[ $n == $p ]] && printf 1 || printf 0; done`
  const input = pairs.flat().map((text) => `${text}\0`)
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const said = execFileSync('bash', ['--norc', '-c', `shopt -u extglob; ${script}`], { input: input.join(''), env })
  return [...said.toString()].map((digit) => digit === '1')
}

/** Batched, because starting bash takes longer than all of its answers. */
const BATCH = { minLength: 200, maxLength: 200 }

const text = (letters: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength })
const pairs = (pattern: string, name: string) =>
  // A backslash at the end of a pattern is undefined, and bash answers inconsistently.
  fc.array(
    fc.tuple(
      text(pattern, 8).filter((one) => !/(?<!\\)(?:\\\\)*\\$/.test(one)),
      text(name, 5),
    ),
    BATCH,
  )

test('* and ? fit what they fit in bash', () => {
  fc.assert(
    fc.property(pairs('abé*?.日-', 'abé.日-'), (all) => {
      expect(all.map(([pattern, name]) => nameFits(pattern, name))).toEqual(bash(all))
    }),
    { numRuns: 30 },
  )
})

test('classes and backslashes fit what they fit in bash', () => {
  fc.assert(
    fc.property(pairs('abcd[[]]!^-*?\\é', 'abcd[]!^-\\é'), (all) => {
      const wrong = bash(all).flatMap((expected, index) =>
        nameFitsShell(...all[index]!) === expected ? [] : [[...all[index]!, expected]],
      )
      expect(wrong).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('without classes, a pattern fits at least what it fits in bash', () => {
  const classes = fc.constantFrom(
    '[a-c]',
    '[!a]',
    '[[:alpha:]]',
    '[[=a=]b]',
    '[]a]',
    '[^]-]',
    '[',
    'a',
    'b',
    '*',
    '?',
    ']',
  )
  const pattern = fc.array(classes, { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.tuple(pattern, text('abc[]:=!', 5)), BATCH), (all) => {
      const expected = bash(all)
      const missed = all.filter((pair, index) => expected[index] && !nameFits(withoutClasses(pair[0]), pair[1]))
      expect(missed).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('a hostile pattern costs no more than the product of the lengths', () => {
  expect(nameFits('*a'.repeat(2000), `${'a'.repeat(4000)}b`)).toBe(false)
  expect(nameFitsShell('*[a-c]'.repeat(2000), `${'a'.repeat(4000)}z`)).toBe(false)
  for (const part of ['[', '[:', '[[:a:]', '[!', '\\[']) expect(withoutClasses(part.repeat(200_000))).toContain('*')
})
