import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCompletions } from './find-file.js'

let prefix: string
beforeEach(() => (prefix = mkdtempSync(join(tmpdir(), 'atip-completions-'))))
afterEach(() => rmSync(prefix, { recursive: true, force: true }))

function put(name: string): string {
  const file = join(prefix, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'complete -c frob\n')
  return file
}

test('one file for each shell is found, where systems keep them', () => {
  const files = [
    put('usr/share/fish/vendor_completions.d/frob.fish'),
    put('usr/share/zsh/functions/Completion/Unix/_frob'),
    put('usr/share/bash-completion/completions/frob'),
  ]
  const found = findCompletions('frob', [], [join(prefix, 'usr')])
  expect(found.map(({ shell }) => shell).sort()).toEqual(['bash', 'fish', 'zsh'])
  expect(found.map(({ path }) => path).sort()).toEqual(files.sort())
})

test('those that came with the program come first', () => {
  put('usr/share/bash-completion/completions/frob')
  const own = put('opt/frob/share/bash-completion/completions/frob')
  const found = findCompletions('frob', [join(prefix, 'opt/frob/bin/frob')], [join(prefix, 'usr')])
  expect(found).toEqual([{ shell: 'bash', path: own }])
})

test('a file that everybody may write, a folder and a link to nowhere are none', () => {
  chmodSync(put('usr/share/fish/completions/frob.fish'), 0o666)
  mkdirSync(join(prefix, 'usr/share/zsh/site-functions/_frob'), { recursive: true })
  mkdirSync(join(prefix, 'usr/share/bash-completion/completions'), { recursive: true })
  symlinkSync('nowhere', join(prefix, 'usr/share/bash-completion/completions/frob'))
  expect(findCompletions('frob', [], [join(prefix, 'usr')])).toEqual([])
})

test.each(['../completions/frob', '', '..', 'a\0b'])('no file is looked for under the name %j', (name) => {
  put('usr/share/fish/completions/frob.fish')
  expect(findCompletions(name, [], [join(prefix, 'usr')])).toEqual([])
})
