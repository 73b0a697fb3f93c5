import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../testing/arbitraries.js'
import { declaredEffects } from '../effects/inherit.js'
import { fieldOf, SCALAR_FIELDS } from '../effects/fields.js'
import { isReadOnly } from '../effects/read-only.js'
import { NO_EFFECTS, rankOf } from '../effects/worst.js'
import { normalise } from '../normalise.js'
import { readTool } from '../read.js'
import type { AtipDocument, AtipTool, Effects, Option } from '../types/tool.js'
import { effectsOf, type CallEffects } from './effects-of.js'
import { parseArgv } from './parse.js'

const READS: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
}
const WRITES: Effects = { filesystem: { write: true }, destructive: false }
const HELP: Option = { name: 'help', flags: ['--help'], type: 'boolean', 'x-atip': { harmless: 'help' } }
const files = { name: 'file', type: 'file' as const, variadic: true, required: false }

/** Small descriptions of real tools, each for one way in which options and arguments change what a call does. */
const TOOLS: Record<string, Partial<AtipDocument>> = {
  git: {
    globalOptions: [
      HELP,
      {
        name: 'config',
        flags: ['-c'],
        type: 'string',
        variadic: true,
        'x-atip': {
          cases: [
            {
              when: { startsWith: ['alias.'], contains: ['=!'] },
              value: { kind: 'command', form: 'shell', after: '=!' },
            },
          ],
        },
      },
    ],
    commands: {
      push: {
        description: '',
        effects: { network: true, destructive: false, filesystem: { write: false } },
        options: [
          {
            name: 'force',
            flags: ['-f', '--force'],
            type: 'boolean',
            'x-atip': { effects: { destructive: true, reversible: false } },
          },
          {
            name: 'dry-run',
            flags: ['-n', '--dry-run'],
            type: 'boolean',
            'x-atip': { harmless: 'dry-run', wins: true, effects: { network: true } },
          },
        ],
        arguments: [
          { name: 'repository', type: 'string', required: false },
          {
            name: 'refspec',
            type: 'string',
            required: false,
            variadic: true,
            'x-atip': { when: { startsWith: ['+', ':'] }, effects: { destructive: true } },
          },
        ],
      },
      tag: {
        description: '',
        effects: READS,
        options: [
          { name: 'list', flags: ['-l', '--list'], type: 'boolean' },
          {
            name: 'delete',
            flags: ['-d'],
            type: 'boolean',
            'x-atip': { effects: { destructive: true, deletes: ['tag'] } },
          },
        ],
        arguments: [
          {
            name: 'tag',
            type: 'string',
            required: false,
            variadic: true,
            'x-atip': {
              when: { without: ['list', 'delete'] },
              effects: { creates: ['tag'], filesystem: { write: true } },
            },
          },
        ],
      },
    },
  },
  curl: {
    commands: {
      '': {
        description: '',
        effects: { network: true, destructive: false },
        options: [
          {
            name: 'request',
            flags: ['-X', '--request'],
            type: 'string',
            'x-atip': {
              when: { is: ['DELETE'], ignoreCase: true },
              effects: { destructive: true },
              cases: [{ when: { isNot: ['GET', 'HEAD', 'DELETE'] }, effects: { idempotent: false } }],
            },
          },
          {
            name: 'output',
            flags: ['-o'],
            type: 'file',
            'x-atip': { effects: { filesystem: { write: true } }, value: { kind: 'path', access: ['write'] } },
          },
        ],
        arguments: [{ name: 'url', type: 'url', variadic: true }],
      },
    },
  },
  find: {
    commands: {
      '': {
        description: '',
        effects: READS,
        options: [
          {
            name: 'delete',
            flags: ['-delete'],
            type: 'boolean',
            'x-atip': { effects: { destructive: true, filesystem: { delete: true } } },
          },
          {
            name: 'exec',
            flags: ['-exec'],
            type: 'string',
            'x-atip': { until: [';', '+'], value: { kind: 'command', form: 'argv' }, effects: { subprocess: true } },
          },
          { name: 'name', flags: ['-name'], type: 'string' },
        ],
        arguments: [files],
        'x-atip': { syntax: { bundledFlags: false } },
      },
    },
  },
  timeout: {
    commands: {
      '': {
        description: '',
        effects: READS,
        options: [HELP],
        arguments: [
          { name: 'duration', type: 'string' },
          {
            name: 'command',
            type: 'string',
            variadic: true,
            'x-atip': { value: { kind: 'command', form: 'argv' }, effects: { subprocess: true } },
          },
        ],
        'x-atip': { syntax: { interspersed: false } },
      },
    },
  },
  bash: {
    commands: {
      '': {
        description: '',
        effects: {},
        options: [
          {
            name: 'command',
            flags: ['-c'],
            type: 'string',
            'x-atip': { value: { kind: 'command', form: 'shell' }, endsOptions: true },
          },
        ],
        arguments: [{ ...files, name: 'script', 'x-atip': { value: { kind: 'path', access: ['read', 'execute'] } } }],
        'x-atip': { stdin: { when: { without: ['command', 'script'] }, kind: 'code', language: 'shell' } },
      },
    },
  },
  kubectl: {
    commands: {
      delete: {
        description: '',
        effects: { network: true, destructive: true },
        options: [
          {
            name: 'dry-run',
            flags: ['--dry-run'],
            type: 'string',
            'x-atip': {
              optionalValue: true,
              when: { is: ['client', 'server'] },
              harmless: 'dry-run',
              effects: { network: true },
            },
          },
        ],
        arguments: [{ ...files, type: 'string' }],
      },
    },
  },
  ls: {
    commands: {
      '': { description: '', effects: READS, options: [HELP], arguments: [files], 'x-atip': { unlisted: 'no-effect' } },
    },
  },
  make: {
    commands: {
      '': {
        description: '',
        effects: WRITES,
        'x-atip': { cases: [{ when: { with: ['clean'] }, effects: { destructive: true } }] },
        options: [{ name: 'clean', flags: ['--clean'], type: 'boolean' }],
      },
    },
  },
}

function judge(line: string, isOpaque?: (word: string) => boolean): CallEffects {
  const argv = line.split(' ')
  const reading = readTool({ atip: '0.3', name: argv[0], version: '1', description: '', ...TOOLS[argv[0]!] })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return effectsOf(reading.tool, parseArgv(reading.tool, argv), isOpaque && { isOpaque })
}

test.each<[string, Partial<Effects>]>([
  ['git push origin main', { destructive: false, network: true }],
  ['git push --force origin main', { destructive: true, reversible: false, network: true }],
  ['git push origin main -f', { destructive: true }],
  ['git push origin +main', { destructive: true }],
  ['git push origin :main', { destructive: true }],
  [
    'git push --dry-run --force origin',
    { destructive: false, network: true, filesystem: { write: false, delete: false } },
  ],
  ['git push --help', { destructive: false, network: false }],
  ['git push --help --force', { destructive: true }],
  ['git push -- --force', { destructive: false, network: true }],
  ['git tag', READS],
  ['git tag -l v1', READS],
  ['git tag v1', { ...READS, creates: ['tag'], filesystem: { read: true, write: true, delete: false } }],
  ['git tag -d v1', { destructive: true, deletes: ['tag'] }],
  ['curl https://a', { network: true, destructive: false }],
  ['curl -X DELETE https://a', { destructive: true }],
  ['curl -Xdelete https://a', { destructive: true }],
  ['curl -X POST https://a', { destructive: false, idempotent: false }],
  ['curl -X GET https://a', { destructive: false }],
  ['find . -name x', READS],
  ['find . -name x -delete', { destructive: true, filesystem: { read: true, write: false, delete: true } }],
  ['find . -name -delete', READS],
  ['kubectl delete pods', { destructive: true }],
  ['kubectl delete pods --dry-run=client', { destructive: false, network: true }],
  ['kubectl delete pods --dry-run=none', { destructive: true }],
  ['kubectl delete pods --dry-run', { destructive: true }],
  ['make', { destructive: false }],
  ['make --clean', { destructive: true }],
])('%s', (line, expected) => {
  expect(judge(line).effects).toMatchObject(expected)
})

test('what is not understood takes every claim of safety away, and no claim of danger', () => {
  expect(judge('find . -frobnicate').effects).toEqual({ filesystem: { read: true } })
  expect(judge('git push --force --frobnicate').effects).toMatchObject({ destructive: true, network: true })
  expect(judge('git tag --frobnicate').effects.destructive).toBeUndefined()
  expect(judge('git frobnicate').effects).toEqual({})
  expect(judge('git push --frobnicate').doubts).toMatchObject([{ reason: 'unknown-option', word: '--frobnicate' }])
})

test('an unknown option may take the help flag as its value, so help is believed only without one', () => {
  expect(judge('git push --force --frobnicate --help').harmless).toBeUndefined()
  expect(judge('git push --force --frobnicate --help').effects.destructive).toBe(true)
})

test('behind a command, the version of the tool may be the version of something else', () => {
  const reading = readTool({
    atip: '0.6',
    name: 'cargo',
    version: '1',
    description: '',
    globalOptions: [
      { name: 'version', flags: ['-V', '--version'], type: 'boolean', 'x-atip': { harmless: 'version' } },
      { name: 'help', flags: ['--help'], type: 'boolean', 'x-atip': { harmless: 'help' } },
    ],
    commands: {
      yank: { description: '', effects: { ...WRITES, network: true, destructive: true } },
      add: {
        description: '',
        effects: WRITES,
        options: [{ name: 'version', flags: ['--version'], type: 'boolean', 'x-atip': { harmless: 'version' } }],
      },
    },
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const harmlessOf = (line: string) =>
    effectsOf(reading.tool, parseArgv(reading.tool, line.split(' '))).harmless ?? 'no'
  expect(harmlessOf('cargo --version')).toBe('version')
  expect(harmlessOf('cargo --version yank')).toBe('version')
  expect(harmlessOf('cargo yank --version')).toBe('no')
  expect(harmlessOf('cargo add --version')).toBe('no')
  expect(harmlessOf('cargo yank --help')).toBe('help')
})

test('a tool may say that what it does not list has no effect', () => {
  expect(isReadOnly(judge('ls --zero -Z a b').effects)).toBe(true)
})

test('what is run in turn is handed on', () => {
  expect(judge('timeout 5 rm -rf build').runs).toMatchObject([
    { kind: 'argv', words: ['rm', '-rf', 'build'], where: 'here', parameter: 'command' },
  ])
  expect(judge('find . -exec rm {} ;').runs).toMatchObject([{ words: ['rm', '{}'] }])
  expect(judge('git -c alias.x=!rm').runs).toMatchObject([{ kind: 'shell', text: 'rm' }])
  expect(judge('git -c user.name=x tag').runs).toEqual([])
  expect(judge('timeout --help').runs).toEqual([])
  // Not every program exits after printing its help.
  expect(judge('timeout --help 5 rm').runs).toMatchObject([{ words: ['rm'] }])
  expect(judge('timeout 5 rm --help')).toMatchObject({ runs: [{ words: ['rm', '--help'] }] })
  expect(judge('timeout 5 rm --help').harmless).toBeUndefined()
})

test('standard input is code where nothing else is', () => {
  expect(judge('bash').stdin).toMatchObject({ kind: 'code', language: 'shell' })
  expect(judge('bash x.sh').stdin).toBeUndefined()
  expect(judge('bash x.sh').paths).toEqual([{ path: 'x.sh', access: ['read', 'execute'], parameter: 'script' }])
})

test('paths are listed with what happens to them, or without where only the type says so', () => {
  expect(judge('curl -o out https://a').paths).toEqual([{ path: 'out', access: ['write'], parameter: 'output' }])
  expect(judge('ls a b').paths).toEqual([
    { path: 'a', access: undefined, parameter: 'file' },
    { path: 'b', access: undefined, parameter: 'file' },
  ])
})

test('a value that is not known yet is taken for the worst it could be, and never for harmless', () => {
  const isOpaque = (word: string) => word.startsWith('$')
  expect(judge('curl -X $METHOD https://a', isOpaque).effects.destructive).toBe(true)
  expect(judge('kubectl delete x --dry-run=$MODE', isOpaque).effects.destructive).toBe(true)
  expect(judge('git push origin $REF', isOpaque).effects.destructive).toBe(true)
})

test('each field says where it came from', () => {
  expect(judge('git push --force').sources).toMatchObject({
    network: { kind: 'command', path: ['push'] },
    destructive: { kind: 'option', name: 'force', flag: '--force' },
  })
})

test('a condition of a newer version holds for danger and does not for safety', () => {
  const x = (rule: object): AtipDocument => ({
    atip: '0.3',
    name: 't',
    version: '1',
    description: '',
    commands: {
      '': {
        description: '',
        effects: { destructive: false },
        options: [
          { name: 'a', flags: ['-a'], type: 'boolean', 'x-atip': { when: { moonPhase: 'full' } as never, ...rule } },
        ],
      },
    },
  })
  const verdict = (rule: object) => {
    const tool = normalise(x(rule))
    return effectsOf(tool, parseArgv(tool, ['t', '-a']))
  }
  expect(verdict({ effects: { destructive: true } }).effects.destructive).toBe(true)
  expect(verdict({ harmless: 'help' }).harmless).toBeUndefined()
})

test('no call without a harmless flag looks better than its command', () => {
  const words = fc.array(fc.stringMatching(/^-{0,2}[a-z]{1,5}(=[a-z])?$/), { maxLength: 5 })
  fc.assert(
    fc.property(document, words, (value, rest) => {
      const tool = normalise(value)
      const call = parseArgv(tool, ['tool', ...rest])
      const { effects } = effectsOf(tool, call)
      const declared = declaredEffects(tool, call.path)
      for (const { field, order } of SCALAR_FIELDS) {
        expect(rankOf(order, fieldOf(effects, field))).toBeGreaterThanOrEqual(rankOf(order, fieldOf(declared, field)))
      }
    }),
  )
})

test('what an option tells does not calm what another one does, unless the description says that it wins', () => {
  const cache = (more: object): AtipTool => ({
    atip: { version: '0.6' },
    name: 'cache',
    version: '1',
    description: 'A cache',
    effects: NO_EFFECTS,
    commands: {
      '': {
        description: 'Look after it',
        options: [
          { name: 'stats', flags: ['-s'], type: 'boolean', 'x-atip': { harmless: 'dry-run', ...more } },
          { name: 'verbose', flags: ['-v'], type: 'boolean' },
          { name: 'clear', flags: ['-C'], type: 'boolean', 'x-atip': { effects: { destructive: true } } },
          {
            name: 'log',
            flags: ['-l'],
            type: 'file',
            'x-atip': { value: { kind: 'path', access: ['write'] }, effects: { filesystem: { write: true } } },
          },
        ],
      },
    },
  })
  const told = (line: string, more = {}) => {
    const tool = cache(more)
    const { harmless, effects } = effectsOf(tool, parseArgv(tool, line.split(' ')))
    return [harmless, effects.destructive, effects.filesystem?.write]
  }
  expect(told('cache -s')).toEqual(['dry-run', false, false])
  expect(told('cache -s -v')).toEqual(['dry-run', false, false])
  expect(told('cache -s -C', { wins: false })).toEqual([undefined, true, false])
  expect(told('cache -s -C', { wins: true })).toEqual(['dry-run', false, false])
  expect(told('cache -s -l x', { wins: true })).toEqual(['dry-run', false, true])
  expect(told('cache -s -C')).toEqual(['dry-run', false, false])
  expect(told('cache -s -C', { harmless: 'version' })[1]).toBe(true)
})

test('a separator begins another call of the same tool, which help of the first does not calm', () => {
  const screen: AtipTool = {
    atip: { version: '0.6' },
    name: 'screen',
    version: '1',
    description: 'Terminals',
    'x-atip': { syntax: { separator: ';' } },
    effects: NO_EFFECTS,
    commands: {
      list: {
        description: 'List',
        options: [{ name: 'help', flags: ['-h'], type: 'boolean', 'x-atip': { harmless: 'help' } }],
        arguments: [{ name: 'word', type: 'string', required: false, variadic: true }],
      },
    },
  }
  const runs = (...words: string[]) =>
    effectsOf(screen, parseArgv(screen, ['screen', ...words])).runs.map((run) => run.kind === 'argv' && run.words)
  expect(runs('list', 'a;b')).toEqual([])
  expect(runs('list', 'a', ';')).toEqual([])
  expect(runs('list', 'a;', 'kill', ';', 'x')).toEqual([['screen', 'kill', ';', 'x']])
  expect(runs('list', '-h', ';', 'kill')).toEqual([['screen', 'kill']])
})
