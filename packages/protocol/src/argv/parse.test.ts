import { expect, test } from 'vitest'
import { normalise } from '../normalise.js'
import type { Argument, AtipTool, Option } from '../types/tool.js'
import type { Syntax } from '../types/x-atip.js'
import { parseArgv } from './parse.js'
import { toArgv } from './to-argv.js'

const git: AtipTool = normalise({
  atip: { version: '0.6' },
  name: 'git',
  version: '2.39',
  description: 'Version control',
  globalOptions: [
    { name: 'directory', flags: ['-C'], type: 'directory', variadic: true },
    { name: 'config', flags: ['-c'], type: 'string', variadic: true },
  ],
  'x-atip': { syntax: { abbreviatedOptions: true, implicitNegation: true } },
  commands: {
    push: {
      description: 'Send commits',
      options: [
        { name: 'force', flags: ['-f', '--force'], type: 'boolean' },
        { name: 'force-with-lease', flags: ['--force-with-lease'], type: 'string', 'x-atip': { optionalValue: true } },
        { name: 'dry-run', flags: ['-n', '--dry-run'], type: 'boolean' },
        { name: 'set-upstream', flags: ['-u', '--set-upstream'], type: 'boolean' },
        { name: 'verify', flags: ['--verify', '--no-verify'], type: 'boolean' },
      ],
      arguments: [
        { name: 'repository', type: 'string', required: false },
        { name: 'refspec', type: 'string', required: false, variadic: true },
      ],
    },
    log: {
      description: 'Show commits',
      options: [
        { name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', 'x-atip': { bareValue: 'integer' } },
      ],
    },
    remote: {
      description: 'Remotes',
      options: [{ name: 'verbose', flags: ['-v', '--verbose'], type: 'boolean' }],
      commands: {
        add: {
          description: 'Add',
          arguments: [
            { name: 'name', type: 'string' },
            { name: 'url', type: 'url' },
          ],
        },
        remove: { description: 'Remove', arguments: [{ name: 'name', type: 'string' }], 'x-atip': { aliases: ['rm'] } },
        'get-url': { description: 'Print', 'x-atip': { aliases: ['get-*'] } },
        'get-rid': { description: 'Remove' },
      },
    },
  },
})

const read = (line: string) => {
  const { path, options, arguments: given, leftovers } = parseArgv(git, line.split(' '))
  return {
    path: path.join(' '),
    ...options,
    ...given,
    ...(leftovers.length > 0 && { left: leftovers.map((l) => `${l.reason} ${l.word}`) }),
  }
}

test.each<[string, object]>([
  ['git push', { path: 'push' }],
  [
    'git push -uf origin main',
    { path: 'push', 'set-upstream': true, force: true, repository: 'origin', refspec: ['main'] },
  ],
  ['git push origin main --force', { path: 'push', force: true, repository: 'origin', refspec: ['main'] }],
  ['git push --dry origin', { path: 'push', 'dry-run': true, repository: 'origin' }],
  ['git push --forc origin', { path: 'push', repository: 'origin', left: ['ambiguous-option --forc'] }],
  ['git push --force-with-lease origin', { path: 'push', 'force-with-lease': true, repository: 'origin' }],
  ['git push --force-with-lease=main', { path: 'push', 'force-with-lease': 'main' }],
  ['git push --no-force --no-verify', { path: 'push', force: false, verify: false }],
  ['git push -- --force', { path: 'push', repository: '--force' }],
  ['git push --frobnicate origin', { path: 'push', repository: 'origin', left: ['unknown-option --frobnicate'] }],
  ['git push -fZ', { path: 'push', force: true, left: ['unknown-option -fZ'] }],
  ['git push --force=maybe', { path: 'push', force: true, left: ['unexpected-value maybe'] }],
  ['git -C sub -c a=b push', { path: 'push', directory: ['sub'], config: ['a=b'] }],
  ['git -Csub log -5', { path: 'log', directory: ['sub'], 'max-count': 5 }],
  ['git log -n 5', { path: 'log', 'max-count': 5 }],
  ['git log -n5', { path: 'log', 'max-count': 5 }],
  ['git log --max-count=five', { path: 'log', 'max-count': 'five', left: ['invalid-value five'] }],
  ['git log -n', { path: 'log', left: ['missing-value -n'] }],
  ['git remote -v', { path: 'remote', verbose: true }],
  ['git remote -v add origin url', { path: 'remote add', name: 'origin', url: 'url' }],
  ['git remote rm origin', { path: 'remote remove', name: 'origin' }],
  ['git remote get-branches', { path: 'remote get-url' }],
  ['git remote get-rid', { path: 'remote get-rid' }],
  ['git remote get', { path: 'remote', left: ['unknown-command get'] }],
  ['git remote add origin', { path: 'remote add', name: 'origin', left: ['missing-argument '] }],
  ['git remote frobnicate', { path: 'remote', left: ['unknown-command frobnicate'] }],
  ['git remote rm a b', { path: 'remote remove', name: 'a', left: ['unexpected-operand b'] }],
  ['git frobnicate', { path: '', left: ['unknown-command frobnicate'] }],
  ['git toString', { path: '', left: ['unknown-command toString'] }],
  ['git', { path: '' }],
])('%s', (line, expected) => {
  expect(read(line)).toEqual(expected)
})

test('an option of a group on the way is kept among the uses', () => {
  const { uses, options } = parseArgv(git, ['git', 'remote', '-v', 'add', 'a', 'b'])
  expect(uses.map(({ parameter }) => parameter.name)).toEqual(['verbose', 'name', 'url'])
  expect(options).toEqual({})
})

function single(
  options: Option[],
  args: NonNullable<AtipTool['commands']>[string]['arguments'],
  syntax: Syntax = {},
): AtipTool {
  return normalise({
    atip: '0.6',
    name: 't',
    version: '1',
    description: '',
    commands: { '': { description: '', options, arguments: args ?? [], 'x-atip': { syntax } } },
  })
}

const files = { name: 'file', type: 'file' as const, variadic: true, required: false }
const flag = (name: string, ...flags: string[]): Option => ({ name, flags, type: 'boolean' })
const value = (name: string, flags: string[], x: Option['x-atip'] = {}): Option => ({
  name,
  flags,
  type: 'string',
  'x-atip': x,
})

const tar = single(
  [flag('extract', '-x'), flag('verbose', '-v'), value('archive', ['-f', '--file']), value('directory', ['-C'])],
  [files],
  { bareFlags: true },
)
const find = single(
  [
    value('name', ['-name']),
    flag('delete', '-delete'),
    value('exec', ['-exec'], { until: [';', '+'] }),
    value('batch', ['-batch'], { until: [';', ''] }),
    flag('follow', '-L'),
  ],
  [files],
  { bundledFlags: false },
)
const timeout = single(
  [value('signal', ['-s', '--signal'])],
  [
    { name: 'duration', type: 'string' },
    { name: 'command', type: 'string', variadic: true },
  ],
  { interspersed: false },
)
const env = single(
  [flag('clear', '-i')],
  [
    { name: 'variables', type: 'string', variadic: true, required: false, 'x-atip': { assignments: true } },
    { name: 'command', type: 'string', variadic: true, required: false },
  ],
  { interspersed: false },
)
const dd = single(
  [],
  [
    { name: 'input', type: 'file', required: false, 'x-atip': { keyword: 'if' } },
    { name: 'output', type: 'file', required: false, 'x-atip': { keyword: 'of' } },
  ],
)
const kill = single(
  [value('signal', ['-s'], { bareValue: 'word' }), flag('list', '-l')],
  [{ name: 'pid', type: 'integer', variadic: true }],
)
const python = single([value('code', ['-c'], { endsOptions: true }), flag('quiet', '-q')], [files])
const jq = single(
  [{ ...value('arg', ['--arg'], { arity: 2 }), variadic: true }, flag('raw', '-r')],
  [{ name: 'filter', type: 'string' }, files],
)
const kubectl = single([value('output', ['-o', '--output'])], [files], { shortEquals: true })
const terraform = single([flag('approve', '-auto-approve'), value('var', ['-var'])], [files], {
  eitherDash: true,
  bundledFlags: false,
})
const seq = single(
  [],
  [
    { name: 'first', type: 'number', required: false },
    { name: 'last', type: 'number' },
  ],
)
const cp = single(
  [flag('recursive', '-r')],
  [
    { ...files, name: 'source', required: true },
    { name: 'target', type: 'file' },
  ],
)

test.each<[string, AtipTool, string[], object]>([
  ['tar xvf', tar, ['xvf', 'a.tar', 'b'], { extract: true, verbose: true, archive: 'a.tar', file: ['b'] }],
  ['tar xfC with values in order', tar, ['xfC', 'a.tar', 'dir'], { extract: true, archive: 'a.tar', directory: 'dir' }],
  ['tar -xf', tar, ['-xf', 'a.tar'], { extract: true, archive: 'a.tar' }],
  ['find with an action', find, ['.', '-name', '-x', '-delete'], { file: ['.'], name: '-x', delete: true }],
  [
    'find -exec',
    find,
    ['.', '-exec', 'rm', '-rf', '{}', ';', '-delete'],
    { file: ['.'], exec: ['rm', '-rf', '{}'], delete: true },
  ],
  [
    'a list that the end of the line ends as well',
    find,
    ['.', '-batch', 'wc', '-l'],
    { file: ['.'], batch: ['wc', '-l'] },
  ],
  [
    'a wrapper leaves the options of what it wraps alone',
    timeout,
    ['-s', 'KILL', '5', 'rm', '-s', 'x'],
    { signal: 'KILL', duration: '5', command: ['rm', '-s', 'x'] },
  ],
  [
    'assignments before a command',
    env,
    ['-i', 'A=1', 'B=2', 'make', 'C=3'],
    { clear: true, variables: ['A=1', 'B=2'], command: ['make', 'C=3'] },
  ],
  ['keyword operands in any order', dd, ['of=/dev/null', 'if=a=b'], { input: 'a=b', output: '/dev/null' }],
  ['a signal by name', kill, ['-TERM', '12'], { signal: 'TERM', pid: [12] }],
  ['a signal by number', kill, ['-9', '12', '13'], { signal: '9', pid: [12, 13] }],
  ['a flag is not a signal', kill, ['-l', '12'], { list: true, pid: [12] }],
  [
    'words after code belong to the code',
    python,
    ['-c', 'print(1)', '-q', 'x'],
    { code: 'print(1)', file: ['-q', 'x'] },
  ],
  [
    'two values at once',
    jq,
    ['--arg', 'a', '1', '--arg', 'b', '2', '-r', '.'],
    {
      arg: [
        ['a', '1'],
        ['b', '2'],
      ],
      raw: true,
      filter: '.',
    },
  ],
  ['a short option with an equals sign', kubectl, ['-o=json'], { output: 'json' }],
  ['getopt keeps the equals sign', tar, ['-f=json'], { archive: '=json' }],
  ['one dash or two', terraform, ['--auto-approve', '--var=a=b', '-var', 'c'], { approve: true, var: 'c' }],
  ['the required number comes first', seq, ['5'], { last: 5 }],
  ['then the optional one', seq, ['1', '5'], { first: 1, last: 5 }],
  ['sources and a target', cp, ['a', 'b', '-r', 'c'], { source: ['a', 'b'], target: 'c', recursive: true }],
])('%s', (_, tool, words, expected) => {
  const { options, arguments: given, leftovers } = parseArgv(tool, ['t', ...words])
  expect(leftovers).toEqual([])
  expect({ ...options, ...given }).toEqual(expected)
})

test.each<[string, AtipTool, { options?: object; arguments?: object }, string[]]>([
  ['the long flag is preferred', tar, { options: { archive: 'a' } }, ['--file', 'a']],
  ['a value with a dash is attached to a long flag', kubectl, { options: { output: '-x' } }, ['--output=-x']],
  ['and to a letter', python, { options: { code: '-x' } }, ['-c-x']],
  ['a path with a dash gets ./', cp, { arguments: { source: ['-r', '-'], target: './-x' } }, ['./-r', '-', '././-x']],
  ['other operands with a dash get --', seq, { arguments: { last: -5 } }, ['--', '-5']],
  ['a file that reads like a bundle gets --', tar, { arguments: { file: ['xv'] } }, ['--', 'xv']],
  [
    'nothing is said of null, false and empty lists',
    cp,
    { options: { recursive: false }, arguments: { source: ['a'], target: 'b' } },
    ['a', 'b'],
  ],
])('%s', (_, tool, input, words) => {
  expect(toArgv(tool, [], input as never)).toEqual(['t', ...words])
})

test('an operand that reads like a subcommand gets --', () => {
  const tool = {
    ...git,
    commands: { ...git.commands, '': { description: '', arguments: [{ name: 'x', type: 'string' as const }] } },
  }
  expect(toArgv(tool, [], { arguments: { x: 'push' } })).toEqual(['git', '--', 'push'])
})

test('globals come before the path, the program can be named', () => {
  const input = { options: { directory: ['a', 'b'], force: true }, arguments: { repository: 'origin' } }
  expect(toArgv(git, ['push'], input, { program: '/usr/bin/git' })).toEqual([
    '/usr/bin/git',
    '-C',
    'a',
    '-C',
    'b',
    'push',
    '--force',
    'origin',
  ])
})

test.each<[string, string[], object, string]>([
  ['no such command', ['pull'], {}, '"git" has no command "pull"'],
  ['a group', ['remote', 'toString'], {}, '"git" has no command "remote toString"'],
  ['no such option', ['push'], { options: { forse: true } }, 'there is no option "forse"; did you mean "force"?'],
  ['a missing argument', ['remote', 'add'], { arguments: { name: 'a' } }, 'the argument "url" is missing'],
  ['a wrong type', ['log'], { options: { 'max-count': '5' } }, '"max-count" must be a whole number; found "5"'],
  [
    'a list expected',
    ['push'],
    { arguments: { repository: 'a', refspec: 'b' } },
    '"refspec" must be a list; found "b"',
  ],
  [
    'a gap',
    ['push'],
    { arguments: { refspec: ['b'] } },
    '"repository" cannot be given as undefined on this tool\'s command line',
  ],
  [
    'a NUL',
    ['push'],
    { arguments: { repository: 'a\0b' } },
    '"repository" holds a character that no program can receive as an argument (NUL or half a surrogate pair)',
  ],
])('a call that cannot be made says why: %s', (_, path, input, message) => {
  expect(() => toArgv(git, path, input)).toThrow(message)
})

test('all problems of a call are told at once', () => {
  expect(() => toArgv(git, ['remote', 'add'], { options: { x: 1 } })).toThrow(
    expect.objectContaining({ code: 'invalid-call', problems: [{}, {}, {}].map(() => expect.anything()) }),
  )
})

test('a value that may be the next word is taken, unless that looks like an option', () => {
  const colour: Option = {
    name: 'colour',
    flags: ['--colour'],
    type: 'string',
    'x-atip': { optionalValue: true, nextWord: true },
  }
  const file: Argument = { name: 'file', type: 'string', required: false }
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 'ls',
    version: '1',
    description: 'Lists',
    commands: { '': { description: 'Lists', arguments: [file] } },
    globalOptions: [colour],
  }
  const read = (line: string) => {
    const { options, arguments: given } = parseArgv(tool, line.split(' '))
    return { ...options, ...given }
  }
  expect(read('ls --colour always file')).toEqual({ colour: 'always', file: 'file' })
  expect(read('ls --colour -- file')).toEqual({ colour: true, file: 'file' })
  expect(toArgv(tool, [], { arguments: { file: 'file' }, options: { colour: true } })).toEqual([
    'ls',
    '--colour',
    '--',
    'file',
  ])
})

test('where nothing ends a list of words, operands go before it', () => {
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 'pack',
    version: '1',
    description: 'Packs',
    commands: {
      '': {
        description: 'Packs',
        arguments: [{ name: 'into', type: 'string' }],
        options: [{ name: 'files', flags: ['--files'], type: 'array', 'x-atip': { greedy: true } }],
      },
    },
    'x-atip': { syntax: { doubleDash: false } },
  }
  const given = { arguments: { into: 'x.tar' }, options: { files: ['a', 'b'] } }
  const argv = toArgv(tool, [], given)
  expect(argv).toEqual(['pack', 'x.tar', '--files', 'a', 'b'])
  const { arguments: operands, options, leftovers } = parseArgv(tool, argv)
  expect({ arguments: { ...operands }, options: { ...options }, leftovers }).toEqual({ ...given, leftovers: [] })
  expect(() => toArgv(tool, [], { ...given, arguments: { into: '-x' } })).toThrow('no "--" to prevent that')
})

test('a double dash may be an operand of its own, where it does not end the options', () => {
  const files = { name: 'files', type: 'string' as const, required: false, variadic: true }
  const tool = single([{ name: 'force', flags: ['-f'], type: 'boolean' }], [{ name: 'first', type: 'string' }, files], {
    doubleDash: false,
    dashOperand: true,
  })
  const { arguments: given, options, leftovers } = parseArgv(tool, ['x', '--', 'a', '-f', '--', 'b'])
  expect({ ...given, ...options, leftovers }).toEqual({
    first: '--',
    files: ['a', '--', 'b'],
    force: true,
    leftovers: [],
  })
  expect(() => toArgv(tool, [], { arguments: { first: '--' } })).toThrow('no "--" to prevent that')
})

test('where a switch takes a boolean word, neither reading nor writing mistakes it for an operand', () => {
  const force: Option = { name: 'force', flags: ['-f', '--force', '--no-force'], type: 'boolean' }
  const tool = single([force], [{ name: 'file', type: 'string', required: false }], { booleanWords: true })
  const read = (line: string) => {
    const { options, arguments: given } = parseArgv(tool, line.split(' '))
    return { ...options, ...given }
  }
  expect(read('x --force false a')).toEqual({ force: false, file: 'a' })
  expect(read('x -f false a')).toEqual({ force: false, file: 'a' })
  expect(read('x --no-force true')).toEqual({ force: false, file: 'true' })
  const written = toArgv(tool, [], { arguments: { file: 'true' }, options: { force: true } })
  expect(written.slice(1)).toEqual(['--force', '--', 'true'])
})

const SIGNS = normalise({
  atip: { version: '0.6' },
  name: 'signs',
  version: '1',
  description: 'Has flags that begin with a plus or a slash',
  commands: {
    '': {
      description: 'Runs',
      options: [
        { name: 'quick', flags: ['+q'], type: 'boolean' },
        { name: 'out', flags: ['/out', '-o'], type: 'string' },
      ],
      arguments: [{ name: 'file', type: 'file', required: false, variadic: true }],
    },
  },
})

test.each<[string, string[], object]>([
  ['a declared flag is the option', ['+q', '/out', 'a'], { options: { quick: true, out: 'a' } }],
  ['a value may be attached', ['/out=a'], { options: { out: 'a' } }],
  ['a flag after an operand counts', ['x', '+q'], { options: { quick: true }, arguments: { file: ['x'] } }],
  [
    'undeclared words are operands',
    ['+%s', '/outer', '/q', '+'],
    { arguments: { file: ['+%s', '/outer', '/q', '+'] } },
  ],
  ['nothing is bundled', ['+qq'], { arguments: { file: ['+qq'] } }],
  ['-- ends them too', ['--', '+q', '/out'], { arguments: { file: ['+q', '/out'] } }],
])('flags with a plus or a slash: %s', (_, words, expected) => {
  const { options, arguments: given, leftovers } = parseArgv(SIGNS, ['signs', ...words])
  expect({ options: { ...options }, arguments: { ...given }, leftovers }).toEqual({
    options: {},
    arguments: {},
    leftovers: [],
    ...expected,
  })
})

test('an operand that reads like a declared flag with a plus or a slash is written after --', () => {
  expect(toArgv(SIGNS, [], { arguments: { file: ['a', '/out'] } })).toEqual(['signs', '--', 'a', '/out'])
  expect(toArgv(SIGNS, [], { arguments: { file: ['/outer'] } })).toEqual(['signs', '/outer'])
  expect(toArgv(SIGNS, [], { options: { quick: true, out: '-' } })).toEqual(['signs', '+q', '/out', '-'])
})

test('the value of an option may be the first operand, and a word may end a list only behind another', () => {
  const shell: AtipTool = {
    atip: { version: '0.6' },
    name: 'shell',
    version: '1',
    description: 'A shell',
    'x-atip': { syntax: { interspersed: false } },
    commands: {
      '': {
        description: 'Run',
        options: [
          { name: 'c', flags: ['-c'], type: 'string', 'x-atip': { operand: true } },
          { name: 'x', flags: ['-x'], type: 'boolean' },
          { name: 'each', flags: ['-each'], type: 'string', 'x-atip': { until: [';', '{} +'] } },
        ],
        arguments: [{ name: 'word', type: 'string', variadic: true, required: false }],
      },
    },
  }
  const read = (line: string) => {
    const { options, arguments: given, leftovers } = parseArgv(shell, line.split(' '))
    return { options: { ...options }, given: given['word'], left: leftovers.map(({ reason }) => reason) }
  }
  const run = { options: { c: 'ls', x: true }, given: ['a', '-x'], left: [] }
  for (const line of ['shell -cx ls a -x', 'shell -xc ls a -x', 'shell -c -x ls a -x']) expect(read(line)).toEqual(run)
  expect(read('shell -c').left).toEqual(['missing-value'])
  expect(read('shell -each cat + a ; b')).toEqual({ options: { each: ['cat', '+', 'a'] }, given: ['b'], left: [] })
  expect(read('shell -each cat {} + b')).toEqual({ options: { each: ['cat', '{}'] }, given: ['b'], left: [] })
})
