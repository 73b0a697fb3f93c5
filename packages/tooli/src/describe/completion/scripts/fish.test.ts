import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ODD_NAMES } from '../testing/odd-names.js'
import { useShell } from '../testing/use-shell.js'
import { fishScript } from './fish.js'

const fish = useShell('fish')

const completionsOf = (line: string) =>
  fish
    .run(['--no-config', '-c', 'shop completion fish | source; complete -C $argv[1]', line])
    .split('\n')
    .filter((entry) => entry !== '')

test.each([
  ['a command, described', 'shop dep', ['deploy\tPut a version: live']],
  ['a nested command', 'shop remote ', ['add\tAdd a remote']],
  ['another name of a command', 'shop shi', ['ship\tPut a version: live']],
  ['a choice', 'shop deploy ', ['production', 'staging']],
  ['a flag of a lazy command', 'shop lazy --le', ['--level\tHow much']],
  ['a flag, described on one line', 'shop deploy --forc', ['--force\tEven with open changes']],
  ['a value', 'shop deploy --tag ', ['green blue', 'red', 'x=y']],
  ['a value behind an equals sign', 'shop deploy --tag=g', ['--tag=green blue']],
  ['a value at the end of a bundle', 'shop deploy -qo jsonl', ['jsonl']],
  ['a computed value', 'shop deploy staging maint', ['maintenance']],
  ['a value inside double quotes', 'shop deploy staging "it', ['it\'s "odd" $HOME']],
  ['a value inside single quotes', String.raw`shop deploy staging 'it\'s "o`, ['it\'s "odd" $HOME']],
  ['a value after an escaped word', String.raw`shop deploy staging it\'s\ `, ['it\'s "odd" $HOME']],
  ['files', 'shop deploy --config ', ['settings.json', 'sp ace.txt', 'src/', 'sub dir/']],
  ['files behind an equals sign', 'shop deploy --config=s', ['settings.json', 'sp ace.txt', 'src/', 'sub dir/']],
  ['folders', 'shop deploy --root ', ['src/', 'sub dir/']],
  ['folders in the same word', 'shop deploy -rs', ['src/', 'sub dir/']],
  ['nothing where nothing is known', 'shop remote add s', []],
  ['nothing from a command that fails', 'shop throwing ', []],
  ['a value from a command that prints', 'shop noisy ', ['quiet']],
])('fish completes %s', (_, line, expected) => {
  const prefix = /--config=|-r(?=s$)/.exec(line)?.[0] ?? ''
  expect(completionsOf(line)).toEqual(expected.map((word) => prefix + word))
})

test.each(ODD_NAMES)('fish takes the name %s for a name', (name) => {
  fish.installation.alsoAs(name)
  const said = fish.run([
    '--no-config',
    '-c',
    `${fishScript(name)}\nfunctions -q (functions -a | string match '__complete_*'); and echo fine`,
  ])
  expect(said).toBe('fine\n')
  expect(existsSync(join(fish.installation.folder, 'pwned'))).toBe(false)
})
