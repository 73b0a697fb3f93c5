import { expect, test } from 'vitest'
import { brief, withProgram } from './agent-text.js'

test.each([
  ['find x', ['find'], 'files find x'],
  ['files find x', ['find'], 'files find x'],
  ['  files find x ', ['find'], 'files find x'],
  ['ff x', ['find'], 'files ff x'],
  ['cat list | files find -', ['find'], 'cat list | files find -'],
  ['TOKEN=1 files find x', ['find'], 'TOKEN=1 files find x'],
  ['find files', ['find'], 'files find files'],
  ['files --all', ['files'], 'files files --all'],
  ['files files --all', ['files'], 'files files --all'],
  ["'*.ts' --root src", [], "files '*.ts' --root src"],
  ['files-extra x', [], 'files files-extra x'],
  ['files', [], 'files'],
])('%j of %j is typed %j', (line, path, typed) => {
  expect(withProgram(line, 'files', path)).toBe(typed)
})

test("a program's name is taken literally", () => {
  expect(withProgram('g++ a.cc', 'g++', [])).toBe('g++ a.cc')
  expect(withProgram('gg a.cc', 'g.', [])).toBe('g. gg a.cc')
})

test('a cut never leaves half a character', () => {
  for (let length = 195; length < 205; length++) {
    const text = brief(`${'x'.repeat(length)}${'😀'.repeat(10)}`)
    expect(text.length).toBeLessThanOrEqual(200)
    expect(text.isWellFormed()).toBe(true)
  }
})
