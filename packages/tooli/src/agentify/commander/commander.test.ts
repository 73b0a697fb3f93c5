import { toArgv } from '@atip/protocol'
import { Argument, Command, Option } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agentify } from '../agentify.js'
import type { Answer } from '../vocabulary/types.js'
import { isCommander, takeOverCommander } from './commander.js'
import { describeCommander } from './describe.js'
import type { CommanderCommand } from './shape.js'

const describe = (program: Command) => describeCommander(program as unknown as CommanderCommand)
const optionsOf = (program: Command) => {
  const options = describe(program).commands!['']?.options ?? []
  return Object.fromEntries(options.filter(({ name }) => name !== 'help').map(({ name, ...rest }) => [name, rest]))
}
const oneOption = (option: Option) => optionsOf(new Command('prog').addOption(option))

test.each<[string, Option, object]>([
  [
    'a switch',
    new Option('-d, --debug', 'More'),
    { debug: { flags: ['-d', '--debug'], type: 'boolean', description: 'More' } },
  ],
  ['a value', new Option('--to <place>'), { to: { flags: ['--to'], type: 'string', description: '' } }],
  ['two long flags', new Option('--ws, --workspace'), { workspace: { flags: ['--ws', '--workspace'] } }],
  ['a letter alone', new Option('-x <n>'), { x: { flags: ['-x'], type: 'string' } }],
  [
    'a value that may be left out',
    new Option('--size [n]'),
    { size: { 'x-atip': { optionalValue: true, nextWord: true } } },
  ],
  ['a list', new Option('--all <items...>'), { all: { variadic: true, 'x-atip': { greedy: true } } }],
  [
    'choices',
    new Option('--c <x>').choices(['a', 'b']).default('b'),
    { c: { type: 'enum', enum: ['a', 'b'], default: 'b' } },
  ],
  ['numbers', new Option('--n <x>').argParser(Number.parseFloat).default(1.5), { n: { type: 'number', default: 1.5 } }],
  ['whole numbers', new Option('--n <x>').argParser(Number.parseInt), { n: { type: 'integer' } }],
  ['a parser of one’s own', new Option('--n <x>').argParser(() => new Date()), { n: { type: 'string' } }],
  [
    'a parser that gathers',
    new Option('--n <x>').argParser((x: string, all: string[]) => [...all, x]).default([]),
    { n: { type: 'string', variadic: true } },
  ],
  ['files', new Option('--out <file>'), { out: { type: 'file' } }],
  ['a variable', new Option('--key <k>').env('KEY').makeOptionMandatory(), { key: { envVar: 'KEY', required: true } }],
  ['a negation alone', new Option('--no-sauce', 'Dry'), { 'no-sauce': { flags: ['--no-sauce'], type: 'boolean' } }],
  ['a default in words', new Option('--at <when>').default(() => 0, 'now'), { at: { description: '(default: now)' } }],
  [
    'a default that is no text',
    new Option('--at <x>').default({ a: 1 }),
    { at: { description: '(default: {"a":1})' } },
  ],
  ['hidden', new Option('--secret').hideHelp(), {}],
])('%s is described', (_, option, expected) => {
  const described = oneOption(option)
  expect(Object.keys(described)).toEqual(Object.keys(expected))
  expect(described).toMatchObject(expected)
})

test('a switch and its negation are one, unless they take different things', () => {
  const pair = new Command('prog').option('-s, --sauce', 'Wet').option('--no-sauce', 'Dry')
  expect(optionsOf(pair)).toMatchObject({ sauce: { flags: ['-s', '--sauce', '--no-sauce'], description: 'Wet' } })
  const apart = new Command('prog').option('--cheese <kind>', 'Which').option('--no-cheese', 'None')
  expect(Object.keys(optionsOf(apart))).toEqual(['cheese', 'no-cheese'])
})

test('what excludes and implies another is said in words', () => {
  const program = new Command('prog')
    .addOption(new Option('-q, --quiet', 'Less').conflicts('veryLoud'))
    .addOption(new Option('--very-loud', 'More').implies({ quiet: false }))
  expect(optionsOf(program)).toMatchObject({
    quiet: { description: 'Less (not with --very-loud)' },
    'very-loud': { description: 'More (implies --quiet: false)' },
  })
})

test('arguments, other names, groups and what is hidden are as help shows them', () => {
  const program = new Command('prog').version('1.2.3').description('A program')
  const remote = program.command('remote').summary('short').alias('r').description('Remotes')
  remote
    .command('add')
    .addArgument(new Argument('<name>', 'Its name'))
    .addArgument(new Argument('[kind]', 'Its kind').choices(['a', 'b']).default('a'))
    .argument('[more...]', 'More of it')
    .action(() => {})
  program.command('secret', { hidden: true })
  program.command('outside', 'Another program')
  const { commands, globalOptions, version, description } = describe(program)
  expect({ version, description }).toEqual({ version: '1.2.3', description: 'A program' })
  expect(Object.keys(commands!)).toEqual(['remote', 'outside', 'help'])
  expect(commands!.remote).toMatchObject({ description: 'Remotes', 'x-atip': { aliases: ['r'] } })
  expect(commands!.remote!.commands!.add!.arguments).toEqual([
    { name: 'name', type: 'string', description: 'Its name', required: true },
    { name: 'kind', type: 'enum', enum: ['a', 'b'], default: 'a', description: 'Its kind', required: false },
    { name: 'more', type: 'string', description: 'More of it', required: false, variadic: true },
  ])
  expect(commands!.outside).toEqual({ description: 'Another program' })
  expect(globalOptions).toMatchObject([
    { name: 'version', 'x-atip': { harmless: 'version' } },
    { name: 'help', 'x-atip': { harmless: 'help' } },
  ])
})

test('arguments that only the usage line tells of are known by its words', () => {
  const program = new Command('prog').usage('[options] <file> [...more]').allowExcessArguments()
  expect(describe(program).commands!['']!.arguments).toMatchObject([
    { variadic: true, description: '<file> [...more]' },
  ])
  expect(describe(new Command('prog').allowExcessArguments()).commands!['']!.arguments).toBeUndefined()
})

test('an operand that names a subcommand is refused, because commander would run that, whatever comes before', () => {
  const ran: string[] = []
  const program = new Command('prog').argument('[file]').action(() => void ran.push('itself'))
  program.command('clean').action(() => void ran.push('clean'))
  program.parse(['--', 'clean'], { from: 'user' })
  expect(ran).toEqual(['clean'])
  const tool = describe(program)
  expect(() => toArgv(tool, [], { arguments: { file: 'clean' } })).toThrow('would be read as something else')
  expect(toArgv(tool, [], { arguments: { file: 'cleaner' } })).toEqual(['prog', 'cleaner'])
})

test('an inner option whose flag an outer one takes is known by its other flags, or not at all', () => {
  const program = new Command('prog').option('-v, --verbose').option('--all')
  program
    .command('list')
    .option('-v, --version-of <x>')
    .option('--all')
    .option('--own')
    .action(() => {})
  const flags = describe(program).commands!.list!.options!.map((option) => option.flags)
  expect(flags).toEqual([['--version-of'], ['--own']])
})

test('an inner option that is called like an outer one does not take its name', () => {
  const program = new Command('prog')
  const group = program.command('group').option('--name <outer>')
  group
    .command('inner')
    .option('-n, --name <inner>')
    .action(() => {})
  expect(describe(program).commands!.group!.commands!.inner!.options).toMatchObject([
    { name: 'name', flags: ['-n'] },
    { name: 'outer-name', flags: ['--name'] },
  ])
})

const argv = [...process.argv]
beforeEach(() => void (process.argv = ['node', 'prog', 'prime', '--agent-id', 'x']))
afterEach(() => void (process.argv = [...argv]))

/** An answer that records what it would answer. */
function listener(isOurs: Answer['isOurs'] = ({ commands }) => !commands.includes('prime')) {
  const told: string[] = []
  const say = (way: string) => (tool: unknown) =>
    void told.push(`${way} ${Object.keys((tool as { commands: object }).commands).join()}`)
  return {
    told,
    answer: {
      word: 'prime',
      isOurs,
      now: say('now'),
      soon: async (tool: unknown) => say('soon')(tool),
    } as unknown as Answer,
  }
}

test('a line for us is answered when the program parses, with the commands it has by then', async () => {
  const { told, answer } = listener()
  const program = new Command('prog')
  expect(takeOverCommander(program as never, answer)).toBe(program)
  program.command('late').action(() => expect.unreachable())
  program.parse()
  await program.parseAsync(process.argv)
  await program.parseAsync(['prime'], { from: 'user' })
  expect(told).toEqual(['now late,help', 'soon late,help', 'soon late,help'])
})

test('a program that has the command, or is told to parse something else, parses', () => {
  const { told, answer } = listener()
  const calls: string[] = []
  const program = new Command('prog')
  takeOverCommander(program as never, answer)
  program.command('other').action(() => void calls.push('other'))
  program.parse(['other'], { from: 'user' })
  program
    .command('prime')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => void calls.push('prime'))
  program.parse()
  expect({ calls, told }).toEqual({ calls: ['other', 'prime'], told: [] })
})

test('a line for the program leaves it as it was', () => {
  process.argv = ['node', 'prog', 'build']
  const program = new Command('prog')
  expect(agentify(program)).toBe(program)
  expect(Object.hasOwn(program, 'parse')).toBe(false)
})

test('programs of commander are told from anything else', () => {
  expect(isCommander(new Command())).toBe(true)
  for (const other of [undefined, null, {}, { parse: () => {}, parseAsync: () => {} }, () => {}]) {
    expect(isCommander(other)).toBe(false)
  }
  expect(() => agentify({ no: 'program' })).toThrow('agentify takes a program of commander, yargs, oclif or citty')
})
