import { expect, test } from 'vitest'
import { readTool } from '../read.js'
import { validate } from './validate.js'

type Json = Record<string, unknown>

const tool = (more: Json = {}): Json => ({
  atip: { version: '0.6' },
  name: 'gh',
  version: '2.0',
  description: 'GitHub',
  ...more,
})
const command = (more: Json = {}): Json => tool({ commands: { run: { description: 'Run', ...more } } })
const option = (more: Json = {}): Json =>
  command({ options: [{ name: 'output', flags: ['-o', '--output'], type: 'string', description: 'Where', ...more }] })
const argument = (...list: Json[]): Json =>
  command({ arguments: list.map((more, index) => ({ name: `a${index}`, type: 'string', description: 'x', ...more })) })

/** As `severity rule pointer`. */
const found = (value: unknown, profile: 'default' | 'strict' = 'default') =>
  validate(value, { profile }).problems.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`)

test('a complete document has no problems in either profile', () => {
  const complete = {
    ...option(),
    homepage: 'https://cli.github.com',
    trust: { source: 'native', verified: false },
    globalOptions: [{ name: 'help', flags: ['--help'], type: 'boolean', description: 'Help' }],
    authentication: {
      required: true,
      methods: [{ type: 'token', envVar: 'GH_TOKEN' }],
      checkCommand: 'gh auth status',
    },
    effects: {
      network: true,
      duration: { typical: '1-5s' },
      cost: { estimate: 'low' },
      interactive: { stdin: 'none' },
    },
    patterns: [
      { name: 'p', description: 'x', steps: [{ command: 'gh run {id}' }], variables: { id: { type: 'integer' } } },
    ],
    'x-acme': { anything: [1, { goes: null }] },
    _debug: 1,
    $schema: 'https://atip.dev/schema/0.6.json',
  }
  expect(found(complete, 'strict')).toEqual([])
})

test.each<[string, unknown, string[]]>([
  ['not an object', 5, ['error wrong-type ']],
  ['null', null, ['error wrong-type ']],
  ['an array', [], ['error wrong-type ']],
  ['nothing but braces', {}, ['atip', 'description', 'name', 'version'].map(() => 'error missing-field ')],
  ['no name and version, but a binary', { atip: '0.3', description: '', binary: binary() }, []],
  ['a binary without a name and version, beside both', tool({ binary: { hash: binary().hash } }), []],
  [
    'a name beside a binary that has the version',
    { atip: '0.3', description: '', name: 'gh', binary: { hash: binary().hash, version: '2.0' } },
    [],
  ],
  [
    'no name anywhere, but a binary',
    { atip: '0.3', description: '', binary: { hash: binary().hash, version: '2.0' } },
    ['error missing-field '],
  ],
  ['a binary without a hash', tool({ binary: { name: 'gh', version: '2.0' } }), ['error missing-field /binary']],
  ['atip as a number', tool({ atip: 0.6 }), ['error wrong-type /atip']],
  ['atip without a version', tool({ atip: { features: [] } }), ['error missing-field /atip']],
  ['a version that is none', tool({ atip: { version: 'six' } }), ['error wrong-format /atip/version']],
  ['a version with three parts', tool({ atip: { version: '0.6.1' } }), []],
  ['a legacy string', tool({ atip: '0.3' }), []],
  ['a legacy string from a time without them', tool({ atip: '0.5' }), ['warning legacy-version /atip']],
  ['a newer minor version', tool({ atip: { version: '0.9' } }), ['warning newer-version /atip/version']],
  ['a newer major version', tool({ atip: { version: '1.0' } }), ['error newer-version /atip/version']],
  ['a major version of many digits', tool({ atip: { version: '9999999.0' } }), ['error newer-version /atip/version']],
  ['a minor version of many digits', tool({ atip: { version: '0.9999999' } }), ['warning newer-version /atip/version']],
  [
    'a version beyond all numbers',
    tool({ atip: { version: `${'9'.repeat(400)}.0` } }),
    ['error newer-version /atip/version'],
  ],
  [
    'a newer agent is needed',
    tool({ atip: { version: '0.6', minAgentVersion: '0.7' } }),
    ['error agent-too-old /atip/minAgentVersion'],
  ],
  ['unknown features', tool({ atip: { version: '0.6', features: ['telepathy'] } }), []],
  ['a name with a slash', tool({ name: '../gh' }), ['error wrong-format /name']],
  ['a name that is a folder', tool({ name: '..' }), ['error wrong-format /name']],
  ['a name with a control character', tool({ name: 'g\u0007h' }), ['error wrong-format /name']],
  ['a name with a control character of Latin-1', tool({ name: 'g\u009bh' }), ['error wrong-format /name']],
  ['names of real programs', tool({ name: 'g++' }), []],
  ['the name of test', tool({ name: '[' }), []],
  ['a long description', tool({ description: 'x'.repeat(201) }), ['warning too-long /description']],
  ['200 characters that are stored as 400', tool({ description: '🦀'.repeat(200) }), []],
  ['201 characters of that kind', tool({ description: '🦀'.repeat(201) }), ['warning too-long /description']],
  ['a misspelt key', tool({ efects: {} }), ['warning unknown-key /efects']],
  ['a key with slash and tilde', tool({ 'a/b~c': 1 }), ['warning unknown-key /a~1b~0c']],
  ['a trust source that is none', tool({ trust: { source: 'friend' } }), ['error not-allowed /trust/source']],
  [
    'a SLSA level out of range',
    tool({ trust: { provenance: { slsaLevel: 5 } } }),
    ['error out-of-range /trust/provenance/slsaLevel'],
  ],
  ['commands as a list', tool({ commands: [] }), ['error wrong-type /commands']],
  ['a command without a description', tool({ commands: { run: {} } }), ['error missing-field /commands/run']],
  [
    'an effect that is no boolean',
    command({ effects: { destructive: 'yes' } }),
    ['error wrong-type /commands/run/effects/destructive'],
  ],
  [
    'a stdin use that is none',
    command({ effects: { interactive: { stdin: 'maybe' } } }),
    ['error not-allowed /commands/run/effects/interactive/stdin'],
  ],
  [
    'an unreadable duration',
    command({ effects: { duration: { typical: 'long' } } }),
    ['warning wrong-format /commands/run/effects/duration/typical'],
  ],
  [
    'a duration that runs backwards',
    command({ effects: { duration: { typical: '5-1s' } } }),
    ['warning wrong-format /commands/run/effects/duration/typical'],
  ],
  ['a truncation that is no boolean', command({ _truncated: 'yes' }), ['error wrong-type /commands/run/_truncated']],
  ['a type that is none', option({ type: 'text' }), ['error not-allowed /commands/run/options/0/type']],
  ['an option without flags', option({ flags: [] }), ['error too-few /commands/run/options/0/flags']],
  ['a flag without a dash', option({ flags: ['output'] }), ['error wrong-format /commands/run/options/0/flags/0']],
  ['a dash for a flag', option({ flags: ['-'] }), ['error wrong-format /commands/run/options/0/flags/0']],
  ['flags that begin with a plus or a slash', option({ flags: ['+x', '/x', '/out'] }), []],
  ['a plus for a flag', option({ flags: ['+'] }), ['error wrong-format /commands/run/options/0/flags/0']],
  ['a slash for a flag', option({ flags: ['/'] }), ['error wrong-format /commands/run/options/0/flags/0']],
  ['two dashes for a flag', option({ flags: ['--'] }), ['error wrong-format /commands/run/options/0/flags/0']],
  ['two flags in one', option({ flags: ['-o, --output'] }), ['warning wrong-format /commands/run/options/0/flags/0']],
  [
    'a flag with its value',
    option({ flags: ['--output=FILE'] }),
    ['warning wrong-format /commands/run/options/0/flags/0'],
  ],
  ['a flag listed twice', option({ flags: ['-o', '-o'] }), ['error duplicate-flag /commands/run/options/0/flags/1']],
  [
    'a parameter without a description',
    option({ description: undefined }),
    ['warning missing-field /commands/run/options/0'],
  ],
  ['an enum without values', option({ type: 'enum' }), ['error enum-without-values /commands/run/options/0']],
  [
    'an enum with no values',
    option({ type: 'enum', enum: [] }),
    ['error enum-without-values /commands/run/options/0/enum'],
  ],
  [
    'a default outside its enum',
    option({ type: 'enum', enum: ['a'], default: 'b' }),
    ['error default-not-in-enum /commands/run/options/0/default'],
  ],
  [
    'a default outside the values of a string',
    option({ enum: ['a'], default: 'b' }),
    ['error default-not-in-enum /commands/run/options/0/default'],
  ],
  ['a default among the values of a string', option({ enum: ['a', 'b'], default: 'b' }), []],
  [
    'a default outside the values of an array',
    option({ type: 'array', items: { enum: ['a'] }, default: ['a', 'b'] }),
    ['error default-not-in-enum /commands/run/options/0/default'],
  ],
  ['a text that may stand for several values', option({ type: 'array', enum: ['a', 'b'], default: 'a,b' }), []],
  [
    'half an integer by default',
    option({ type: 'integer', default: 1.5 }),
    ['warning default-type /commands/run/options/0/default'],
  ],
  ['half a number by default', option({ type: 'number', default: 1.5 }), []],
  ['an enum of integers', option({ type: 'enum', enum: [1, 2], default: 2 }), []],
  [
    'a default of another type',
    option({ type: 'integer', default: 'five' }),
    ['warning default-type /commands/run/options/0/default'],
  ],
  ['two options of one name', twoOptions('a', '-a', 'a', '-b'), ['error duplicate-name /commands/run/options/1/name']],
  [
    'two options of one flag',
    twoOptions('a', '-a', 'b', '-a'),
    ['error duplicate-flag /commands/run/options/1/flags/0'],
  ],
  [
    'required after optional',
    argument({ required: false }, {}),
    ['warning required-after-optional /commands/run/arguments/1'],
  ],
  [
    'sources, then a destination',
    argument({ variadic: true }, {}),
    ['warning variadic-not-last /commands/run/arguments/1'],
  ],
  [
    'two variadics',
    argument({ variadic: true }, { variadic: true }),
    ['error ambiguous-arguments /commands/run/arguments/1'],
  ],
  [
    'two arrays',
    argument({ type: 'array' }, { type: 'array' }),
    ['error ambiguous-arguments /commands/run/arguments/1'],
  ],
  [
    'an array, then a destination',
    argument({ type: 'array' }, {}),
    ['warning variadic-not-last /commands/run/arguments/1'],
  ],
  [
    'optional after variadic',
    argument({ variadic: true }, { required: false }),
    ['error ambiguous-arguments /commands/run/arguments/1'],
  ],
  [
    'assignments before a command',
    argument({ variadic: true, required: false, 'x-atip': { assignments: true } }, { variadic: true }),
    [],
  ],
  ['partial without omitted', tool({ partial: true }), ['warning partial-without-omitted ']],
  [
    'omitted without an assumption',
    tool({ partial: true, omitted: { reason: 'filtered' } }),
    ['warning missing-field /omitted'],
  ],
  [
    'omitted in a whole document',
    tool({ omitted: { reason: 'filtered', safetyAssumption: 'unknown' } }),
    ['warning omitted-without-partial /omitted'],
  ],
  [
    'more included than there are',
    tool({ totalCommands: 1, includedCommands: 2 }),
    ['warning impossible-count /includedCommands'],
  ],
  ['a hash that is none', { ...tool(), binary: binary('md5:123') }, ['warning wrong-format /binary/hash']],
  [
    'a checksum in capitals',
    tool({ trust: { integrity: { checksum: `sha256:${'A'.repeat(64)}` } } }),
    ['warning wrong-format /trust/integrity/checksum'],
  ],
  [
    'a binary of another name',
    { ...tool(), binary: { ...binary(), name: 'hub' } },
    ['warning binary-contradiction /name'],
  ],
  [
    'an undeclared variable',
    pattern('gh pr view {number}'),
    ['warning undeclared-variable /patterns/0/steps/0/command'],
  ],
  ['an unused variable', pattern('gh pr list', { n: {} }), ['warning unused-variable /patterns/0/variables/n']],
  [
    'a shell in the authentication',
    tool({
      authentication: {
        methods: [
          { type: 'oauth', setupCommand: 'gh auth login' },
          { type: 'token', setupCommand: 'echo $TOKEN' },
        ],
        checkCommand: 'gh auth status | grep ok',
      },
    }),
    [
      'warning step-needs-shell /authentication/checkCommand',
      'warning step-needs-shell /authentication/methods/1/setupCommand',
    ],
  ],
  ['a step for a shell', pattern('gh pr list | head'), ['warning step-needs-shell /patterns/0/steps/0/command']],
  [
    'a command that cannot be called',
    tool({ commands: { '-x': { description: '' } } }),
    ['warning command-name /commands/-x'],
  ],
  [
    'commands below an empty name',
    tool({ commands: { '': { description: '', commands: {} } } }),
    ['warning unreachable-commands /commands//commands'],
  ],
  [
    'two commands of one alias',
    aliases({ list: ['ls', 'l'], log: ['l', 'lg'] }),
    ['warning duplicate-alias /commands/log/x-atip/aliases/0'],
  ],
  [
    'an alias that is the name of a sibling',
    aliases({ list: ['log', 'toString'], log: [] }),
    ['warning duplicate-alias /commands/list/x-atip/aliases/0'],
  ],
  ['an alias that is the own name, and one twice', aliases({ list: ['list', 'ls', 'ls'] }), []],
  [
    'an extension that is wrong',
    option({ 'x-atip': { effects: { destructive: 1 } } }),
    ['error wrong-type /commands/run/options/0/x-atip/effects/destructive'],
  ],
  [
    'a path without its access',
    option({ 'x-atip': { value: { kind: 'path' } } }),
    ['error missing-field /commands/run/options/0/x-atip/value'],
  ],
  [
    'ways to take words that exclude each other',
    option({ 'x-atip': { arity: 2, greedy: true } }),
    ['error contradiction /commands/run/options/0/x-atip'],
  ],
  [
    'a misspelt extension field',
    option({ 'x-atip': { efects: {} } }),
    ['warning unknown-key /commands/run/options/0/x-atip/efects'],
  ],
])('%s', (_, value, problems) => {
  expect(found(value)).toEqual(problems)
})

test.each<[string, unknown]>([
  ['missing descriptions', option({ description: undefined })],
  ['partial without omitted', tool({ partial: true })],
  ['omitted without an assumption', tool({ partial: true, omitted: { reason: 'filtered' } })],
  ['durations that run backwards', command({ effects: { duration: { timeout: '5-1s' } } })],
  ['hashes that are none', { ...tool(), binary: binary('md5:123') }],
  ['unreadable durations', command({ effects: { duration: { timeout: '1 day' } } })],
  ['undeclared variables', pattern('gh pr view {number}')],
])('the strict profile makes errors of %s', (_, value) => {
  expect(validate(value).valid).toBe(true)
  expect(validate(value, { profile: 'strict' }).valid).toBe(false)
})

test.each([
  ['efects', 'effects'],
  ['comands', 'commands'],
  ['homePage', 'homepage'],
  ['global_options', 'globalOptions'],
  ['subcommands', 'commands'],
  ['sideEffects', 'effects'],
])('%s is recognised as %s', (wrong, right) => {
  expect(validate(tool({ [wrong]: {} })).problems[0]!.message).toContain(`did you mean "${right}"?`)
})

test('problems point at line and column: unknown keys at the key, wrong values at the value', () => {
  const text = '{\n  "atip": "0.3",\n  "name": "gh", "version": 2,\n  "description": "x",\n  "efects": {}\n}\n'
  expect(validate(text).problems).toMatchObject([
    { rule: 'wrong-type', pointer: '/version', line: 3, column: 28 },
    { rule: 'unknown-key', pointer: '/efects', line: 5, column: 3 },
  ])
})

test('all problems are told at once, up to a limit, and what is beyond is counted', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`bad${index}`, 1]))
  const { problems, dropped } = validate(tool(many), { maxProblems: 20 })
  expect(problems).toHaveLength(20)
  expect(dropped).toBe(30)
})

test('warnings beyond the limit do not hide an error, nor take its place', () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`bad${index}`, 1]))
  const broken = { ...tool(many), commands: { run: {} }, description: undefined }
  for (const input of [broken, JSON.stringify(broken)]) {
    const { valid, problems, dropped } = validate(input)
    expect(valid).toBe(false)
    expect(problems).toHaveLength(1000)
    expect(dropped).toBe(1002)
    expect(problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toEqual([
      '/commands/run',
      '',
    ])
    expect(readTool(input).ok).toBe(false)
  }
})

test('how many problems are listed never decides what is valid', () => {
  expect(validate({ atip: 3 }, { maxProblems: 0 })).toMatchObject({ valid: false, problems: [], dropped: 4 })
  expect(validate(tool({ odd: 1 }), { maxProblems: 0 })).toMatchObject({ valid: true, problems: [], dropped: 1 })
  expect(validate(new Uint8Array([0xff]), { maxProblems: 0 })).toMatchObject({ valid: false, problems: [], dropped: 1 })
  const twice = JSON.stringify(tool()).replace('{', `{${'"x-a":1,'.repeat(6)}`)
  expect(validate(twice, { maxProblems: 2 })).toMatchObject({ valid: false, problems: { length: 2 }, dropped: 3 })
})

test('names of object methods in place of a type or a kind are told like any other wrong word', () => {
  const messages = (value: unknown) => validate(value).problems.map(({ message }) => message)
  expect(messages(option({ type: 'constructor', default: 'x' }))).toEqual([
    expect.stringMatching(/^must be one of .*; found "constructor"$/),
  ])
  expect(messages(option({ 'x-atip': { value: { kind: 'constructor' } } }))).toEqual([
    expect.stringMatching(/^must be one of .*; found "constructor"$/),
  ])
  expect(messages(option({ 'x-atip': { value: { kind: { toString: 1 } } } }))).toEqual([
    'must be a string; found an object',
  ])
})

test('messages say what was found and what to do', () => {
  const messages = (value: unknown) => validate(value).problems.map(({ message }) => message)
  expect(messages(option({ flags: '-o' }))).toEqual([
    'must be an array, for example ["-o","--output"]; found the string "-o"',
  ])
  expect(messages(option({ type: 'strng' }))[0]).toContain('did you mean "string"?')
  expect(messages(tool({ atip: '0.5' }))).toEqual(['from 0.4 on write {"version": "0.5"}'])
  expect(messages(' \n')).toEqual(['the text is empty; a description is a JSON object'])
})

function binary(hash = `sha256:${'0'.repeat(64)}`): Json {
  return { hash, name: 'gh', version: '2.0' }
}

function aliases(byCommand: Record<string, string[]>): Json {
  const commands = Object.entries(byCommand).map(([name, list]) => [
    name,
    { description: 'x', 'x-atip': { aliases: list } },
  ])
  return tool({ commands: Object.fromEntries(commands) as Json })
}

function twoOptions(a: string, aFlag: string, b: string, bFlag: string): Json {
  const one = (name: string, flag: string) => ({ name, flags: [flag], type: 'boolean', description: 'x' })
  return command({ options: [one(a, aFlag), one(b, bFlag)] })
}

function pattern(text: string, variables?: Json): Json {
  return tool({
    patterns: [{ name: 'p', description: 'x', steps: [{ command: text }], ...(variables && { variables }) }],
  })
}
