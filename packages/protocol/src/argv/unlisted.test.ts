import { expect, test } from 'vitest'
import type { AtipTool } from '../types/tool.js'
import { effectsOf } from './effects-of.js'
import { parseArgv } from './parse.js'
import { NO_EFFECTS } from '../effects/worst.js'
import { isReadOnly } from '../effects/read-only.js'

const look: AtipTool = {
  atip: { version: '0.6' },
  name: 'look',
  version: '1',
  description: 'Look at files',
  effects: { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } },
  'x-atip': { unlisted: 'no-effect' },
  commands: {
    '': {
      description: 'Look',
      options: [
        { name: 'write', flags: ['--write'], type: 'boolean', 'x-atip': { effects: { filesystem: { write: true } } } },
      ],
      arguments: [{ name: 'file', type: 'file', required: false, variadic: true }],
    },
    build: { description: 'Build', effects: { filesystem: { write: true } }, 'x-atip': { reach: 'project' } },
  },
}
const found = (line: string) => effectsOf(look, parseArgv(look, line.split(' ')))

test.each([
  'look --reset',
  'look --auto-repair a',
  'look --autoFix',
  'look --set-defaults',
  'look --log-file out.txt',
  'look --plugin x',
  'look --proxy x',
  'look --no-dry-run',
  'look -vstats --output out.txt',
  'look --output json',
  'look --output=json',
  'look ---options.cfg',
  'look -o out.txt',
  'look -w',
  'look --x=https://example.org',
  'look -oout.txt',
  'look -o.profile',
  'look --x=key=https://example.org',
  'look --x=example.org:80',
  'look --x=@list',
  'look --x=src/a',
  'look --x=~/a',
  'look --x https://example.org',
])('an unlisted option that looks as if it did something is a doubt: %s', (line) => {
  expect(found(line).doubts).not.toEqual([])
  expect(isReadOnly(found(line).own)).toBe(false)
})

test.each([
  'look --verbose',
  'look --no-update',
  'look --list-plugins',
  'look --show-config',
  'look --output-format=x',
  'look --log-level debug',
  'look --created-after=2024-01-01',
  'look --sort=-size',
  'look --max-depth=2 src/a',
  'look -o wide',
  'look -x src/a',
  'look --width=80',
])('other unlisted options change nothing where that is promised: %s', (line) => {
  expect(found(line).doubts).toEqual([])
  expect(isReadOnly(found(line).own)).toBe(true)
})

test('an unlisted --output takes a format only where another command of the tool lists it so', () => {
  const listing = (access: 'none' | 'write') => ({
    ...look,
    commands: {
      ...look.commands,
      list: {
        description: 'List',
        options: [
          {
            name: 'output',
            flags: ['-o', '--output'],
            type: 'string' as const,
            ...(access === 'write' && { 'x-atip': { value: { kind: 'path' as const, access: ['write' as const] } } }),
          },
        ],
      },
    },
  })
  const doubts = (tool: AtipTool, line: string) => effectsOf(tool, parseArgv(tool, line.split(' '))).doubts
  expect(doubts(listing('none'), 'look --output json')).toEqual([])
  expect(doubts(listing('none'), 'look --output out.txt')).not.toEqual([])
  expect(doubts(listing('write'), 'look --output json')).not.toEqual([])
})

test('of a command that writes anyway, only a value that leads out of the folder counts', () => {
  expect(found('look build --fix --config=src/a').reach).toBe('project')
  for (const value of ['/etc/x', '~/x', '../x', 'https://example.org']) {
    expect(found(`look build --config=${value}`).reach).toBeUndefined()
  }
})

test('an address in the place of a file is fetched, unless it is a file address', () => {
  expect(found('look https://example.org/a').own.network).toBe(true)
  expect(found('look https://example.org/a').sources.network).toEqual({ kind: 'argument', name: 'file' })
  expect(found('look file:///a').own.network).toBe(false)
  for (const file of ['/inet/tcp/0/host/80', '/inet4/udp/0/host/80', 'x=/inet6/tcp/0/host/80']) {
    expect(found(`look ${file}`).own.network).toBe(true)
  }
  expect(found('look /inetd/a').own.network).toBe(false)
})

test('the word behind an unlisted option may be its value or an operand, and the worse reading counts', () => {
  const ask: AtipTool = {
    ...look,
    name: 'ask',
    commands: {
      '': {
        description: 'Ask a database',
        arguments: [
          {
            name: 'database',
            type: 'string',
            required: false,
            'x-atip': { when: { is: ['hosts'] }, effects: { network: true } },
          },
          { name: 'key', type: 'string', required: false, variadic: true },
        ],
      },
    },
  }
  const network = (line: string) => effectsOf(ask, parseArgv(ask, line.split(' '))).own.network
  expect(network('ask users hosts')).toBe(false)
  expect(network('ask -s dns users x')).toBe(false)
  expect(network('ask -s dns hosts x')).toBe(true)
  expect(network('ask -s dns -t 3 hosts x')).toBe(true)
})

test('a word that is no operand can only be the value of the unlisted option before it', () => {
  expect(effectsOf(look, parseArgv(look, ['look', 'build', '--python', './x'])).doubts).not.toEqual([])
})

const desk: AtipTool = {
  ...look,
  name: 'desk',
  commands: Object.fromEntries(
    ['members', 'version', 'show', 'completion', 'names'].map((name) => {
      const operand = { name: name === 'names' ? 'name' : 'word', type: 'string' as const, required: false }
      return [name, { description: name, arguments: [{ ...operand, variadic: true }] }]
    }),
  ),
}
const doubtsAt = (line: string) => effectsOf(desk, parseArgv(desk, line.split(' '))).doubts

test.each(['desk members add', 'desk members --user=ann remove', 'desk version Upgrade', 'desk completion install'])(
  'a word that sounds like a command of its own is a doubt where the command only reads: %s',
  (line) => {
    expect(doubtsAt(line)).toMatchObject([{ suspicion: 'act' }])
  },
)

test.each(['desk members ann', 'desk members', 'desk show install', 'desk names add', 'desk completion bash'])(
  'other words are not, nor what a command tells about: %s',
  (line) => {
    expect(doubtsAt(line)).toEqual([])
  },
)

test('behind the shell, the operand of a command for completions is a file that it writes', () => {
  expect(doubtsAt('desk completion bash names')).toMatchObject([{ word: 'names', suspicion: 'file' }])
})

test.each([
  'desk members -o dump',
  'desk members -O',
  'desk members -f out.txt',
  'desk members -y',
  'desk members --x=out.txt',
  'desk members -J-agent:x',
  'desk members --file-name x',
  'desk members --cpuprofile x',
  'desk members --destination x',
])('an unlisted option that may name an output is a doubt where a tool has many commands: %s', (line) => {
  expect(doubtsAt(line)).not.toEqual([])
})

test.each(['-o json', '-f 3', '-w', '--sort-by=.metadata.name', '--exclude=a.txt', '--x=1.2'])(
  'one that says what is shown, and how, is not: %s',
  (words) => {
    expect(doubtsAt(`desk members ${words}`)).toEqual([])
  },
)

test('the beginning of an option that acts may be that option, also where abbreviations are not declared', () => {
  expect(found('look --writ').doubts).toMatchObject([{ suspicion: 'act' }])
  expect(found('look --writing').doubts).toEqual([])
})
