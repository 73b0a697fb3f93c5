import { validate, type AtipTool, type Command, type Option } from '@atip/protocol'
import { expect, test, vi } from 'vitest'
import makeYargs, { type Argv } from 'yargs'
import type { Answer } from '../vocabulary/types.js'
import { describeYargs } from './describe.js'
import { isYargs, type YargsProgram } from './program.js'
import { takeOverYargs } from './yargs.js'

const start = () => makeYargs([]).scriptName('demo').version('1.2.3').usage('Usage: $0 <command>\n\nDoes things')

function describe(program: Argv): AtipTool {
  const tool = describeYargs(program as unknown as YargsProgram)
  expect(tool).not.toBeInstanceOf(Promise)
  expect(validate(tool).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return tool as AtipTool
}

/** The option of a program that declares only this one. */
function optionOf(definition: object, more: (program: Argv) => Argv = (program) => program): Option {
  const tool = describe(more(start().option('the-option', definition)))
  expect(tool.globalOptions!.map(({ name }) => name)).toEqual(['help', 'version', 'the-option'])
  return tool.globalOptions![2]!
}

const kinds: [string, object, Partial<Option>][] = [
  ['a switch can be turned off', { type: 'boolean' }, { type: 'boolean', flags: ['--the-option', '--no-the-option'] }],
  ['a default is told', { type: 'boolean', default: true }, { default: true }],
  ['a count may be repeated', { type: 'count' }, { type: 'boolean', variadic: true, flags: ['--the-option'] }],
  ['text is text', { type: 'string', default: 'x' }, { type: 'string', default: 'x' }],
  ['a number is a number', { type: 'number', default: 8080 }, { type: 'number', default: 8080 }],
  ['a default may tell the type', { default: 5 }, { type: 'number', default: 5 }],
  ['a list takes words to the next option', { type: 'array' }, { type: 'array', 'x-atip': { greedy: true } }],
  ['a list of numbers', { array: true, number: true }, { type: 'array', items: { type: 'number' } }],
  ['a list of choices', { array: true, choices: ['a', 'b'] }, { items: { type: 'enum', enum: ['a', 'b'] } }],
  ['choices are listed', { choices: ['a', 'b'], default: 'b' }, { type: 'enum', enum: ['a', 'b'], default: 'b' }],
  ['several words are counted', { nargs: 3, type: 'string' }, { type: 'string', 'x-atip': { arity: 3 } }],
  ['no words make a switch', { nargs: 0 }, { type: 'boolean' }],
  ['one word needs no count', { nargs: 1 }, { type: 'string', 'x-atip': undefined }],
  ['a needed word is not optional', { requiresArg: true }, { type: 'string', 'x-atip': undefined }],
  ['what has no type may be left bare', {}, { type: 'string', 'x-atip': { optionalValue: true, nextWord: true } }],
  ['a needed option is required', { demandOption: true }, { required: true }],
  ['with a default nothing is required', { demandOption: true, default: 'x' }, { required: undefined }],
  ['aliases are flags', { alias: ['o', 'opt'], type: 'string' }, { flags: ['-o', '--the-option', '--opt'] }],
  ['a settings file is a file', { config: true }, { type: 'file' }],
  ['what is deprecated says so', { deprecated: 'use x', describe: 'Old' }, { description: 'Old. Deprecated: use x' }],
  [
    'computed defaults are told in words',
    { default: () => 7, defaultDescription: 'cores' },
    { default: undefined, description: 'Default: cores' },
  ],
  [
    'relations are told',
    { implies: 'a', conflicts: ['b', 'c'] },
    { description: 'Needs -a. Not together with -b, -c' },
  ],
]

test.each(kinds)('%s', (_, definition, expected) => {
  expect({ ...optionOf(definition) }).toMatchObject(clean(expected))
  for (const key of Object.keys(expected)) {
    if (expected[key as 'type'] === undefined) expect(optionOf(definition)).not.toHaveProperty(key)
  }
})

const clean = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

test('hidden options and commands are not advertised', () => {
  const tool = describe(
    start()
      .option('seen', { type: 'boolean' })
      .option('secret', { hidden: true })
      .command('show', 'Shows')
      .command('ghost', false),
  )
  expect(tool.globalOptions!.map(({ name }) => name)).toEqual(['help', 'version', 'seen'])
  expect(Object.keys(tool.commands!)).toEqual(['show'])
})

test('help and version are harmless under whatever name', () => {
  const tool = describe(start().help('info', 'Tells').alias('info', 'i').version('release', 'Says', '2.0.0'))
  expect(tool.version).toBe('2.0.0')
  expect(tool.globalOptions).toEqual([
    { name: 'info', flags: ['-i', '--info'], type: 'boolean', description: 'Tells', 'x-atip': { harmless: 'help' } },
    { name: 'release', flags: ['--release'], type: 'boolean', description: 'Says', 'x-atip': { harmless: 'version' } },
  ])
})

test('options that are not global belong to the program itself', () => {
  const tool = describe(start().option('here', { type: 'string', global: false }).command('x', 'X'))
  expect(tool.globalOptions!.map(({ name }) => name)).not.toContain('here')
  expect(tool.commands!['']!.options!.map(({ name }) => name)).toEqual(['here'])
  expect(tool.commands!.x!.options).toBeUndefined()
})

test('nested commands have what the builders above them say', () => {
  const tool = describe(
    start().command('remote', 'Remotes', (program) =>
      program
        .option('all', { type: 'boolean' })
        .command(['list', 'ls', 'l'], 'Lists', { json: { type: 'boolean' } })
        .command({ command: 'rm <name..>', describe: 'Removes', deprecated: true, handler: () => {} })
        .demandCommand(),
    ),
  )
  const { commands } = tool.commands!.remote!
  expect(Object.keys(commands!)).toEqual(['list', 'rm'])
  expect(commands!.list!['x-atip']).toEqual({ aliases: ['ls', 'l'] })
  expect(namesOf(commands!.list)).toEqual(['all', 'json'])
  expect(namesOf(commands!.rm)).toEqual(['all'])
  expect(commands!.rm).toMatchObject({
    description: 'Removes. Deprecated',
    arguments: [{ name: 'name', required: true, variadic: true }],
  })
})

test('what one builder says does not reach the next command', () => {
  const tool = describe(
    start()
      .command('one', 'One', (program) =>
        program
          .option('x', { type: 'number' })
          .env('ONE')
          .parserConfiguration({ 'boolean-negation': false })
          .help(false),
      )
      .command('two', 'Two', (program) => program.option('x', { type: 'string' }).option('y', { type: 'boolean' })),
  )
  expect(tool.commands!.one!.options).toMatchObject([{ name: 'x', type: 'number' }])
  expect(tool.commands!.two!.options).toEqual([
    { name: 'x', flags: ['-x'], type: 'string' },
    { name: 'y', flags: ['-y'], type: 'boolean' },
  ])
})

test('a command with commands can be called itself if it does something', () => {
  const below = (program: Argv) => program.command('sub', 'Below')
  const tool = describe(
    start()
      .command('idle', 'Idle', below)
      .command('busy', 'Busy', below, () => console.log('busy'))
      .command('main', 'Main', (program) => below(program).command('$0 [file]', 'Does it')),
  )
  expect(Object.keys(tool.commands!.idle!.commands!)).toEqual(['sub'])
  expect(Object.keys(tool.commands!.busy!.commands!).sort()).toEqual(['', 'sub'])
  expect(tool.commands!.main!.commands!['']).toMatchObject({ arguments: [{ name: 'file', required: false }] })
})

test('a default command is the program itself, and may have a name too', () => {
  const tool = describe(start().command(['serve [port]', '$0'], 'Serves', { host: { type: 'string' } }))
  expect(tool.description).toBe('Serves')
  expect(tool.commands!['']).toEqual(tool.commands!.serve)
  expect(tool.commands!.serve).toMatchObject({ arguments: [{ name: 'port' }], options: [{ name: 'host' }] })
})

test.each([
  ['any', start(), [{ name: 'operands', required: false, variadic: true }]],
  ['at least one', start().demandCommand(1), [{ required: true, variadic: true }]],
  ['exactly one', start().demandCommand(1, 1), [{ required: true }]],
  ['none', start().demandCommand(0, 0), undefined],
  ['none, being strict', start().strict(), undefined],
])('a program without commands says how many words it takes: %s', (_, program, expected) => {
  const { arguments: operands } = describe(program).commands!['']!
  if (expected === undefined) expect(operands).toBeUndefined()
  else expect(operands).toMatchObject(expected)
})

test('variables of the environment are told', () => {
  expect(optionOf({ type: 'string' }, (program) => program.env('MY_APP')).envVar).toBe('MY_APP_THE_OPTION')
})

test('an asynchronous builder is waited for', async () => {
  const program = start().command('late', 'Late', async (below) => {
    await Promise.resolve()
    return below.option('x', { type: 'boolean' })
  })
  const tool = await describeYargs(program as unknown as YargsProgram)
  expect(namesOf(tool.commands!.late)).toEqual(['x'])
})

test('looking at a program runs no handler, check, coercion or middleware', () => {
  const run = vi.fn<() => boolean>(() => true)
  describe(
    start()
      .middleware(run as never, true)
      .check(run)
      .option('x', { coerce: run, default: 1 })
      .command('do', 'Does', (below: Argv) => below.check(run).middleware(run as never), run as never),
  )
  expect(run).not.toHaveBeenCalled()
})

test('everything that help shows is described, and nothing else', async () => {
  const make = () =>
    start()
      .option('alpha', { alias: 'a', describe: 'First' })
      .describe('beta', 'Second')
      .default('gamma', 3)
      .demandOption('delta')
      .boolean('unseen')
      .group(['epsilon'], 'More:')
      .option('epsilon', { type: 'string' })
      .option('hidden', { hidden: true })
      .command('one <x>', 'One', (program) => program.option('zeta', { type: 'count' }).hide('alpha'))
      .command('two', 'Two')
      .completion()
  const tool = describe(make())
  expect(flagsIn(await make().getHelp())).toEqual(flagsOf(tool.globalOptions!))
  expect(Object.keys(tool.commands!)).toEqual(['one', 'two', 'completion'])
})

function flagsIn(help: string): string[] {
  return [...help.matchAll(/^ {2,8}(?:(-\w), )?(--?[\w-]+)(?=\s)/gm)]
    .flatMap(([, short, long]) => [short, long])
    .filter((flag) => flag !== undefined)
    .sort()
}

function flagsOf(options: readonly Option[]): string[] {
  return options
    .flatMap(({ flags }) => flags)
    .filter((flag) => !flag.startsWith('--no-'))
    .sort()
}

function namesOf(command: Command | undefined): string[] {
  return (command?.options ?? []).map(({ name }) => name)
}

/** An answer that only records what it was asked. */
function noted(word: string, isOurs: Answer['isOurs'] = () => true) {
  const asked: { how: string; tool: unknown }[] = []
  const answer: Answer = {
    word,
    isOurs,
    now: (tool) => {
      asked.push({ how: 'now', tool })
      throw new Error('ended')
    },
    soon: async (tool) => {
      asked.push({ how: 'soon', tool: await tool })
      throw new Error('ended')
    },
  }
  return { answer, asked }
}

test('a caller that parses without waiting is answered at once, and others later', async () => {
  for (const [parse, how] of [
    [(program: Argv) => program.parse(), 'now'],
    [(program: Argv) => program.argv, 'now'],
    [(program: Argv) => program.parseSync(), 'now'],
    [(program: Argv) => program.parseAsync(), 'soon'],
  ] as const) {
    const { answer, asked } = noted('--agent')
    const program = start()
    expect(isYargs(program)).toBe(true)
    const returned = takeOverYargs(program as unknown as YargsProgram, answer) as unknown as Argv
    expect(returned).toBe(program)
    returned.command('later', 'Added after the line')
    await expect((async () => parse(returned))()).rejects.toThrow('ended')
    expect(asked).toMatchObject([{ how, tool: { commands: { later: {} } } }])
  }
})

test('a program with words of its own keeps them', () => {
  const own: unknown[] = []
  const { answer, asked } = noted('prime', (words) => {
    own.push(words)
    return false
  })
  const program = start().option('agentId', { type: 'string' }).command(['prime', 'p'], 'Its own').exitProcess(false)
  takeOverYargs(program as unknown as YargsProgram, answer)
  expect(program.parse(['prime'])).toMatchObject({ _: ['prime'] })
  expect(program.parse(['other'])).toMatchObject({ _: ['other'] })
  expect(asked).toEqual([])
  expect(own).toMatchObject([{ commands: ['prime', 'p'], takesArguments: false }])
  expect((own[0] as { flags: string[] }).flags).toEqual(expect.arrayContaining(['--agent-id', '--agentId', '--help']))
})

test('a builder that asks for argv, as was once the custom, gets none', () => {
  const { answer, asked } = noted('--agent')
  const program = start().command('old', 'Old', (below) => below.option('x', { type: 'boolean' }).argv as never)
  takeOverYargs(program as unknown as YargsProgram, answer)
  expect(() => program.parse()).toThrow('ended')
  expect(asked).toHaveLength(1)
})
