import type { Argument, JsonValue, Option, ParameterExtension, ValueType } from '@atip/protocol'
import type { CommanderArgument, CommanderCommand, CommanderOption } from './shape.js'

/** The declared arguments; without any, those that only the usage line mentions and the action reads itself. */
export function argumentsOf(command: CommanderCommand): Argument[] {
  const declared = command.registeredArguments ?? command._args ?? []
  if (declared.length > 0) return declared.map(describeArgument)
  const usage = (command._usage ?? '').replaceAll(/\[(?:options|command)\]/g, '').trim()
  if (usage === '' || command._allowExcessArguments !== true) return []
  return [{ name: 'arguments', type: 'string', description: usage, required: false, variadic: true }]
}

function describeArgument(argument: CommanderArgument): Argument {
  const type = valueType(argument, argument.name())
  const preset = argument.variadic ? undefined : presetOf(argument, type)
  return {
    name: argument.name(),
    type,
    description: withRemarks(argument, preset, []),
    required: argument.required,
    ...(argument.variadic && { variadic: true }),
    ...(type === 'enum' && { enum: [...argument.argChoices!] }),
    ...(preset !== undefined && { default: preset }),
  }
}

/** The options that `--help` lists; a switch and its `--no-` form are one. */
export function describeOptions(options: readonly CommanderOption[], command: CommanderCommand): Option[] {
  const negations = new Map<CommanderOption, CommanderOption>()
  for (const negation of options) {
    const positive = negation.short === undefined && options.find((option) => isNegatedBy(option, negation))
    if (positive) negations.set(positive, negation)
  }
  const merged = new Set(negations.values())
  const shown = options.filter((option) => !merged.has(option))
  return shown.map((option) => describeOption(option, negations.get(option), command))
}

function isNegatedBy(option: CommanderOption, negation: CommanderOption): boolean {
  return negation.negate && isSwitch(option) && !option.negate && `--no-${option.name()}` === negation.long
}

function describeOption(
  option: CommanderOption,
  negation: CommanderOption | undefined,
  command: CommanderCommand,
): Option {
  const type = isSwitch(option) ? 'boolean' : valueType(option, placeholderOf(option))
  const isList = option.variadic || isCollected(option)
  const preset = option.negate ? undefined : presetOf(option, type, isList)
  const extension = extensionOf(option, command)
  return {
    name: option.name(),
    flags: [...flagsOf(option), ...(negation === undefined ? [] : [negation.long!])],
    type,
    description: withRemarks(option, preset, command.options),
    ...(option.mandatory && option.defaultValue === undefined && { required: true }),
    ...(isList && { variadic: true }),
    ...(type === 'enum' && { enum: [...option.argChoices!] }),
    ...(preset !== undefined && { default: preset }),
    ...(option.envVar !== undefined && { envVar: option.envVar }),
    ...(Object.keys(extension).length > 0 && { 'x-atip': extension }),
  }
}

export function flagsOf({ short, long }: CommanderOption): string[] {
  return [short, long].filter((flag) => flag !== undefined)
}

function isSwitch({ required, optional }: CommanderOption): boolean {
  return !required && !optional
}

/** A parser that takes its previous result and starts with a list or a count collects repeated values. */
function isCollected({ parseArg, defaultValue, argChoices, required, optional }: CommanderOption): boolean {
  if (parseArg === undefined || argChoices !== undefined || parseArg.length < 2) return false
  return required || optional ? Array.isArray(defaultValue) : typeof defaultValue === 'number'
}

function extensionOf(option: CommanderOption, command: CommanderCommand): ParameterExtension {
  // commander creates the help option on demand, so it is not in the list.
  const isHelp = !command.options.includes(option)
  const isVersion = option.attributeName() === command._versionOptionName
  // If a value must not be attached to a letter, `-x` with a value looks like `-x` without one.
  const isAttachable = option.long !== undefined || command._combineFlagAndOptionalValue !== false
  return {
    ...(isHelp && { harmless: 'help' }),
    ...(isVersion && { harmless: 'version' }),
    ...(option.variadic && { greedy: true }),
    ...(option.optional && !option.variadic && isAttachable && { optionalValue: true, nextWord: true }),
  }
}

function placeholderOf({ flags }: CommanderOption): string {
  return /[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? ''
}

/** What a custom parser returns is unknown; its input is text. */
function valueType({ argChoices, parseArg }: CommanderArgument, placeholder: string): ValueType {
  if (argChoices !== undefined && argChoices.length > 0) return 'enum'
  const parser: unknown = parseArg
  if (parser === Number || parser === Number.parseFloat) return 'number'
  if (parser === Number.parseInt) return 'integer'
  if (parseArg !== undefined) return 'string'
  return PLACEHOLDERS[placeholder.replace(/\.\.\.$/, '').toLowerCase()] ?? 'string'
}

/** Placeholder names that leave no doubt about the type. */
const PLACEHOLDERS: Readonly<Record<string, ValueType>> = {
  file: 'file',
  files: 'file',
  filename: 'file',
  filepath: 'file',
  dir: 'directory',
  directory: 'directory',
  folder: 'directory',
  url: 'url',
}

/** The default, if the user could give it as a value; any other is put into the description. */
function presetOf(value: CommanderArgument, type: ValueType, isList = false): JsonValue | undefined {
  const preset = value.defaultValue
  if (preset === undefined || preset === null) return undefined
  if (isList) return Array.isArray(preset) && preset.every((entry) => fits(entry, type, value)) ? preset : undefined
  return fits(preset, type, value) ? (preset as JsonValue) : undefined
}

function fits(preset: unknown, type: ValueType, { argChoices }: CommanderArgument): boolean {
  if (type === 'enum') return argChoices!.includes(preset as string)
  if (type === 'integer') return Number.isSafeInteger(preset)
  if (type === 'number') return Number.isFinite(preset)
  return typeof preset === (type === 'boolean' ? 'boolean' : 'string')
}

/** The description, plus the remarks of commander's own help that no other field holds. */
function withRemarks(
  value: CommanderArgument & Partial<CommanderOption>,
  preset: JsonValue | undefined,
  siblings: readonly CommanderOption[],
): string {
  const { defaultValue, defaultValueDescription, conflictsWith = [], implied = {} } = value
  const flagOf = (key: string) => {
    const option = siblings.find((sibling) => sibling.attributeName() === key)
    return option?.long ?? option?.short ?? key
  }
  const isTold =
    defaultValue === undefined || preset !== undefined || isEmptyList(defaultValue) || value.negate === true
  const text = defaultValueDescription ?? (isTold ? undefined : shortJson(defaultValue))
  const remarks = [
    ...(text === undefined ? [] : [`default: ${text}`]),
    ...(conflictsWith.length === 0 ? [] : [`not with ${conflictsWith.map(flagOf).join(', ')}`]),
    ...Object.entries(implied ?? {}).map(([key, implication]) => `implies ${flagOf(key)}: ${shortJson(implication)}`),
  ]
  return [value.description, remarks.length === 0 ? '' : `(${remarks.join('; ')})`]
    .filter((part) => part !== '')
    .join(' ')
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function shortJson(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 80) ?? String(value)
  } catch {
    return String(value)
  }
}
