import type { Argument, JsonValue, Option, Parameter, Scalar } from '@atip/protocol'
import type { OclifArg, OclifClass, OclifCommand, OclifConfig, OclifCore, OclifFlag } from './config.js'
import { describeFlag, render } from './text.js'

/** The owner of a parameter, with its class if the module was loaded. */
export interface FlagOwner {
  core: OclifCore
  config: OclifConfig
  command: OclifCommand
  loaded: OclifClass | undefined
}

type WordType = { type: Exclude<Parameter['type'], 'array'>; enum?: Scalar[] }

const KINDS = { integer: 'integer', boolean: 'boolean', file: 'file', directory: 'directory', url: 'url' } as const

export function toOption(name: string, cached: OclifFlag, owner: FlagOwner): Option {
  const loaded = owner.loaded?.flags?.[name] ?? owner.loaded?.baseFlags?.[name]
  const flag: OclifFlag = { ...cached, ...loaded }
  const description = describeFlag(owner.config, owner.command, flag)
  const harmless = harmlessness(name, flag)
  return {
    name,
    flags: flagsOf(name, flag),
    ...(flag.type === 'boolean' ? { type: 'boolean', ...booleanDefault(flag) } : toValue(flag, owner.core)),
    ...(description !== '' && { description }),
    ...(flag.required === true && presetOf(flag, { type: 'string' }, false) === undefined && { required: true }),
    ...(flag.env && { envVar: flag.env }),
    ...(harmless && { 'x-atip': { harmless } }),
  }
}

function flagsOf(name: string, { char, charAliases = [], aliases = [], allowNo, type }: OclifFlag): string[] {
  const letters = [...(char ? [char] : []), ...charAliases, ...aliases.filter((alias) => alias.length === 1)]
  const words = [name, ...aliases.filter((alias) => alias.length > 1)]
  const negation = type === 'boolean' && allowNo === true ? [`--no-${name}`] : []
  return [...new Set([...letters.map((letter) => `-${letter}`), ...words.map((word) => `--${word}`), ...negation])]
}

type OptionValue = Pick<Option, 'type' | 'enum' | 'items' | 'default' | 'x-atip'>

/** A list takes all words up to the next option, unless `multipleNonGreedy` is set. */
function toValue(flag: OclifFlag, core: OclifCore): OptionValue {
  const word = wordType(flag, core.Flags)
  const preset = presetOf(flag, word, flag.multiple === true)
  const value = preset === undefined ? {} : { default: preset }
  if (flag.multiple !== true) return { ...word, ...value }
  return {
    type: 'array',
    items: word,
    ...value,
    ...(flag.multipleNonGreedy !== true && { 'x-atip': { greedy: true } }),
  }
}

export function toArgument(name: string, cached: OclifArg, { core, config, command, loaded }: FlagOwner): Argument {
  const arg: OclifArg = { ...cached, ...loaded?.args?.[name] }
  const word = wordType(arg, core.Args)
  const preset = presetOf(arg, word, arg.multiple === true)
  const description = render(arg.description ?? '', config, command)
  return {
    name,
    ...word,
    ...(description !== '' && { description }),
    required: arg.required === true && preset === undefined,
    ...(arg.multiple === true && { variadic: true }),
    ...(preset !== undefined && { default: preset }),
  }
}

/** oclif has a parser for each kind, and all flags of a kind share it. */
function wordType({ options, parse }: OclifArg, kinds: OclifCore['Flags']): WordType {
  if (options !== undefined && options.length > 0) return { type: 'enum', enum: [...new Set(options)] }
  if (parse === undefined) return { type: 'string' }
  const kind = Object.keys(KINDS).find((name) => kinds?.[name]?.().parse === parse)
  return { type: kind === undefined ? 'string' : KINDS[kind as keyof typeof KINDS] }
}

function presetOf(
  parameter: OclifArg | OclifFlag,
  { type, enum: choices }: WordType,
  isList: boolean,
): JsonValue | undefined {
  const { default: preset } = parameter
  if ('hasDynamicHelp' in parameter && parameter.hasDynamicHelp === true) return undefined
  const fits = (value: unknown) => {
    if (choices !== undefined) return choices.includes(value as Scalar)
    if (type === 'integer') return Number.isInteger(value)
    return typeof value === (type === 'boolean' ? 'boolean' : 'string')
  }
  if (!isList) return fits(preset) ? (preset as Scalar) : undefined
  return Array.isArray(preset) && preset.length > 0 && preset.every(fits) ? (preset as Scalar[]) : undefined
}

function booleanDefault({ default: preset }: OclifFlag): { default?: boolean } {
  return typeof preset === 'boolean' ? { default: preset } : {}
}

/** oclif answers `--help` before a command sees it, but the version only for its own version flag. */
function harmlessness(name: string, { type, description }: OclifFlag): 'help' | 'version' | undefined {
  if (type !== 'boolean') return undefined
  if (name === 'help') return 'help'
  return name === 'version' && description === 'Show CLI version.' ? 'version' : undefined
}
