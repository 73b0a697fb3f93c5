import type { Argument, JsonValue, Option, ValueType } from '@atip/protocol'
import { listOf, type CittyArg } from './shape.js'

export type Named = readonly [name: string, arg: CittyArg]

/** Positional arguments are required unless they are declared optional or have a default. */
export function describeArgument([name, arg]: Named): Argument {
  const preset = presetOf(arg, 'string')
  return {
    name,
    type: PLACES[arg.valueHint ?? ''] ?? 'string',
    description: arg.description ?? '',
    required: arg.required !== false && arg.default === undefined,
    ...(preset !== undefined && { default: preset }),
  }
}

export function describeOption([name, arg]: Named): Option {
  const type = typeOf(arg)
  const preset = presetOf(arg, type)
  return {
    name,
    flags: flagsOf([name, arg]),
    type,
    description: descriptionOf(arg),
    ...(arg.required === true && arg.default === undefined && { required: true }),
    ...(type === 'enum' && { enum: [...arg.options!] }),
    ...(preset !== undefined && { default: preset }),
    ...(isUntyped(arg) && { 'x-atip': { optionalValue: true } }),
  }
}

/**
 * `-v, --verbose`, and `--no-verbose` if usage lists it. The parser treats every word that starts with `--no-` as a
 * negation.
 */
export function flagsOf([name, arg]: Named): string[] {
  const aliases = listOf(arg.alias)
  const letters = [name, ...aliases].filter((alias) => alias.length === 1).map((letter) => `-${letter}`)
  const words = [name.startsWith('no-') ? camelCase(name) : name, ...aliases.filter((alias) => alias.length > 1)]
  const isTurnedOff = arg.type === 'boolean' && (arg.default === true || arg.negativeDescription !== undefined)
  return [
    ...new Set([
      ...letters,
      ...words.filter((word) => !word.startsWith('no-')).map((word) => `--${word}`),
      ...(isTurnedOff && !/^no[-A-Z]/.test(name) ? [`--no-${name}`] : []),
    ]),
  ]
}

function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** The parser knows nothing about an option without type, default and alias: it takes a value only after "=". */
function isUntyped({ type, alias, default: preset }: CittyArg): boolean {
  return type === undefined && alias === undefined && preset === undefined
}

function typeOf({ type, options = [], valueHint = '' }: CittyArg): ValueType {
  if (type === 'boolean' || type === 'number') return type
  if (type === 'enum' && options.length > 0) return 'enum'
  return PLACES[valueHint] ?? 'string'
}

const PLACES: Readonly<Record<string, ValueType>> = {
  file: 'file',
  dir: 'directory',
  directory: 'directory',
  url: 'url',
}

function descriptionOf({ description = '', negativeDescription }: CittyArg): string {
  return [description, negativeDescription && `(off: ${negativeDescription})`].filter(Boolean).join(' ')
}

/** The default, if the user could give it as a value. */
function presetOf({ default: preset, options = [] }: CittyArg, type: ValueType): JsonValue | undefined {
  if (type === 'enum') return options.includes(preset as string) ? (preset as string) : undefined
  if (type === 'boolean' || type === 'number') return typeof preset === type ? (preset as JsonValue) : undefined
  return typeof preset === 'string' ? preset : undefined
}
