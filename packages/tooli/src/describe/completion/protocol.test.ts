import { expect, test } from 'vitest'
import { readRequest, renderCandidates } from './protocol.js'
import type { Candidates } from './types.js'

const BREAKS = ' \t\n"\'@><=;|&(:'
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  [['zsh', '--', 'a', 'b c', ''], { words: ['a', 'b c'], typed: '' }],
  [['fish', '--', '--', 'x'], { words: ['--'], typed: 'x' }],
  [['bash', BREAKS, 'shop a "b c" d'], { words: ['a', 'b c'], typed: 'd' }],
  [['powershell', base64('shop\0it’s "é"\0')], { words: ['it’s "é"'], typed: '' }],
  [['powershell', base64('shop\0a')], { words: [], typed: 'a' }],
  [['powershell', base64('shop')], { words: [], typed: '' }],
])('reads the question %j', (args, expected) => {
  expect(readRequest(args)).toMatchObject(expected)
})

test.each([[[]], [['tcsh', '--', '']], [['zsh', 'a', '']], [['fish', '--']]])('takes %j for no question', (args) => {
  expect(readRequest(args)).toBeUndefined()
})

const candidates: Candidates = {
  words: [
    { word: '--a=b:c', description: 'First:\n\u001b[31msecond' },
    { word: "it's $x" },
    { word: 'two\nlines' },
    { word: '' },
  ],
}

test.each([
  ['zsh', ['--', ''], ":words\n--a=b\\:c:First\\: [31msecond\nit's $x\n"],
  ['fish', ['--', ''], ":words\n--a=b:c\tFirst: [31msecond\nit's $x\n"],
  ['bash', [BREAKS, 'shop '], ":words\n--a=b:c\nit\\'s\\ \\$x\n"],
  ['bash', [BREAKS, 'shop "'], ":words\n--a=b:c\nit's \\$x\n"],
  ['bash', [BREAKS, "shop '"], ":words\n--a=b:c\nit'\\''s $x\n"],
  ['powershell', [base64('shop\0')], ":words\n--a=b:c\t--a=b:c\tFirst: [31msecond\n'it''s $x'\tit's $x\tit's $x\n"],
])('answers %s after %j in its own way', (shell, args, expected) => {
  const answer = renderCandidates(candidates, readRequest([shell, ...args])!)
  expect(shell === 'powershell' ? Buffer.from(answer, 'base64').toString() : answer).toBe(expected)
})

test.each([
  [BREAKS, '--root=s', ':files\t\ts\n'],
  [BREAKS, '--root=a:s', ':files\t\ts\n'],
  [BREAKS, '"--root=s', ':files\t--root=\ts\n'],
  [' ', '--root=s', ':files\t--root=\ts\n'],
])('with the word breaks %j, bash is told to replace only its part of %s', (breaks, typed, expected) => {
  const request = readRequest(['bash', breaks, `shop ${typed}`])!
  const value = request.typed.slice('--root='.length)
  expect(renderCandidates({ words: [], more: { from: 'files', prefix: '--root=', value } }, request)).toBe(expected)
})
