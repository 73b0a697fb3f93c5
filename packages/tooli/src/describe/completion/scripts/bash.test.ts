import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETED_LINES } from '../testing/completed-lines.js'
import { ODD_NAMES } from '../testing/odd-names.js'
import { useShell } from '../testing/use-shell.js'
import { bashScript } from './bash.js'

const bash = useShell('bash', {
  command: 'bash --noprofile --norc -i',
  load: 'eval "$(shop completion bash)"',
})

test.each(COMPLETED_LINES)('bash completes %s', async (_, keys, words) => {
  expect(await bash.terminal.wordsAfter(keys)).toEqual(words)
})

test.each([
  ['a folder', 'shop deploy --root su\t', ['deploy', '--root', 'sub dir/']],
  ['a folder behind an equals sign', 'shop deploy --root=su\t', ['deploy', '--root=sub dir/']],
  ['a folder in the same word', 'shop deploy -rsr\t', ['deploy', '-rsrc']],
])('bash completes %s and leaves it open', async (_, keys, words) => {
  expect(await bash.terminal.wordsAfter(keys)).toEqual(words)
})

test('bash completes a file behind a redirection', async () => {
  expect(await bash.terminal.wordsAfter('shop deploy > settin\t prod\t')).toEqual(['deploy', 'production'])
  expect(existsSync(join(bash.installation.folder, 'settin'))).toBe(false)
})

test('bash completes values when word breaks are other than usual', async () => {
  await bash.terminal.type('usual=$COMP_WORDBREAKS COMP_WORDBREAKS=" "; echo SE""T\n', /SET[^]*READY> /)
  expect(await bash.terminal.wordsAfter('shop deploy --tag=g\t')).toEqual(['deploy', '--tag=green blue'])
  expect(await bash.terminal.wordsAfter('shop deploy staging a:c\t')).toEqual(['deploy', 'staging', 'a:c'])
  expect(await bash.terminal.wordsAfter('shop deploy --config=sett\t')).toEqual(['deploy', '--config=settings.json'])
  await bash.terminal.type('COMP_WORDBREAKS=$usual; echo SE""T\n', /SET[^]*READY> /)
})

test('bash lists what is possible', async () => {
  await bash.terminal.type('shop deploy \t\t', /production +staging/)
  await bash.terminal.wordsAfter('')
})

test.each(ODD_NAMES)('bash takes the name %s for a name', (name) => {
  bash.installation.alsoAs(name)
  const ask = 'COMP_LINE="x dep" COMP_POINT=5; $2; echo "[${COMPREPLY[*]}]"'
  const read = 'eval "$1"; read -r _ _ function _ < <(complete -p -- "$3"); set -- "$1" "$function"'
  expect(bash.run(['--norc', '-c', `${read}; ${ask}`, 'bash', bashScript(name), '', name])).toBe('[deploy]\n')
  expect(existsSync(join(bash.installation.folder, 'pwned'))).toBe(false)
})
