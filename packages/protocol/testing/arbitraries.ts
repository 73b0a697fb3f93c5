/** Random ATIP for property tests: documents with odd names, tools with odd syntax, and inputs that fit them. */
import fc from 'fast-check'
import type { CallInput, InputValue } from '../src/argv/call.js'
import { isRequired } from '../src/argv/value.js'
import type { Argument, AtipDocument, AtipTool, Command, Effects, Option } from '../src/types/tool.js'
import type { Syntax } from '../src/types/x-atip.js'

const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'g++',
  'a.b',
  'ünï',
  '你好',
]

export const commandName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/) },
  fc.constantFrom(...HOSTILE_NAMES),
)

/** Values that users and models really send: leading dashes, spaces, quotes, newlines, equals signs, nothing. */
export const text = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '--',
    '-x',
    '--force',
    '-5',
    './-x',
    '+a',
    '/b',
    '/outc=d',
    '/etc',
    '+%s',
    '././-y',
    'a b',
    "it's",
    '"',
    'a=b',
    '=',
    '=x',
    'K=v',
    '\n',
    '$HOME',
    '*',
    ';',
    '{}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^-{0,2}[a-z=. ]{0,6}$/),
)

const tristate = fc.option(fc.boolean(), { nil: undefined })
const words = fc.option(fc.uniqueArray(fc.constantFrom('branch', 'tag', 'file', 'user'), { maxLength: 3 }), {
  nil: undefined,
})

function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
}

function group<T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.option(
    fc.record(model).map((value) => compact(value)),
    { nil: undefined },
  )
}

export const effects: fc.Arbitrary<Effects> = fc
  .record({
    destructive: tristate,
    reversible: tristate,
    idempotent: tristate,
    network: tristate,
    subprocess: tristate,
    filesystem: group({
      read: tristate,
      write: tristate,
      delete: tristate,
      paths: fc.option(fc.uniqueArray(fc.constantFrom('./', '/tmp', '~'), { maxLength: 2 }), { nil: undefined }),
    }),
    creates: words,
    modifies: words,
    deletes: words,
    interactive: group({
      stdin: fc.constantFrom('none' as const, 'optional' as const, 'required' as const, 'password' as const, undefined),
      prompts: tristate,
      tty: tristate,
    }),
    cost: group({ estimate: fc.constantFrom('free', 'low', 'high', undefined), billable: tristate }),
    duration: group({
      typical: fc.constantFrom('1s', '1-5s', '250ms', '2m', undefined),
      timeout: fc.constantFrom('60s', '1m', '1h', undefined),
    }),
    'x-note': fc.constantFrom('a', 'b', undefined),
  })
  .map(compact)

const valueShape = fc.oneof(
  fc.constantFrom(
    { type: 'string' as const },
    { type: 'integer' as const },
    { type: 'number' as const },
    { type: 'file' as const },
    { type: 'directory' as const },
    { type: 'url' as const },
    { type: 'array' as const },
    { type: 'array' as const, items: { type: 'integer' as const } },
    { type: 'enum' as const, enum: ['json', 'text', '-dash', 'a b'] },
    { type: 'enum' as const, enum: [1, 2, -3] },
    { type: 'string' as const, variadic: true },
    { type: 'file' as const, variadic: true },
  ),
)

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Options whose names and flags differ; the index keeps them apart. */
function option(index: number): fc.Arbitrary<Option> {
  const letter = LETTERS[index]!
  const flags = fc.constantFrom<string[]>(
    [`--opt${letter}`],
    [`-${letter}`],
    [`-${letter}`, `--opt${letter}`],
    [`-long${letter}`],
    [`--${letter}${letter}`, `-${letter.toUpperCase()}`],
    [`+${letter}`],
    [`/${letter}`],
    [`/out${letter}`],
  )
  const name = fc.constantFrom(`opt${letter}`, ...(index === 0 ? ['__proto__', 'constructor'] : []))
  const boolean = fc.boolean().map((negatable) => ({ type: 'boolean' as const, negatable }))
  return fc
    .tuple(name, flags, fc.oneof(boolean, valueShape), syntaxOfOption)
    .map(([optionName, given, shape, extension]) => {
      if (shape.type === 'boolean') {
        const { negatable } = shape as { negatable: boolean }
        const more = negatable ? [`--opt${letter}`, `--no-opt${letter}`] : []
        return {
          name: optionName,
          flags: [...new Set([...given, ...more])],
          type: 'boolean' as const,
          description: 'x',
        }
      }
      return { name: optionName, flags: given, description: 'x', ...shape, ...extension } as Option
    })
}

const syntaxOfOption = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom(
    { 'x-atip': { optionalValue: true } },
    { 'x-atip': { optionalValue: true, nextWord: true } },
    { 'x-atip': { arity: 2 } },
    { 'x-atip': { greedy: true }, variadic: true },
    { 'x-atip': { until: [';', '+'] } },
    { 'x-atip': { endsOptions: true } },
    { 'x-atip': { bareValue: 'integer' } },
  ),
)

/** Arguments in an unambiguous order: required, optional, then perhaps a variadic one; or `SOURCE… DEST`. */
const argumentList: fc.Arbitrary<Argument[]> = fc
  .record({
    required: fc.array(valueShape, { maxLength: 2 }),
    optional: fc.array(valueShape, { maxLength: 2 }),
    last: fc.option(valueShape),
    keyword: fc.option(fc.constantFrom('if', 'of')),
    sourcesFirst: fc.boolean(),
  })
  .map(({ required, optional, last, keyword, sourcesFirst }) => {
    const single = (shape: { type: string }) =>
      shape.type === 'array' ? { ...shape, type: 'string' } : { ...shape, variadic: false }
    const list: object[] = [
      ...required.map((shape) => ({ ...single(shape), required: true })),
      ...(sourcesFirst ? [] : optional.map((shape) => ({ ...single(shape), required: false }))),
    ]
    if (last !== null) list.push({ ...single(last), variadic: true, required: sourcesFirst })
    if (sourcesFirst && last !== null) list.push({ type: 'directory', required: true })
    if (keyword !== null) list.push({ type: 'file', required: false, 'x-atip': { keyword } })
    return list.map((argument, index) => ({ name: `arg${index}`, description: 'x', ...argument }) as Argument)
  })

const syntax: fc.Arbitrary<Syntax> = fc
  .record({
    abbreviatedOptions: tristate,
    abbreviatedCommands: tristate,
    interspersed: tristate,
    bundledFlags: tristate,
    bareFlags: tristate,
    eitherDash: tristate,
    shortEquals: tristate,
    booleanWords: tristate,
    implicitNegation: tristate,
  })
  .map(compact)

const optionList = (from: number, count: number) =>
  fc.nat(count).chain((length) => fc.tuple(...Array.from({ length }, (_, index) => option(from + index))))

const leaf: fc.Arbitrary<Command> = fc.record({
  description: fc.constant('x'),
  options: optionList(0, 4),
  arguments: argumentList,
  effects,
})

function dictionary<T>(value: fc.Arbitrary<T>, maxKeys: number): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(commandName, value), { maxLength: maxKeys, selector: ([name]) => name })
    .map((entries) => {
      const record: Record<string, T> = Object.create(null) as Record<string, T>
      for (const [name, entry] of entries) record[name] = entry
      return record
    })
}

/** A tool with two levels of commands, global options and any syntax. */
export const document: fc.Arbitrary<AtipDocument> = fc
  .record({
    atip: fc.oneof(
      fc.constantFrom('0.1', '0.3', '0.6'),
      fc.constant({ version: '0.6', features: ['partial-discovery'] }),
    ),
    name: fc.constant('tool'),
    version: fc.constant('1.0.0'),
    description: fc.constant('A tool'),
    root: fc.option(leaf),
    leaves: dictionary(leaf, 3),
    groups: dictionary(fc.record({ own: fc.option(leaf), children: dictionary(leaf, 3) }), 2),
    globalOptions: optionList(20, 3),
    effects: fc.option(effects, { nil: undefined }),
    syntax: fc.option(syntax, { nil: undefined }),
    extra: fc.constantFrom({}, { 'x-vendor': { deep: [1] }, _debug: 1, $comment: 'kept', future: true }),
  })
  .map(({ root, leaves, groups, syntax: stated, extra, ...rest }) => {
    const commands = Object.create(null) as Record<string, Command>
    if (root !== null) commands[''] = root
    for (const name of Object.keys(leaves)) commands[name] = leaves[name]!
    for (const name of Object.keys(groups)) {
      const { own, children } = groups[name]!
      commands[name] = { ...own, description: 'x', commands: children }
    }
    return compact({ ...rest, ...extra, commands, 'x-atip': stated && { syntax: stated } }) as unknown as AtipDocument
  })

const integer = fc.integer({ min: -1e6, max: 1e6 })
const number = fc.double({ noNaN: true, noDefaultInfinity: true })

function scalar(parameter: Argument | Option): fc.Arbitrary<InputValue> {
  const type = parameter.type === 'array' ? (parameter.items?.type ?? 'string') : parameter.type
  if (type === 'integer') return integer
  if (type === 'number') return number
  if (type === 'boolean') return fc.constant(true)
  return type === 'enum' ? fc.constantFrom(...parameter.enum!) : text
}

function occurrence(parameter: Argument | Option): fc.Arbitrary<InputValue> {
  const { arity, until, optionalValue } = parameter['x-atip'] ?? {}
  const one = scalar(parameter)
  if (arity !== undefined) return fc.array(one, { minLength: arity, maxLength: arity })
  if (until !== undefined) return fc.array(one, { minLength: 1, maxLength: 3 })
  return optionalValue === true ? fc.oneof(one, fc.constant(true)) : one
}

function valueFor(parameter: Argument | Option): fc.Arbitrary<InputValue> {
  if (parameter.type === 'boolean') {
    const isNegatable = parameter.flags?.some((flag) => flag.startsWith('--no-')) === true
    return isNegatable ? fc.boolean() : fc.constant(true)
  }
  const isMultiple = parameter.variadic === true || parameter.type === 'array'
  return isMultiple ? fc.array(occurrence(parameter), { minLength: 1, maxLength: 3 }) : occurrence(parameter)
}

function valuesFor(
  parameters: readonly (Argument | Option)[],
  fillUpTo: number,
): fc.Arbitrary<Record<string, InputValue>> {
  const chosen = parameters.map((parameter, index) => {
    const isNeeded = isRequired(parameter) || index < fillUpTo
    return isNeeded ? valueFor(parameter) : fc.option(valueFor(parameter), { nil: undefined })
  })
  return fc.tuple(...chosen).map((values) => {
    const record = Object.create(null) as Record<string, InputValue>
    for (const [index, parameter] of parameters.entries()) {
      const value = values[index]
      if (value !== undefined) record[parameter.name] = value
    }
    return record
  })
}

/** An input for a command: every required parameter, and optional arguments without gaps. */
export function inputFor(tool: AtipTool, command: Command): fc.Arbitrary<CallInput & Required<CallInput>> {
  const declared = command.arguments ?? []
  const own = command.options ?? []
  const taken = new Set(own.map(({ name }) => name))
  const options = [...own, ...(tool.globalOptions ?? []).filter(({ name }) => !taken.has(name))]
  return fc.nat(declared.length).chain((count) => {
    const positional = declared.filter((argument, index) => {
      return isRequired(argument) || argument['x-atip']?.keyword !== undefined || index < count
    })
    return fc.record({ arguments: valuesFor(positional, positional.length), options: valuesFor(options, 0) })
  })
}
