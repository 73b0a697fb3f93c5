import { Argument, Command, Option } from 'commander'
import fc from 'fast-check'

/** A program of commander as data, so that it can be built anew for every line. */
export interface ProgramSpec {
  name: string
  options: OptionSpec[]
  args: ArgumentSpec[]
  children: ProgramSpec[]
  /** Its own options are read only before a subcommand. */
  isPositional: boolean
  passesThrough: boolean
  /** Whether a group can be called itself. */
  acts: boolean
  alias: boolean
}

interface OptionSpec {
  letter: string | undefined
  word: string
  kind:
    | 'switch'
    | 'pair'
    | 'negative'
    | 'value'
    | 'choices'
    | 'number'
    | 'optional'
    | 'list'
    | 'optional-list'
    | 'collect'
  isMandatory: boolean
}

interface ArgumentSpec {
  kind: 'text' | 'choices' | 'number'
  isRequired: boolean
}

const LETTERS = ['a', 'b', 'c', 'd']
/** All levels share the letters; each has its own words, which tell the level of an option. */
const WORDS = [
  ['red', 'green-tea', 'blue'],
  ['deep-sea', 'sand', 'shore'],
  ['oak', 'ash-tree', 'elm'],
]
const KINDS = [
  'switch',
  'pair',
  'negative',
  'value',
  'choices',
  'number',
  'optional',
  'list',
  'optional-list',
  'collect',
] as const

const optionsAt = (depth: number) =>
  fc
    .uniqueArray(fc.constantFrom(...WORDS[depth]!), { maxLength: 3 })
    .chain((words) =>
      fc.record({
        words: fc.constant(words),
        letters: fc.shuffledSubarray(LETTERS, { minLength: words.length, maxLength: words.length }),
        kinds: fc.array(fc.constantFrom(...KINDS), { minLength: words.length, maxLength: words.length }),
        flags: fc.array(fc.boolean(), { minLength: 2 * words.length, maxLength: 2 * words.length }),
      }),
    )
    .map(({ words, letters, kinds, flags }) =>
      words.map((word, index): OptionSpec => {
        const letter = flags[2 * index] ? letters[index] : undefined
        const kind = kinds[index]!
        // A required list before a subcommand's name would take the name as a value.
        return { word, letter, kind, isMandatory: flags[2 * index + 1]! && !/list|optional/.test(kind) }
      }),
    )

/** Required arguments first: commander does not demand it, but authors write them so. */
const args = fc
  .array(
    fc.record({
      kind: fc.constantFrom('text' as const, 'choices' as const, 'number' as const),
      isRequired: fc.boolean(),
    }),
    {
      maxLength: 3,
    },
  )
  .map((list) => list.sort((a, b) => Number(b.isRequired) - Number(a.isRequired)))

function command(depth: number): fc.Arbitrary<Omit<ProgramSpec, 'name'>> {
  const names = fc.uniqueArray(fc.constantFrom('x', 'list', 'add-one'), { maxLength: depth === 0 ? 0 : 2 })
  return fc.record({
    options: optionsAt(depth),
    args,
    children: names.chain((chosen) =>
      fc.tuple(...chosen.map((name) => command(depth - 1).map((spec) => ({ ...spec, name })))),
    ),
    isPositional: fc.boolean(),
    passesThrough: fc.boolean(),
    acts: fc.boolean(),
    alias: fc.boolean(),
  })
}

export const programSpec: fc.Arbitrary<ProgramSpec> = command(2).map((spec) => ({ ...spec, name: 'prog' }))

/** What an action received: the command, its operands, and every option on the line, at any level. */
export interface Received {
  path: string[]
  operands: unknown[]
  options: Record<string, unknown>
}

export function buildProgram(spec: ProgramSpec, receive: (received: Received) => void = () => {}): Command {
  return build(spec, undefined, [], receive)
}

function build(
  spec: ProgramSpec,
  parent: Command | undefined,
  path: string[],
  receive: (received: Received) => void,
): Command {
  const isLeaf = spec.children.length === 0
  const program = new Command(spec.name)
  program.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} })
  if (spec.isPositional || spec.children.some((child) => child.passesThrough)) program.enablePositionalOptions()
  const isInside = parent === undefined || isPositional(parent)
  if (parent !== undefined) parent.addCommand(program)
  if (spec.passesThrough && isLeaf && isInside) program.passThroughOptions()
  if (spec.alias && parent !== undefined) program.alias(`${spec.name}-too`)
  // An option required by a group with positional options comes between two names, where no call can put it.
  const isDemanding = parent === undefined || !isPositional(program)
  for (const option of spec.options) {
    const stated = { ...option, isMandatory: option.isMandatory && isDemanding }
    for (const made of makeOptions(stated)) program.addOption(made)
  }
  if (isLeaf || spec.acts) {
    for (const [index, argument] of spec.args.entries()) {
      program.addArgument(makeArgument(argument, index, index === spec.args.length - 1))
    }
    program.action(() => {
      const given: Record<string, unknown> = {}
      for (let at: Command | null = program; at !== null; at = at.parent) {
        for (const [key, value] of Object.entries(at.opts()))
          if (at.getOptionValueSource(key) === 'cli') given[key] = value
      }
      receive({ path, operands: program.processedArgs, options: given })
    })
  }
  for (const child of spec.children) build(child, program, [...path, child.name], receive)
  return program
}

function makeOptions({ letter, word, kind, isMandatory }: OptionSpec): Option[] {
  const flags = letter === undefined ? `--${word}` : `-${letter}, --${word}`
  const one = (text: string) => new Option(text, 'An option').makeOptionMandatory(isMandatory)
  switch (kind) {
    case 'switch':
      return [one(flags)]
    case 'pair':
      return [one(flags), new Option(`--no-${word}`, 'Off')]
    case 'negative':
      return [new Option(letter === undefined ? `--no-${word}` : `-${letter}, --no-${word}`, 'Off')]
    case 'value':
      return [one(`${flags} <value>`)]
    case 'choices':
      return [one(`${flags} <value>`).choices(['one', 'two', '-three'])]
    case 'number':
      return [one(`${flags} <value>`).argParser(Number.parseFloat)]
    case 'optional':
      return [one(`${flags} [value]`)]
    case 'list':
      return [one(`${flags} <values...>`)]
    case 'optional-list':
      return [one(`${flags} [values...]`)]
    case 'collect':
      return [
        one(`${flags} <value>`)
          .argParser((value: string, list: string[]) => [...list, value])
          .default([]),
      ]
  }
}

function makeArgument({ kind, isRequired }: ArgumentSpec, index: number, isLast: boolean): Argument {
  const name = `arg${index}`
  const isList = isLast && index === 2
  const argument = new Argument(
    isRequired ? `<${name}${isList ? '...' : ''}>` : `[${name}${isList ? '...' : ''}]`,
    'An argument',
  )
  if (kind === 'choices') return argument.choices(['one', 'two', '-three'])
  return kind === 'number' && !isList ? argument.argParser(Number.parseFloat) : argument
}

function isPositional(command: Command): boolean {
  return (command as unknown as { _enablePositionalOptions: boolean })._enablePositionalOptions
}
