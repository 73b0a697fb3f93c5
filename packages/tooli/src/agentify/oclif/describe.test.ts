import { validate, type Argument, type Option } from '@atip/protocol'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Answer } from '../vocabulary/types.js'
import { describeOclif } from './describe.js'
import { isOclif, takeOverOclif } from './oclif.js'
import { core, program, received, removePrograms } from './program.fixture.js'

afterAll(removePrograms)

async function describe(classes: Record<string, string>, oclif: object = {}, manifest?: object) {
  const { config } = await program(classes, oclif, manifest)
  const tool = await describeOclif(core, config)
  expect(validate(tool).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return tool
}

const flags: [string, string, Partial<Option>][] = [
  ['a switch', `Flags.boolean({ char: 'x' })`, { type: 'boolean', flags: ['-x', '--the-flag'] }],
  [
    'a switch that can be turned off',
    `Flags.boolean({ allowNo: true, default: true })`,
    { default: true, flags: ['--the-flag', '--no-the-flag'] },
  ],
  [
    'other names',
    `Flags.string({ aliases: ['other', 'o'], charAliases: ['p'] })`,
    { flags: ['-p', '-o', '--the-flag', '--other'] },
  ],
  ['a whole number', `Flags.integer({ default: 5 })`, { type: 'integer', default: 5 }],
  ['a file', `Flags.file()`, { type: 'file' }],
  ['a folder', `Flags.directory()`, { type: 'directory' }],
  ['an address', `Flags.url()`, { type: 'url' }],
  ['choices', `Flags.string({ options: ['a', 'b'], default: 'b' })`, { type: 'enum', enum: ['a', 'b'], default: 'b' }],
  [
    'a list',
    `Flags.string({ multiple: true })`,
    { type: 'array', items: { type: 'string' }, 'x-atip': { greedy: true } },
  ],
  [
    'a list of one word each',
    `Flags.string({ multiple: true, multipleNonGreedy: true })`,
    { type: 'array', 'x-atip': undefined },
  ],
  [
    'a list that is split',
    `Flags.string({ multiple: true, delimiter: ',', summary: 'All' })`,
    { description: 'All. A value is split at ","' },
  ],
  ['a computed default', `Flags.string({ default: async () => '/somewhere' })`, { default: undefined }],
  ['a variable', `Flags.string({ env: 'THE_FLAG' })`, { envVar: 'THE_FLAG' }],
  ['a needed flag', `Flags.string({ required: true })`, { required: true }],
  [
    'relations',
    `Flags.string({ dependsOn: ['a'], exclusive: ['b'], relationships: [{ type: 'some', flags: ['c', { name: 'd', when: async () => true }] }] })`,
    { description: 'Needs --a. Needs one of --c, --d. Not together with --b' },
  ],
  [
    'a deprecated flag',
    `Flags.string({ summary: 'Old', deprecated: { to: 'new' } })`,
    { description: 'Old. Deprecated: use new' },
  ],
  [
    'names in texts',
    `Flags.string({ description: 'See <%= config.bin %> <%= command.id %>' })`,
    { description: 'See demo x y' },
  ],
]

test.each(flags)('a flag is described: %s', async (_, source, expected) => {
  const tool = await describe(
    { 'x:y': `static flags = { 'the-flag': ${source}, secret: Flags.string({ hidden: true }) }` },
    { topicSeparator: ' ' },
  )
  const { options } = tool.commands!.x!.commands!.y!
  expect(options).toHaveLength(1)
  for (const [key, value] of Object.entries(expected)) {
    if (value === undefined) expect(options![0]).not.toHaveProperty(key)
    else expect(options![0]).toHaveProperty([key], value)
  }
})

const operands: [string, string, Partial<Argument>[] | undefined][] = [
  [
    'in their order',
    `static args = { b: Args.string({ required: true }), a: Args.integer() }`,
    [
      { name: 'b', type: 'string', required: true },
      { name: 'a', type: 'integer', required: false },
    ],
  ],
  [
    'with choices and a default',
    `static args = { a: Args.string({ options: ['x', 'y'], default: 'y', required: true }) }`,
    [{ type: 'enum', enum: ['x', 'y'], default: 'y', required: false }],
  ],
  [
    'with more words',
    `static strict = false; static args = { a: Args.string() }`,
    [{ name: 'a' }, { name: 'operands', variadic: true, required: false }],
  ],
  ['as a list', `static args = { a: Args.string({ multiple: true }) }`, [{ name: 'a', variadic: true }]],
  [
    'without hidden ones',
    `static args = { a: Args.string(), b: Args.string({ hidden: true }), c: Args.string() }`,
    [{ name: 'a' }],
  ],
  ['or none', ``, undefined],
]

test.each(operands)('arguments are described: %s', async (_, source, expected) => {
  const tool = await describe({ x: source })
  if (expected === undefined) expect(tool.commands!.x!.arguments).toBeUndefined()
  else {
    expect(tool.commands!.x!.arguments).toHaveLength(expected.length)
    expect(tool.commands!.x!.arguments).toMatchObject(expected)
  }
})

const TREE = {
  deploy: `static summary = 'Deploys'; static aliases = ['ship', 'app:deploy']; static hiddenAliases = ['d']`,
  'app:list': `static description = 'Lists apps\\nand more about it'; static aliases = ['app:ls']`,
  'app:old': `static description = 'Old'; static state = 'deprecated'; static deprecationOptions = { to: 'app list' }`,
  'app:new': `static description = 'New'; static state = 'beta'`,
  'app:ghost': `static hidden = true`,
}

test('topics are groups where a space separates names', async () => {
  const tool = await describe(TREE, {
    topicSeparator: ' ',
    topics: { app: { description: 'Apps of <%= config.bin %>' } },
  })
  expect(Object.keys(tool.commands!).sort()).toEqual(['app', 'deploy'])
  expect(tool.commands!.deploy!['x-atip']).toEqual({ aliases: ['ship'] })
  expect(tool.commands!.app).toMatchObject({
    description: 'Apps of demo',
    commands: {
      list: { description: 'Lists apps', 'x-atip': { aliases: ['ls'] } },
      old: { description: 'Old. Deprecated: use app list' },
      new: { description: 'New. Beta' },
    },
  })
  expect(Object.keys(tool.commands!.app!.commands!).sort()).toEqual(['list', 'new', 'old'])
})

test('and one word where a colon does', async () => {
  const tool = await describe(TREE)
  expect(Object.keys(tool.commands!).sort()).toEqual(['app:list', 'app:new', 'app:old', 'deploy'])
  expect(tool.commands!.deploy!['x-atip']).toEqual({ aliases: ['ship', 'app:deploy'] })
})

test('a command that is also a topic can still be called', async () => {
  const tool = await describe({ 'config:set': '', config: `static summary = 'Shows'` }, { topicSeparator: ' ' })
  expect(Object.keys(tool.commands!.config!.commands!).sort()).toEqual(['', 'set'])
  expect(tool.commands!.config!.commands!['']!.description).toBe('Shows')
})

test('a program that is one command is described as one', async () => {
  const commands = { strategy: 'single', target: './lib/single.js' }
  const source = `static summary = 'Says'; static args = { word: Args.string() }; static examples = ['$ <%= config.bin %> <%= command.id %> hello']`
  const tool = await describe({ x: source }, { commands })
  expect(tool.commands).toEqual({
    '': {
      description: 'Says',
      arguments: [{ name: 'word', type: 'string', required: false }],
      examples: ['demo hello'],
    },
  })
})

test('help and version are harmless, also where a program adds flags for them', async () => {
  const tool = await describe(
    { x: `static flags = { help: Flags.help({ char: 'h' }), version: Flags.version(), json: Flags.boolean() }` },
    {
      additionalHelpFlags: ['-?'],
      additionalVersionFlags: ['-V'],
    },
  )
  const rules = [...tool.globalOptions!, ...tool.commands!.x!.options!].map((option) => [
    option.flags,
    option['x-atip']?.harmless,
  ])
  expect(rules).toEqual([
    [['-?', '--help'], 'help'],
    [['-V', '--version'], 'version'],
    [['-h', '--help'], 'help'],
    [['--version'], 'version'],
    [['--json'], undefined],
  ])
})

test('what all commands share is on each of them', async () => {
  const tool = await describe({
    x: `static enableJsonFlag = true; static baseFlags = { profile: Flags.string() }; static flags = { own: Flags.string() }`,
  })
  expect(tool.commands!.x!.options!.map(({ name }) => name).sort()).toEqual(['json', 'own', 'profile'])
})

test('with a manifest no module is loaded, unless a list has to be understood', async () => {
  const flag = { name: 'n', type: 'option', multiple: false }
  const manifest = {
    version: '1.2.3',
    commands: {
      far: { id: 'far', summary: 'Far', flags: { n: flag }, args: {}, aliases: [], hiddenAliases: [] },
      near: {
        id: 'near',
        summary: 'Near',
        flags: { n: { ...flag, multiple: true } },
        args: {},
        aliases: [],
        hiddenAliases: [],
      },
    },
  }
  const tool = await describe(
    {
      far: `static flags = { n: Flags.integer() }`,
      near: `static flags = { n: Flags.integer({ multiple: true, multipleNonGreedy: true }) }`,
    },
    {},
    manifest,
  )
  expect(tool.commands!.far!.options).toEqual([{ name: 'n', flags: ['--n'], type: 'string' }])
  expect(tool.commands!.near!.options).toEqual([
    { name: 'n', flags: ['--n'], type: 'array', items: { type: 'integer' } },
  ])
})

const load = core.Config.load
afterEach(() => {
  core.Config.load = load
})

test.each([
  ['a place', (root: string) => `${root}/bin/run.js`],
  ['an address', (root: string) => `file://${root}/bin/run.js`],
  ['options of execute', (root: string) => ({ dir: root })],
])('a program is known by %s', (_, form) => {
  expect(isOclif(form('/somewhere'))).toBe(true)
})

test('other things are no programs', () => {
  for (const thing of [undefined, null, 5, '', 'relative/path', {}, () => {}, { dir: 5 }])
    expect(isOclif(thing)).toBe(false)
})

test('the program answers when it knows its commands', async () => {
  const { root } = await program({ hello: '' })
  const asked: unknown[] = []
  const own: unknown[] = []
  const answer = (isOurs: boolean): Answer => ({
    word: '--agent',
    isOurs: (words) => {
      own.push(words)
      return isOurs
    },
    now: () => {
      throw new Error('not to be called')
    },
    soon: async (tool) => {
      asked.push(await tool)
      throw new Error('ended')
    },
  })
  const options = { dir: import.meta.url }
  expect(takeOverOclif(options, answer(true))).toBe(options)
  await expect(core.run(['--agent'], { root })).rejects.toThrow('ended')
  expect(asked).toMatchObject([{ name: 'demo', version: '1.2.3', commands: { hello: {} } }])
  expect(own).toEqual([{ commands: ['hello'], flags: ['--help', '--version'], takesArguments: false }])
  core.Config.load = load
  takeOverOclif(options, answer(false))
  received.length = 0
  await core.run(['hello'], { root })
  expect(received.map(({ id }) => id)).toEqual(['hello'])
})

test('a program without oclif is told so', () => {
  expect(() => takeOverOclif('/nowhere/bin/run.js', {} as Answer)).toThrow('found no @oclif/core for this program')
})
