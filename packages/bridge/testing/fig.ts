/**
 * Completion specs of @withfig/autocomplete as ATIP documents: real commands, written independently of this project.
 * The specs are read as data; the functions in them (generators) are never called.
 */
import type { Argument, AtipDocument, Command, Option, Parameter, Scalar } from '@atip/protocol'

type OneOrMore<T> = T | readonly T[]

export interface FigSpec {
  name?: OneOrMore<string>
  description?: string
  subcommands?: readonly FigSpec[]
  options?: readonly FigOption[]
  args?: OneOrMore<FigArgument>
  isDangerous?: boolean
}

export interface FigOption {
  name: OneOrMore<string>
  description?: string
  args?: OneOrMore<FigArgument>
  isPersistent?: boolean
  isRequired?: boolean
  isRepeatable?: boolean | number
  isDangerous?: boolean
}

export interface FigArgument {
  name?: string
  description?: string
  suggestions?: readonly (string | { name?: OneOrMore<string> })[]
  template?: OneOrMore<string>
  generators?: unknown
  isVariadic?: boolean
  isOptional?: boolean
  default?: string
}

export function toDocument(spec: FigSpec, name: string): AtipDocument {
  const description = spec.description || name
  const options = toOptions(spec.options)
  const isGlobal = new Set((spec.options ?? []).filter((option) => option.isPersistent === true).flatMap(flagsOf))
  const [globals, own] = partition(options, ({ flags }) => flags.some((flag) => isGlobal.has(flag)))
  const commands = toCommands(spec.subcommands)
  const itself = compact({ description, arguments: toArguments(spec.args), options: own })
  const isCommand = commands === undefined || itself.arguments !== undefined || itself.options !== undefined
  return {
    atip: { version: '0.6' },
    name,
    version: '1.0.0',
    description,
    commands: { ...(isCommand ? { '': itself } : {}), ...commands },
    ...(globals.length > 0 ? { globalOptions: globals } : {}),
  }
}

function toCommands(specs: readonly FigSpec[] = []): Record<string, Command> | undefined {
  const commands = new Map<string, Command>()
  for (const spec of specs) {
    const [name, ...aliases] = listOf(spec.name).filter((word) => /^[^-\s/,][^\s/,]*$/.test(word))
    if (name !== undefined && !commands.has(name)) commands.set(name, toCommand(spec, name, aliases))
  }
  return commands.size > 0 ? Object.fromEntries(commands) : undefined
}

function toCommand(spec: FigSpec, name: string, aliases: string[]): Command {
  return compact({
    description: spec.description || name,
    arguments: toArguments(spec.args),
    options: toOptions(spec.options),
    commands: toCommands(spec.subcommands),
    ...(spec.isDangerous === true ? { effects: { destructive: true } } : {}),
    ...(aliases.length > 0 ? { 'x-atip': { aliases } } : {}),
  })
}

function toOptions(specs: readonly FigOption[] = []): Option[] {
  const options: Option[] = []
  const taken = new Set<string>()
  for (const spec of specs) {
    const flags = flagsOf(spec).filter((flag) => !taken.has(flag))
    if (flags.length === 0) continue
    for (const flag of flags) taken.add(flag)
    const longest = flags.reduce((best, flag) => (flag.length > best.length ? flag : best))
    const name = unused(longest.replace(/^-+/, '') || longest, options)
    const isRequired = spec.isRequired === true ? { required: true } : {}
    options.push({ name, flags, ...describe(spec), ...isRequired, ...valueOfOption(spec) })
  }
  return options
}

function flagsOf({ name }: FigOption): string[] {
  return [...new Set(listOf(name).filter((flag) => /^-[^\s=]+$/.test(flag) && flag !== '--'))]
}

function valueOfOption({ args, isRepeatable, isDangerous }: FigOption): Pick<Option, 'type'> & Partial<Option> {
  const [first, ...others] = listOf(args)
  const effects = isDangerous === true ? { effects: { destructive: true } } : {}
  const extension = (syntax: object) =>
    Object.keys({ ...syntax, ...effects }).length > 0 ? { 'x-atip': { ...syntax, ...effects } } : {}
  if (first === undefined) return { type: 'boolean', ...extension({}) }
  const value = valueOf(first)
  if (others.length > 0) return { ...value, ...extension({ arity: others.length + 1 }) }
  if (first.isVariadic === true || first.name === 'list') {
    return { ...value, variadic: true, ...extension({ greedy: true }) }
  }
  const variadic = isRepeatable === undefined || isRepeatable === false ? {} : { variadic: true }
  return { ...value, ...variadic, ...extension(first.isOptional === true ? { optionalValue: true } : {}) }
}

/** Only unambiguous ones: nothing optional and nothing variadic after a variadic one. */
function toArguments(specs: OneOrMore<FigArgument> | undefined): Argument[] {
  const list: Argument[] = []
  let hasVariadic = false
  for (const spec of listOf(specs)) {
    if (hasVariadic && (spec.isVariadic === true || spec.isOptional === true)) continue
    const name = unused(spec.name || 'argument', list)
    const required = spec.isOptional === true ? { required: false } : {}
    const variadic = spec.isVariadic === true ? { variadic: true } : {}
    hasVariadic ||= spec.isVariadic === true
    list.push({ name, ...describe(spec), ...required, ...variadic, ...valueOf(spec) })
  }
  return list
}

/** Argument names that usually imply a type. */
const TYPES: readonly [RegExp, Parameter['type']][] = [
  [/^(integer|long|int|number|count|port|seconds)$/i, 'integer'],
  [/^(double|float)$/i, 'number'],
  [/^ur[il]$/i, 'url'],
]

function valueOf(argument: FigArgument): Pick<Parameter, 'type'> & Partial<Parameter> {
  const { name = '', template, generators, suggestions, default: preset } = argument
  if (template === undefined && generators === undefined) {
    const choices = toChoices(suggestions)
    const fallback = choices.find((choice) => String(choice) === preset)
    if (choices.length > 0) {
      return { type: 'enum', enum: choices, ...(fallback === undefined ? {} : { default: fallback }) }
    }
  }
  if (listOf(template).includes('filepaths')) return { type: 'file' }
  if (listOf(template).includes('folders')) return { type: 'directory' }
  const type = TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? 'string'
  return { type, ...(preset !== undefined && type === 'string' ? { default: preset } : {}) }
}

function toChoices(suggestions: FigArgument['suggestions'] = []): Scalar[] {
  const words = suggestions.map((suggestion) =>
    typeof suggestion === 'string' ? suggestion : listOf(suggestion.name)[0],
  )
  const choices = [...new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''))]
  return choices.every((word) => String(Number.parseInt(word, 10)) === word) ? choices.map(Number) : choices
}

function describe({ description }: { description?: string }): { description?: string } {
  return description === undefined || description === '' ? {} : { description }
}

function unused(name: string, others: readonly { name: string }[]): string {
  const isTaken = (candidate: string) => others.some((other) => other.name === candidate)
  let candidate = name
  for (let count = 2; isTaken(candidate); count++) candidate = `${name} ${count}`
  return candidate
}

function listOf<T>(value: OneOrMore<T> | undefined): readonly T[] {
  return value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))]
}

/** Removes empty lists and absent fields: a group with an empty list of options would count as a command. */
function compact<T extends object>(value: T): T {
  const isSaid = (field: unknown) => field !== undefined && !(Array.isArray(field) && field.length === 0)
  return Object.fromEntries(Object.entries(value).filter(([, field]) => isSaid(field))) as T
}
