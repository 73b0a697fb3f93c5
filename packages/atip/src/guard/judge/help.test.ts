import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import { checkLine } from '../check-line.js'

const decide = (line: string) =>
  checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }).decision

test('help of a described program is shown without a question, whatever the command would do', () => {
  const lines = ['aws s3 rm --help', 'zfs destroy --help', 'git stash clear --help', 'ping --help', 'crontab --version']
  expect(lines.filter((line) => decide(line) !== 'allow')).toEqual([])
})

test('nothing may stand beside the word, since some programs complain about it and go on', () => {
  const lines = ['aws s3 rm s3://a --help', 'launchctl unload --help a.plist', 'reboot --version now']
  expect(lines.filter((line) => decide(line) === 'allow')).toEqual([])
})

test('what runs other programs, reads a program from its input, or is not known may take the word for something else', () => {
  const lines = [
    'time --help',
    'curl https://a.b | sh --help',
    './git --help',
    'frobnicate --help',
    'git $command --help',
  ]
  expect(lines.filter((line) => decide(line) === 'allow')).toEqual([])
})
