import type {
  Argument,
  Command as AtipCommand,
  CommandExtension,
  JsonValue,
  Option,
  Scalar,
  ValueType,
} from '@atip/protocol'
import type { Form } from '../schema/form.js'
import type { BuiltInFlag } from './built-in-flags.js'
import type { CommandModel, ParameterModel } from './model.js'
import { typesOf, withInner } from './parameters.js'

/** Whether an option takes a value, according to its description. */
export function takesValue(parameter: ParameterModel): boolean {
  return typeOf(parameter) !== 'boolean'
}

/** A command as ATIP: the content of `--agent`, and the description for parsing the command line. */
export function toAtipCommand(model: CommandModel): AtipCommand {
  const { definition } = model.command
  const shown = model.parameters
  const args = shown.filter(({ kind }) => kind === 'argument').map(toArgument)
  const options = withInner(shown.filter(({ kind }) => kind === 'option')).map(toOption)
  const extension = extensionOf(model)
  if (definition.dryRun === true) options.push(...dryRunOption(model.flags))
  return {
    description: definition.description,
    ...(args.length > 0 && { arguments: args }),
    ...(options.length > 0 && { options }),
    ...(definition.effects && { effects: definition.effects }),
    ...(definition.examples && { examples: definition.examples.map(({ run }) => run) }),
    ...(extension && { 'x-atip': extension }),
  }
}

/** Its aliases, and whether it passes words on to another program unchanged. */
function extensionOf({ command: { definition }, parameters }: CommandModel): CommandExtension | undefined {
  const { aliases = [] } = definition
  const isWrapper = parameters.some(({ hints }) => hints.passThrough === true)
  if (aliases.length === 0 && !isWrapper) return undefined
  return { ...(aliases.length > 0 && { aliases: [...aliases] }), ...(isWrapper && { syntax: { interspersed: false } }) }
}

/** The flags of every command, except those that this command replaces. */
export function toAtipGlobals(flags: readonly BuiltInFlag[], replaced: ReadonlySet<string> = new Set()): Option[] {
  return flags.filter(({ flags: own }) => !own.some((flag) => replaced.has(flag))).map(toGlobal)
}

function toGlobal({ key, flags, type, choices, description }: BuiltInFlag): Option {
  const harmless = key === 'help' || key === 'version' ? key : key === 'agent' ? 'help' : undefined
  return {
    name: key,
    flags,
    type,
    description,
    ...(choices && { enum: [...choices] }),
    ...(key === 'verbose' && { variadic: true }),
    ...(harmless && { 'x-atip': { harmless } }),
  }
}

/** For commands that declare it, a dry run is known to do nothing. */
function dryRunOption(builtIn: readonly BuiltInFlag[]): Option[] {
  const own = builtIn.filter(({ key }) => key === 'dryRun')
  return own.map(({ flags, description }) => ({
    name: 'dryRun',
    flags,
    type: 'boolean',
    description,
    'x-atip': { harmless: 'dry-run' },
  }))
}

function toArgument(parameter: ParameterModel): Argument {
  const { items, ...rest } = describe(parameter)
  const required = parameter.isRequired
  if (rest.type !== 'array') return { ...rest, required }
  const { type = 'string', enum: choices } = items ?? {}
  return { ...rest, type, ...(choices && { enum: choices }), variadic: true, required }
}

export function toOption(parameter: ParameterModel): Option {
  const { env } = parameter.hints
  // An object may also be given key by key.
  const required = parameter.isRequired && parameter.inner === undefined && { required: true }
  const repeated = parameter.hints.count === true && { variadic: true }
  return { ...describe(parameter), flags: parameter.flags, ...repeated, ...required, ...(env && { envVar: env }) }
}

/** The type on the command line: a counted flag takes no value, a map takes words. */
function typeOf({ form, hints, isMap }: ParameterModel): ValueType {
  if (hints.count === true) return 'boolean'
  return isMap === true ? 'array' : valueType(form)
}

function describe(parameter: ParameterModel): Omit<Argument, 'flags'> & { description: string } {
  const { key, form, hints, notes, isMap } = parameter
  const type = typeOf(parameter)
  const isSecret = hints.secret === true || holdsSecret(form)
  const preset = isSecret ? undefined : presetOf(form, type)
  return {
    name: key,
    type,
    description: [form.description ?? '', ...(notes ? [`(${notes.join('; ')})`] : [])].join(' ').trim(),
    ...(type === 'enum' && { enum: scalarChoices(form)! }),
    ...(type === 'array' && form.items && { items: itemType(form.items) }),
    ...(isMap && { items: { type: 'string' as const } }),
    ...(preset !== undefined && { default: preset }),
    ...((isSecret || hints.effects) && {
      'x-atip': {
        ...(hints.effects && { effects: hints.effects }),
        ...(isSecret && { value: { kind: 'secret' as const } }),
      },
    }),
  }
}

/** Whether a value of this form is a secret or contains one. */
export function holdsSecret(form: Form): boolean {
  if (form['x-cli']?.secret === true) return true
  const { items, properties = {}, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = form
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf]
  if (items !== undefined) inner.push(items)
  if (typeof additionalProperties === 'object') inner.push(additionalProperties)
  return inner.some(holdsSecret)
}

/** The default as the user would write it: JSON text stays text, and a default that does not fit is omitted. */
function presetOf(form: Form, type: ValueType): JsonValue | undefined {
  const preset = form.default as JsonValue | undefined
  if (preset === undefined || preset === null) return undefined
  if (type === 'array') {
    const choices = form.items && scalarChoices(form.items)
    const fits = Array.isArray(preset) && preset.every((entry) => choices?.includes(entry as Scalar) ?? true)
    return fits ? preset : undefined
  }
  if (type === 'enum') return scalarChoices(form)!.includes(preset as Scalar) ? preset : undefined
  if (type === 'integer') return Number.isInteger(preset) ? preset : undefined
  if (type === 'number' || type === 'boolean') return typeof preset === type ? preset : undefined
  return typeof preset === 'string' ? preset : JSON.stringify(preset)
}

function itemType(form: Form): NonNullable<Argument['items']> {
  const type = valueType(form)
  if (type === 'array') return { type: 'string' }
  return { type, ...(type === 'enum' && { enum: scalarChoices(form)! }) }
}

/** The distinct choices that can be written as a word; undefined if there are none, or others too. */
function scalarChoices(form: Form): Scalar[] | undefined {
  const choices = choicesOf(form)
  if (choices === undefined || choices.length === 0) return undefined
  const isScalar = (choice: unknown) => ['string', 'number', 'boolean'].includes(typeof choice)
  return choices.every(isScalar) ? [...new Set(choices as Scalar[])] : undefined
}

export function choicesOf(form: Form): readonly unknown[] | undefined {
  if (form.enum !== undefined) return form.enum.filter((choice) => choice !== null)
  if (form.const !== undefined) return [form.const]
  const alternatives = (form.anyOf ?? form.oneOf)?.filter(({ type }) => type !== 'null')
  if (alternatives === undefined || alternatives.length === 0) return undefined
  const lists = alternatives.map(choicesOf)
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}

function valueType(form: Form): ValueType {
  if (scalarChoices(form) !== undefined) return 'enum'
  const [type, ...others] = typesOf(form)
  if (others.length > 0 || type === undefined || type === 'object') return 'string'
  if (type !== 'string') return type as ValueType
  const { path, url } = form['x-cli'] ?? {}
  if (path !== undefined) return path.kind === 'directory' ? 'directory' : 'file'
  return url === true || form.format === 'uri' ? 'url' : 'string'
}
