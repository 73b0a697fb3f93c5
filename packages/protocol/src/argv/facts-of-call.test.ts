import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AtipTool, Command } from '../types/tool.js'
import type { CommandExtension, Printed } from '../types/x-atip.js'
import { effectsOf, type EffectsOfOptions } from './effects-of.js'
import { parseArgv } from './parse.js'

const NONE = { destructive: false, network: false, filesystem: { read: true, write: false, delete: false } }

function tool(command: Partial<Command>, extension: CommandExtension = {}): AtipTool {
  const run: Command = { description: 'x', effects: NONE, ...command }
  return {
    atip: { version: '0.6' },
    name: 't',
    version: '1',
    description: 'x',
    commands: { run },
    'x-atip': extension,
  } as AtipTool
}

function judge(described: AtipTool, line: string, options?: EffectsOfOptions) {
  return effectsOf(described, parseArgv(described, line.split(' ')), options)
}

const help = { name: 'help', flags: ['--help'], type: 'boolean' as const, description: 'x' }
const HELP = { ...help, 'x-atip': { harmless: 'help' as const } }
const decode = { name: 'decode', flags: ['-d'], type: 'boolean' as const, description: 'x' }
const format = { name: 'format', flags: ['--format'], type: 'string' as const, description: 'x' }
const count = { name: 'count', flags: ['-n'], type: 'string' as const, description: 'x' }
const words = { name: 'words', type: 'string' as const, description: 'x', required: false, variadic: true }

describe('what a call prints', () => {
  const prints: CommandExtension['prints'] = [
    { when: { with: ['decode'] }, kind: 'decoded' },
    { when: { values: { format: ['%H', '%h'], count: ['1'] } }, kind: 'revision' },
  ]
  const described = tool({
    options: [HELP, decode, format, count],
    arguments: [words],
    'x-atip': { prints, unlisted: 'no-effect' },
  })

  test.each<[string, Printed | undefined]>([
    ['t run', undefined],
    ['t run -d', 'decoded'],
    ['t run --format %H -n 1', 'revision'],
    ['t run --format %h -n 1 a/b', 'revision'],
    ['t run --format %H', undefined],
    ['t run --format %H -n 5', undefined],
    ['t run --format %H --format %x -n 1', undefined],
    ['t run --format %H -n 1 -d', 'decoded'],
    ['t run --help', undefined],
  ])('%s', (line, kind) => expect(judge(described, line).prints).toBe(kind))

  test('is not one word where the call was not understood, or its words could be options', () => {
    for (const word of ['--other', '-- -delete', 'a/-delete']) {
      expect(judge(described, `t run --format %H -n 1 ${word}`).prints).toBeUndefined()
    }
  })

  test('may be something to warn of if an unknown word could be the option that makes it so', () => {
    const isOpaque = (word: string) => word === '$x'
    expect(judge(described, 't run $x', { isOpaque }).prints).toBe('decoded')
    expect(judge(described, 't run --format %H -n $x', { isOpaque }).prints).not.toBe('revision')
  })

  test('is what an option says before what the command says, and the worst of several', () => {
    const secret = { ...format, 'x-atip': { when: { startsWith: ['sec'] }, prints: 'secret' as const } }
    const plain = tool({ options: [secret, decode], 'x-atip': { prints: { kind: 'number' } } })
    expect(judge(plain, 't run').prints).toBe('number')
    expect(judge(plain, 't run --format other').prints).toBe('number')
    expect(judge(plain, 't run --format secret/a').prints).toBe('secret')
  })

  test('a promise of an option holds only if each of its values keeps it', () => {
    const ids = { ...format, 'x-atip': { when: { is: ['id'] }, prints: 'ids' as const } }
    const described = tool({ options: [ids] })
    expect(judge(described, 't run --format id').prints).toBe('ids')
    expect(judge(described, 't run --format id --format id').prints).toBe('ids')
    expect(judge(described, 't run --format id --format other').prints).toBeUndefined()
    expect(judge(described, 't run --format other --format id').prints).toBeUndefined()
  })

  test('is what a call says that only tells something', () => {
    const where = { ...decode, 'x-atip': { harmless: 'help' as const, prints: 'program' as const } }
    expect(judge(tool({ options: [where], 'x-atip': { prints: { kind: 'name' } } }), 't run -d').prints).toBe('program')
  })

  test('is the nearest statement', () => {
    const outer: CommandExtension = { prints: { kind: 'secret' } }
    expect(judge(tool({}, outer), 't run').prints).toBe('secret')
    expect(judge(tool({ 'x-atip': { prints: { kind: 'name' } } }, outer), 't run').prints).toBe('name')
  })

  test('is no promise where something about the call is unknown', () => {
    const described = tool({ 'x-atip': { prints: { kind: 'name' }, cases: [{ unknown: true }] } })
    expect(judge(described, 't run').prints).toBeUndefined()
  })
})

describe('whose account a call uses', () => {
  const as = { ...format, name: 'as', flags: ['--as'], 'x-atip': { changes: 'identity' as const } }
  const host = { ...format, name: 'host', flags: ['--host'], 'x-atip': { changes: 'endpoint' as const } }
  const described = tool(
    { options: [as, host, HELP] },
    { account: 'example.org', incidental: { paths: ['~/.cache/t'] } },
  )

  test('is inherited from the tool, with what options change of it', () => {
    expect(judge(described, 't run')).toMatchObject({ account: 'example.org', incidental: { paths: ['~/.cache/t'] } })
    expect(judge(described, 't run').changes).toBeUndefined()
    expect(judge(described, 't run --as root --host a').changes).toEqual(['identity', 'endpoint'])
  })

  test('is nothing to a call that only shows help', () => {
    const call = judge(described, 't run --help')
    expect([call.account, call.changes]).toEqual([undefined, undefined])
  })

  test('does not matter to its own log or update check, which help may bring about, too', () => {
    expect(judge(described, 't run --help').incidental).toEqual({ paths: ['~/.cache/t'] })
  })

  test('changes if an unknown word could be the option that changes it', () => {
    expect(judge(described, 't run $x', { isOpaque: (word) => word === '$x' }).changes).toEqual([
      'identity',
      'endpoint',
    ])
  })
})

test('a call runs without end by its command, by an option, or by a case', () => {
  const follow = { ...decode, 'x-atip': { endless: true } }
  expect(judge(tool({ 'x-atip': { endless: true } }), 't run').endless).toBe(true)
  expect(judge(tool({ options: [follow] }), 't run -d').endless).toBe(true)
  expect(judge(tool({ options: [follow] }), 't run').endless).toBeUndefined()
  const limited = tool({ options: [count], 'x-atip': { cases: [{ when: { without: ['count'] }, endless: true }] } })
  expect(judge(limited, 't run').endless).toBe(true)
  expect(judge(limited, 't run -n 3').endless).toBeUndefined()
})

describe('how far a call reaches', () => {
  const project: CommandExtension = { reach: 'project' }
  const everywhere = { ...decode, name: 'global', flags: ['-g'], 'x-atip': { reach: 'beyond' as const } }
  const target = { ...format, 'x-atip': { when: { startsWith: ['/'] }, reach: 'beyond' as const } }
  const plugin = { ...count, name: 'plugin', flags: ['-p'], 'x-atip': { unknown: true } }
  const own = { ...plugin, name: 'own', flags: ['-o'], 'x-atip': { unknown: true, reach: 'project' as const } }
  const wipe = { ...decode, name: 'wipe', flags: ['--wipe'], 'x-atip': { effects: { destructive: true } } }
  const options = [everywhere, target, plugin, own, wipe, HELP]
  const described = tool({ options, arguments: [words], effects: {} }, project)

  test.each<[string, 'project' | undefined]>([
    ['t run', 'project'],
    ['t run a', 'project'],
    ['t run -g', undefined],
    ['t run --format /usr', undefined],
    ['t run --format sub', 'project'],
    ['t run -p x', undefined],
    ['t run -o x', 'project'],
    ['t run -o x -p y', undefined],
    ['t run --other', undefined],
    ['t run --help', undefined],
    ['t run --wipe', undefined],
    ['t other', undefined],
  ])('%s', (line, reach) => expect(judge(described, line).reach).toBe(reach))

  test('what is unknown because of the place is for the caller to judge', () => {
    const at = (place?: 'cwd') => ({
      ...plugin,
      'x-atip': { unknown: true, value: { kind: 'path' as const, access: ['stat' as const], ...(place && { place }) } },
    })
    const reach = (option: ReturnType<typeof at>) =>
      judge(tool({ options: [option], effects: {} }, project), 't run -p x').reach
    expect([reach(at('cwd')), reach(at())]).toEqual(['project', undefined])
  })

  test('is not known if an unknown word could be the option that leads beyond', () => {
    const silent = tool({ options, arguments: [words], 'x-atip': { unlisted: 'no-effect' } }, project)
    const isOpaque = (word: string) => word === '$x'
    expect(judge(silent, 't run --other').reach).toBe('project')
    expect(judge(silent, 't run $x', { isOpaque }).reach).toBeUndefined()
    expect(judge(silent, 't run --format $x', { isOpaque }).reach).toBeUndefined()
  })

  test('is the nearest statement, and what a rule says that certainly holds', () => {
    expect(judge(tool({ 'x-atip': { reach: 'beyond' } }, project), 't run').reach).toBeUndefined()
    expect(judge(tool({ 'x-atip': project }, { reach: 'beyond' }), 't run').reach).toBe('project')
    const file = { ...words, 'x-atip': { when: { isNot: ['-'] }, reach: 'project' as const } }
    const interpreter = tool({ arguments: [file] })
    expect(judge(interpreter, 't run').reach).toBeUndefined()
    expect(judge(interpreter, 't run a').reach).toBe('project')
    expect(judge(interpreter, 't run -').reach).toBeUndefined()
    expect(judge(interpreter, 't run a -').reach).toBeUndefined()
  })
})

describe('how much a destructive call loses', () => {
  const LOSES = { ...NONE, destructive: true }
  const drop = { ...decode, 'x-atip': { effects: { destructive: true }, loss: 'narrow' as const } }
  const all = { ...decode, name: 'all', flags: ['--all'], 'x-atip': { effects: { destructive: true } } }
  const dry = { ...decode, name: 'dry', flags: ['-n'], 'x-atip': { harmless: 'dry-run' as const } }
  const plugin = { ...decode, name: 'plugin', flags: ['-p'], 'x-atip': { unknown: true } }
  const as = { ...decode, name: 'as', flags: ['--as'], 'x-atip': { changes: 'identity' as const } }
  const options = [drop, all, dry, plugin, as]
  const narrow: CommandExtension = { loss: 'narrow' }

  test.each<[string, Partial<Command>, string, 'narrow' | undefined]>([
    ['by its command', { effects: LOSES, 'x-atip': narrow }, 't run', 'narrow'],
    ['by a command that does not say', { effects: LOSES }, 't run', undefined],
    ['by an option', {}, 't run -d', 'narrow'],
    ['by nothing', {}, 't run', undefined],
    ['by two options', {}, 't run -d --all', undefined],
    ['by its command and an option', { effects: LOSES, 'x-atip': narrow }, 't run -d', 'narrow'],
    ['by its command and more by an option', { effects: LOSES, 'x-atip': narrow }, 't run --all', undefined],
    ['by a command that does not say, and an option', { effects: LOSES }, 't run -d', undefined],
    ['in a dry run', { effects: LOSES, 'x-atip': narrow }, 't run -n', undefined],
    ['with something unknown', {}, 't run -d -p', undefined],
    ['as another', {}, 't run -d --as', undefined],
    ['with an option that is not listed', {}, 't run -d --other', undefined],
    ['by an option of a command that may lose more', { effects: {} }, 't run -d', undefined],
  ])('%s', (_, command, line, loss) => {
    expect(judge(tool({ options, ...command }), line).loss).toBe(loss)
  })

  test('is wide if an unknown word could be the option that loses more', () => {
    const described = tool({ options, arguments: [words], 'x-atip': { unlisted: 'no-effect' } })
    const isOpaque = (word: string) => word === '$x'
    expect(judge(described, 't run -d x', { isOpaque }).loss).toBe('narrow')
    expect(judge(described, 't run -d $x', { isOpaque }).loss).toBeUndefined()
  })

  test('belongs to the statement that something is lost, and is inherited with it', () => {
    const inherited = tool({ effects: {} }, narrow)
    inherited.effects = LOSES
    expect(judge(inherited, 't run').loss).toBe('narrow')
    expect(judge(tool({ effects: LOSES }, narrow), 't run').loss).toBeUndefined()
  })
})

describe('paths', () => {
  test('say whether the program keeps them to itself, and where the call takes place', () => {
    const identity = {
      ...format,
      type: 'file' as const,
      'x-atip': { credential: true, value: { kind: 'path' as const, access: ['read' as const] } },
    }
    const folder = {
      ...count,
      'x-atip': { value: { kind: 'path' as const, access: ['stat' as const], place: 'cwd' as const } },
    }
    expect(judge(tool({ options: [identity, folder] }), 't run --format key -n sub').paths).toEqual([
      { path: 'key', access: ['read'], parameter: 'format', credential: true },
      { path: 'sub', access: ['stat'], parameter: 'count', place: 'cwd' },
    ])
  })

  test('end before a text, and are all of the value without it', () => {
    const mount = { ...format, 'x-atip': { value: { kind: 'path' as const, access: ['read' as const], before: ':' } } }
    const pathsOf = (value: string) => judge(tool({ options: [mount] }), `t run --format ${value}`).paths
    expect(pathsOf('/a:/b:ro').map(({ path }) => path)).toEqual(['/a'])
    expect(pathsOf('./a').map(({ path }) => path)).toEqual(['./a'])
  })

  const saved = tool({
    arguments: [{ ...words, 'x-atip': { value: { kind: 'path', access: ['write'], from: 'url' } } }],
  })

  test.each([
    ['https://example.org/a/b.sh', 'b.sh'],
    ['https://example.org/a/b.sh?c=/d#e', 'b.sh'],
    ['example.org/install', 'install'],
    ['https://example.org/', undefined],
    ['https://example.org', undefined],
  ])('are the end of an address: %s', (address, name) => {
    expect(judge(saved, `t run ${address}`).paths.map(({ path }) => path)).toEqual(name === undefined ? [] : [name])
  })
})

test('a command whose program an option names is that program with the words', () => {
  const program = { name: 'program', flags: ['--program'], type: 'string' as const, description: 'x' }
  const value = { kind: 'command' as const, form: 'argv' as const, program: 'program' }
  const described = tool({ options: [program], arguments: [{ ...words, 'x-atip': { value } }] })
  const runs = (line: string) => judge(described, line).runs
  expect(runs('t run ls a')).toMatchObject([{ kind: 'argv', words: ['ls', 'a'] }])
  expect(runs('t run --program rm a b')).toMatchObject([{ kind: 'argv', words: ['rm', 'a', 'b'] }])
  expect(runs('t run --program ls --program rm a')).toMatchObject([{ words: ['ls', 'a'] }, { words: ['rm', 'a'] }])
})

describe('a command that takes the rest of the line', () => {
  const module = {
    name: 'm',
    flags: ['-m'],
    type: 'string' as const,
    description: 'x',
    'x-atip': {
      endsOptions: true,
      when: { is: ['pip'] },
      value: { kind: 'command' as const, form: 'argv' as const, rest: true, names: ['{}'] },
    },
  }
  const described = tool({ options: [module, decode, HELP], arguments: [{ ...words, type: 'file' }] })

  test('is its value and every later word, however the value is attached', () => {
    const plain = fc.constantFrom('list', '-d', '--help', 'a', '-m', '--', 'x=y')
    fc.assert(
      fc.property(fc.array(plain), fc.constantFrom('-m pip', '-mpip', '-dm pip'), (rest, start) => {
        const { runs, paths, harmless } = judge(described, ['t run', start, ...rest].join(' '))
        expect(runs).toMatchObject([{ kind: 'argv', words: ['pip', ...rest], names: ['{}'] }])
        expect([paths, harmless]).toEqual([[], undefined])
      }),
    )
  })

  test('may begin with an operand, before which options and a double dash may come', () => {
    const program = {
      ...words,
      name: 'program',
      variadic: false,
      'x-atip': { value: { kind: 'command' as const, form: 'argv' as const, rest: true } },
    }
    const syntax = { interspersed: false }
    const runner = tool({ options: [decode], arguments: [program, words], 'x-atip': { syntax } })
    const start = fc.constantFrom('t run', 't run -d', 't run --', 't run -d --')
    fc.assert(
      fc.property(start, fc.array(fc.constantFrom('list', '-d', '--', 'a')), (before, rest) => {
        const { runs, doubts } = judge(runner, [before, 'pip', ...rest].join(' '))
        expect(runs).toMatchObject([{ kind: 'argv', words: ['pip', ...rest] }])
        expect(doubts).toEqual([])
      }),
    )
  })

  test('leaves the words to others while its condition does not hold', () => {
    const { runs, paths } = judge(described, 't run -m other a')
    expect(runs).toEqual([])
    expect(paths.map(({ path }) => path)).toEqual(['a'])
  })
})
