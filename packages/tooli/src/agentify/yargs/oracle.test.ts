import {
  toArgv,
  validate,
  walkCommands,
  isInvocable,
  type Argument,
  type AtipTool,
  type CallInput,
  type InputValue,
  type Option,
} from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import makeYargs, { type Argv } from 'yargs'
import { wordsFor } from '../../../testing/words-for.js'
import { describeYargs } from './describe.js'
import { anyText, inputsFor } from './inputs.fixture.js'
import type { YargsProgram } from './program.js'

type Received = { path: string; argv: Record<string, unknown> }

/** A program with an option of every kind, which reports what its handlers receive. */
function everything(receive: (received: Received) => void, configuration: object): Argv {
  const handler = (path: string) => (argv: Record<string, unknown>) => receive({ path, argv })
  return makeYargs([])
    .scriptName('all')
    .version('1.0.0')
    .exitProcess(false)
    .fail(false)
    .parserConfiguration(configuration)
    .option('verbose', { alias: 'v', type: 'count', describe: 'Say more' })
    .option('config-path', { alias: ['c', 'settings'], type: 'string', describe: 'Settings' })
    .option('level', { type: 'number', describe: 'A number' })
    .command(
      ['add <file> [more..]', 'a'],
      'Adds',
      (program) =>
        program
          .positional('file', { type: 'string', describe: 'What' })
          .positional('more', { type: 'string', describe: 'More' })
          .option('force', { alias: 'f', type: 'boolean', describe: 'Do it' })
          .option('cache', { type: 'boolean', default: true, describe: 'Keep it' })
          .option('mode', { choices: ['fast', 'safe'], default: 'safe', describe: 'How' })
          .option('size', { choices: [1, 2.5], describe: 'How large' })
          .option('tags', { alias: 't', type: 'array', string: true, describe: 'Words' })
          .option('numbers', { type: 'array', number: true, describe: 'Numbers' })
          .option('pair', { nargs: 2, type: 'string', describe: 'Two words' })
          .option('needy', { requiresArg: true, type: 'string', describe: 'Needs a word' })
          .option('loose', { describe: 'Anything' })
          .option('n', { type: 'number', describe: 'A letter' })
          .option('s', { type: 'string', describe: 'A letter' })
          .option('dry-run', { type: 'boolean', describe: 'Only tell' }),
      handler('add'),
    )
    .command('group', 'Has commands', (program) =>
      program
        .option('shared', { type: 'string', describe: 'For all below' })
        .command(
          'one [count] [flag]',
          'First',
          (below) =>
            below
              .positional('count', { type: 'number', describe: 'How many' })
              .positional('flag', { type: 'boolean', describe: 'Whether' }),
          handler('group one'),
        )
        .command(
          'two',
          'Second',
          { must: { type: 'string', demandOption: true, describe: 'Needed' } },
          handler('group two'),
        )
        .demandCommand(),
    )
    .command(
      '$0 [words..]',
      'Runs',
      (program) => program.positional('words', { type: 'string', describe: 'Words' }),
      handler(''),
    )
    .strict() as unknown as Argv
}

const CONFIGURATIONS = [
  {},
  { 'short-option-groups': false },
  { 'greedy-arrays': false },
  { 'nargs-eats-options': true },
  { 'camel-case-expansion': false },
  { 'strip-aliased': true, 'strip-dashed': true },
  { 'boolean-negation': false },
  { 'populate--': true },
  { 'unknown-options-as-args': true },
]

test.each(
  CONFIGURATIONS.map((configuration) => [Object.keys(configuration).join(', ') || 'nothing', configuration] as const),
)('what is called by the description is received as it was given (%s configured)', async (_, configuration) => {
  const tool = describeYargs(everything(() => {}, configuration) as unknown as YargsProgram) as AtipTool
  expect(validate(tool).problems).toEqual([])
  const nodes = [...walkCommands(tool)].filter(({ command }) => isInvocable(command))
  expect(nodes.map(({ path }) => path.join(' ')).sort()).toEqual(['', 'add', 'group one', 'group two'])
  const counts = { received: 0, refused: 0 }
  let received: Received[] = []
  const program = everything((call) => received.push(call), configuration)
  const text = (parameter: Argument | Option) => anyText.filter((word) => canReceive(parameter, word))
  const calls = fc
    .constantFrom(...nodes)
    .chain(({ path, command }) => inputsFor(tool, command, text).map((input) => ({ path, command, input })))
  fc.assert(
    fc.property(calls, ({ path, command, input }) => {
      const words = wordsFor(tool, path, input)
      if (words === undefined) {
        counts.refused++
        return
      }
      received = []
      try {
        program.parse(words)
      } catch (error) {
        throw new Error(JSON.stringify(words), { cause: error })
      }
      expect({ words, paths: received.map((call) => call.path) }).toEqual({ words, paths: [path.join(' ')] })
      const parameters = [...(command.arguments ?? []), ...(command.options ?? []), ...(tool.globalOptions ?? [])]
      const given = { ...input.options, ...input.arguments }
      const expected = Object.fromEntries(
        Object.entries(given).map(([name, value]) => {
          return [name, arrival(parameters.find((parameter) => parameter.name === name) as Option, value!)]
        }),
      )
      const got = Object.fromEntries(Object.keys(given).map((name) => [name, valueIn(received[0]!.argv, name)]))
      expect({ words, got }).toEqual({ words, got: expected })
      counts.received++
    }),
    { numRuns: Object.keys(configuration).length === 0 ? 200 : 40 },
  )
  expect(counts.received).toBeGreaterThan(counts.refused)
})

/** The value that a handler receives; for a counted switch, the count. */
function arrival({ type, variadic, flags }: Option, value: InputValue): unknown {
  if (type === 'boolean' && variadic === true && flags !== undefined) return (value as unknown[]).length
  return value
}

function valueIn(argv: Record<string, unknown>, name: string): unknown {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return argv[name] ?? argv[camel]
}

/** Whether yargs can receive the word at all, in any spelling. */
function canReceive({ name, type, flags, 'x-atip': extension }: Argument | Option, word: string): boolean {
  // Without a type, yargs turns number-like words into numbers and strips quotes.
  if (name === 'loose') return !looksLikeNumber(word) && !/^(["']).*\1$/s.test(word)
  // An option with a fixed number of words rejects words that start with a dash.
  if (extension?.arity !== undefined && word.startsWith('-')) return false
  // In operands and lists, yargs reads `-` as an option without a name.
  return word !== '-' || (flags !== undefined && type !== 'array')
}

function looksLikeNumber(word: string): boolean {
  return word.trim() !== '' && !Number.isNaN(Number(word))
}

test.each<[string, CallInput]>([
  ['a word behind a switch that looks like its value', { arguments: { file: 'true' }, options: { 'dry-run': true } }],
  ['the same behind a switch that every command has', { arguments: { file: 'false' }, options: { verbose: [true] } }],
  ['a word behind an option that may be bare', { arguments: { file: 'x' }, options: { loose: true } }],
  ['words behind a list', { arguments: { file: 'x', more: ['y', 'z'] }, options: { tags: ['a', 'b'] } }],
  ['a value with a dash behind a letter', { arguments: { file: 'x' }, options: { s: '-f', n: -5 } }],
  ['a value with a dash behind a word', { arguments: { file: 'x' }, options: { needy: '--force' } }],
])('what could be mistaken arrives: %s', (_, input) => {
  const tool = describeYargs(everything(() => {}, {}) as unknown as YargsProgram) as AtipTool
  const received: Received[] = []
  everything((call) => received.push(call), {}).parse(toArgv(tool, ['add'], input).slice(1))
  const expected = { ...input.options, ...input.arguments, ...(input.options?.verbose && { verbose: 1 }) }
  expect(received).toMatchObject([{ path: 'add', argv: expected }])
})
