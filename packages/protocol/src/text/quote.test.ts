import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { quoteLine, quoteWord } from './quote.js'
import { tokenise } from '../patterns/tokenise.js'

const word = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...'ab\'"\\$`!*?[]{}()<>|&;#~=%@+:,./-^ \t\n'), maxLength: 6 }),
    fc.constantFrom('', '--a=b', '=ls', '~', '~root', '#x', '{a,b}', '-', 'it’s', '$HOME', "'", '\\'),
  )
  .filter((text) => !text.includes('\0'))

const shell = (line: string, env?: NodeJS.ProcessEnv) =>
  execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', ...(env && { env }) })

test('a shell reads quoted words as the words they were', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 20 }), (lines) => {
      const script = lines.map((words) => `printf '%s\\0' ${words.map(quoteWord).join(' ')}`).join('\n')
      expect(shell(script)).toBe(`${lines.flat().join('\0')}\0`)
    }),
    { numRuns: 100 },
  )
})

test('splitting a quoted line gives its words again', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(tokenise(quoteLine(words))).toEqual({ ok: true, words })
    }),
    { numRuns: 2000 },
  )
})

const home = mkdtempSync(join(tmpdir(), 'quote-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Names that mean something else to a shell, or to some shell, unless they are quoted. */
const PROGRAMS = ['A=b', 'if', 'time', 'select', 'function', '{', '!', '[[', '=x', '~', 'a b', "it's", '#no', '{a,b}']

test.each(PROGRAMS)('a shell starts a program that is called %s', (name) => {
  const folder = join(home, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\0' ran "$@"\n`, { mode: 0o755 })
  expect(shell(quoteLine([name, 'a b', '--x=1']), { PATH: `${folder}:/bin:/usr/bin` })).toBe('ran\0a b\0--x=1\0')
})

test('what needs no quotes has none', () => {
  const words = ['git', 'log', '--format=%h', '-n', '5', 'a/b.c', 'me@host:x', 'v1,2+3']
  expect(quoteLine(words)).toBe(words.join(' '))
})
