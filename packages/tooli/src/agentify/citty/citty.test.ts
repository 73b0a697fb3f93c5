import { defineCommand, runCommand, type CommandDef } from 'citty'
import { expect, test } from 'vitest'
import type { Answer } from '../vocabulary/types.js'
import { isCitty, takeOverCitty } from './citty.js'
import { describeCitty } from './describe.js'
import type { CittyCommand } from './shape.js'

const describe = (program: unknown) => describeCitty(program as CittyCommand)

test('every kind of argument is described', async () => {
  const program = defineCommand({
    meta: () => Promise.resolve({ name: 'prog', version: '1.2.3', description: 'A program' }),
    args: {
      source: { type: 'positional', description: 'From' },
      target: { type: 'positional', description: 'To', required: false },
      place: { type: 'positional', default: '.', valueHint: 'dir' },
      name: { type: 'string', alias: ['n', 'called'], required: true, description: 'Its name' },
      colour: { type: 'enum', options: ['red', 'blue'], default: 'red' },
      cache: { type: 'boolean', default: true, description: 'Keep', negativeDescription: 'Forget' },
      'no-fuss': { type: 'boolean' },
      loose: {},
    },
    run: () => {},
  })
  const { commands, globalOptions, ...tool } = await describe(program)
  expect(tool).toMatchObject({ name: 'prog', version: '1.2.3', description: 'A program' })
  expect(commands!['']!.arguments).toEqual([
    { name: 'source', type: 'string', description: 'From', required: true },
    { name: 'target', type: 'string', description: 'To', required: false },
    { name: 'place', type: 'directory', description: '', required: false, default: '.' },
  ])
  expect(commands!['']!.options).toEqual([
    { name: 'name', flags: ['-n', '--name', '--called'], type: 'string', description: 'Its name', required: true },
    { name: 'colour', flags: ['--colour'], type: 'enum', enum: ['red', 'blue'], default: 'red', description: '' },
    {
      name: 'cache',
      flags: ['--cache', '--no-cache'],
      type: 'boolean',
      default: true,
      description: 'Keep (off: Forget)',
    },
    // citty's parser reads `--no-fuss` as "not fuss".
    { name: 'no-fuss', flags: ['--noFuss'], type: 'boolean', description: '' },
    { name: 'loose', flags: ['--loose'], type: 'string', description: '', 'x-atip': { optionalValue: true } },
  ])
  expect(globalOptions).toMatchObject([{ flags: ['-h', '--help'], 'x-atip': { harmless: 'help' } }])
})

test('commands are loaded, hidden ones left out, other names known, and one that cannot be loaded is known by name', async () => {
  const add = defineCommand({ meta: { description: 'Add' }, run: () => {} })
  const program = defineCommand({
    args: { help: { type: 'string' } },
    subCommands: {
      add,
      a: add,
      late: () => Promise.resolve(defineCommand({ meta: { description: 'Late', alias: 'l' }, run: () => {} })),
      secret: defineCommand({ meta: { hidden: true }, run: () => {} }),
      broken: () => Promise.reject(new Error('not there')),
    },
  })
  const { commands, globalOptions } = await describe(program)
  expect(commands).toEqual({
    add: { description: 'Add', 'x-atip': { aliases: ['a'] } },
    late: { description: 'Late', 'x-atip': { aliases: ['l'] } },
    broken: { description: '' },
  })
  // Here the flag belongs to the program, and promises nothing.
  expect(globalOptions).toEqual([{ name: 'help', flags: ['--help'], type: 'string', description: '' }])
})

/** A program that records what ran, taken over by an answer that records when it is asked. */
function takenOver(isOurs: boolean) {
  const told: string[] = []
  const tell = (what: string) => () => void told.push(what)
  const program = defineCommand({
    setup: tell('setup'),
    cleanup: tell('cleanup'),
    subCommands: { build: defineCommand({ run: tell('build') }), prime: defineCommand({ run: tell('prime') }) },
    plugins: [{ name: 'plugin', setup: tell('plugin') }],
  })
  const answer = { isOurs: () => isOurs, soon: async () => tell('answer')() } as unknown as Answer
  return { told, program: takeOverCitty(program as CittyCommand, answer) as CommandDef }
}

test('a line for us is answered, and nothing of the program runs', async () => {
  const { told, program } = takenOver(true)
  await runCommand(program, { rawArgs: ['prime', '--agent-id', 'a'] })
  expect(told).toEqual(['answer'])
})

test('a line that turns out to be the program’s own runs it as it is', async () => {
  const { told, program } = takenOver(false)
  await runCommand(program, { rawArgs: ['prime'] })
  expect(told).toEqual(['plugin', 'setup', 'prime', 'cleanup'])
})

test('the words a program uses itself are asked of its arguments and commands', async () => {
  const own: unknown[] = []
  const answer = { isOurs: (words: unknown) => own.push(words) > 0, soon: async () => {} } as unknown as Answer
  const command = defineCommand({ meta: { alias: ['p'] }, run: () => {} })
  const many = defineCommand({ args: { agent: { type: 'boolean', alias: 'a' } }, subCommands: { prime: command } })
  const one = defineCommand({ args: { file: { type: 'positional' } }, run: () => {} })
  for (const program of [many, one]) {
    await runCommand(takeOverCitty(program as CittyCommand, answer) as CommandDef, { rawArgs: [] })
  }
  expect(own).toEqual([
    { commands: ['prime', 'p'], flags: ['-a', '--agent'], takesArguments: false },
    { commands: [], flags: [], takesArguments: true },
  ])
})

test('programs of citty are told from anything else', () => {
  expect(isCitty(defineCommand({ run: () => {} }))).toBe(true)
  expect(isCitty(defineCommand({ subCommands: {} }))).toBe(true)
  for (const other of [undefined, {}, { meta: {} }, { run: () => {}, parse: () => {} }, () => {}]) {
    expect(isCitty(other)).toBe(false)
  }
})
