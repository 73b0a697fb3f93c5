import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETED_LINES } from '../testing/completed-lines.js'
import { ODD_NAMES } from '../testing/odd-names.js'
import { openTerminal } from '../testing/terminal.js'
import { useShell } from '../testing/use-shell.js'
import { zshScript } from './zsh.js'

const zsh = useShell('zsh', {
  command: 'zsh -f -i',
  load: 'autoload -Uz compinit && compinit -u -D && eval "$(shop completion zsh)"',
})

test.each(COMPLETED_LINES)('zsh completes %s', async (_, keys, words) => {
  expect(await zsh.terminal.wordsAfter(keys)).toEqual(words)
})

test.each([
  ['a folder', 'shop deploy --root su\t', ['deploy', '--root', 'sub dir']],
  ['a folder behind an equals sign', 'shop deploy --root=su\t', ['deploy', '--root=sub dir']],
  ['a folder in the same word', 'shop deploy -rsr\t', ['deploy', '-rsrc']],
])('zsh completes %s', async (_, keys, words) => {
  expect(await zsh.terminal.wordsAfter(keys)).toEqual(words)
})

test('zsh shows descriptions', async () => {
  await zsh.terminal.type('shop deploy --\t', /--root +-- Where the code is[^]*--yes +-- Answer/)
  await zsh.terminal.wordsAfter('')
  await zsh.terminal.type('shop \t', /deploy +-- Put a version: live/)
  await zsh.terminal.wordsAfter('')
})

test('zsh finds the script in a folder of fpath', async () => {
  const { folder } = zsh.installation
  mkdirSync(join(folder, 'functions'))
  writeFileSync(join(folder, 'functions/_shop'), zshScript('shop'))
  const terminal = openTerminal('zsh -f -i', zsh.installation)
  await terminal.type('', /READY> /)
  const load = 'fpath=($PWD/functions $fpath); autoload -Uz compinit && compinit -u -D'
  await terminal.type(`${load}; echo LOAD""ED\n`, /LOADED[^]*READY> /)
  for (const _ of [1, 2]) expect(await terminal.wordsAfter('shop dep\tpro\t')).toEqual(['deploy', 'production'])
  await terminal.close()
})

test.each(ODD_NAMES)('zsh takes the name %s for a name', (name) => {
  zsh.installation.alsoAs(name)
  // The test calls the function as compsys does; `_describe` prints what it received.
  const ask = `_describe() { print -r -- $lines }; words=(x dep) CURRENT=2 PREFIX=dep; $function`
  const read = 'compdef() { function=$1; [[ $2 == $name ]] || print "not $2" }; name=$2; eval "$1"'
  expect(zsh.run(['-fc', `${read}; ${ask}`, 'zsh', zshScript(name), name])).toBe('deploy:Put a version\\: live\n')
  expect(existsSync(join(zsh.installation.folder, 'pwned'))).toBe(false)
})
