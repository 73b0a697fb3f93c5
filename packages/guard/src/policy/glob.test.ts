import { nameFits } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absolutePattern, mayMeet, pathFits } from './glob.js'

test.each([
  ['/a/**', '/a', true],
  ['/a/**', '/a/b/c', true],
  ['/a/**', '/ab', false],
  ['/a/*', '/a/b', true],
  ['/a/*', '/a/b/c', false],
  ['/**/x.pem', '/a/b/x.pem', true],
  ['/**/*.pem', '/x.pem', true],
  ['/a/**/b/**/c', '/a/x/b/y/b/z/c', true],
  ['/a/**/b', '/a/c', false],
  ['/a/?', '/a/bc', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(pathFits(pattern, path)).toBe(expected)
})

test.each([
  ['./dist/**', '/p/./dist/**'],
  ['dist/x', '/p/dist/x'],
  ['~/src', '/h/src'],
  ['/etc', '/etc'],
  ['*.pem', '/**/*.pem'],
])('%s begins where it should', (pattern, expected) => {
  expect(absolutePattern(pattern, '/p', '/h')).toBe(expected)
})

test('a hostile pattern costs no more than its length', () => {
  expect(pathFits(`/${'**/a/'.repeat(2000)}b`, `/${'a/'.repeat(2000)}c`)).toBe(false)
})

test.each([
  ['/**/*.pem', '/p/*.md', false],
  ['/**/*.pem', '/p/*', true],
  ['/**/*.pem', '/p/a*', true],
  ['/p/secrets/**', '/p/s*/key', true],
  ['/p/secrets/**', '/p/x*/key', false],
  ['/**/.env', '/p/*', false],
  ['/**/.env', '/p/.*', true],
  ['/**/id_?sa', '/p/id_[rd]sa', true],
  ['/**/id_?sa', '/p/id_[[:alpha:]]sa', true],
])('%s and %s may meet: %s', (pattern, expanded, expected) => {
  expect(mayMeet(pattern, expanded)).toBe(expected)
})

test('patterns meet wherever one name fits both', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 }).filter((one) => one !== '**')
  fc.assert(
    fc.property(
      letters,
      letters,
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 }),
      (a, b, name) => {
        if (nameFits(a, name) && nameFits(b, name)) expect(mayMeet(`/${a}`, `/${b}`)).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})
