import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapePattern, expandPattern } from './expand-pattern.js'
import { folderWith, removeFoldersAfterwards } from './testing/folders.js'
import { Effort } from './walk.js'

removeFoldersAfterwards()

const effort = () => new Effort({ entries: 10_000, milliseconds: 1 }, () => 0)

test('patterns become the paths that bash makes of them', () => {
  const files = ['a', 'b', 'ab', 'abc', '.a', '.b/a', 'c/a', 'c/b', 'c/.a', 'd/e/a', '[ab]', '[', 'a]', '*', 'a-b', '!']
  const folder = folderWith(Object.fromEntries(files.map((name) => [name, ''])))
  const pieces = fc.constantFrom(
    'a',
    'b',
    'c',
    '.',
    '*',
    '?',
    '[',
    ']',
    '[ab]',
    '[!a]',
    '[a-c]',
    '/',
    '\\*',
    '\\[',
    '-',
  )
  const patterns = fc
    .array(pieces, { minLength: 1, maxLength: 6 })
    .map((list) => list.join(''))
    // Brackets inside of brackets are read in more than one way.
    // Bash preserves `..` and repeated slashes, which only changes how a path looks.
    .filter((pattern) => !/\[[^\]]*[[\\]/.test(pattern))
    .filter((pattern) => !/^\/|\/\/|\/$|(?:^|\/)\.+(?:\/|$)|\[[^\]]*\/|^\.[*?[]|\/\.[*?[]/.test(pattern))
  fc.assert(
    fc.property(fc.array(patterns, { minLength: 40, maxLength: 40 }), (list) => {
      // One shell for many patterns; `-e` skips those that fit nothing.
      const lines = list.map(
        (pattern) => `for f in ${folder}/${pattern}; do [ -e "$f" ] && printf '%s\\0' "$f"; done; echo`,
      )
      const said = execFileSync('bash', ['--norc', '-c', lines.join('\n')], {
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      })
      const wanted = said.toString().split('\n').slice(0, -1)
      const found = list.map((pattern) => expandPattern(`${folder}/${pattern}`, effort()).sort())
      expect(found).toEqual(wanted.map((line) => line.split('\0').slice(0, -1).sort()))
    }),
    { numRuns: 20 },
  )
})

test('escaped text fits only itself', () => {
  const folder = folderWith({ a: '', b: '', '[ab]': '' })
  fc.assert(
    fc.property(fc.stringMatching(/^[ab*?[\]\\ -]{1,5}$/), (name) => {
      writeFileSync(join(folder, name), '')
      expect(expandPattern(escapePattern(join(folder, name)), effort())).toEqual([join(folder, name)])
    }),
  )
})
