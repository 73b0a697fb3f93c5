import type { Argument, Option, Parameter, Scalar } from '../types/tool.js'

/** Arguments must be given unless they say otherwise, options need not (decision 25). */
export function isRequired(parameter: Argument | Option): boolean {
  return parameter.required ?? parameter.flags === undefined
}

/** Whether one call may give it several values. */
export function isMultiple(parameter: Parameter): boolean {
  return parameter.variadic === true || parameter.type === 'array'
}

export function isPath({ type }: Parameter): boolean {
  return type === 'file' || type === 'directory'
}

export function takesValue(option: Option): boolean {
  return option.type !== 'boolean'
}

/** Whether one occurrence may take several words. */
export function takesList(parameter: Argument | Option): boolean {
  const { arity = 1, greedy = false, until } = parameter['x-atip'] ?? {}
  return arity > 1 || greedy || until !== undefined
}

const INTEGER = /^[+-]?\d+$/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** Turns a word into a value of the parameter's type; undefined if it does not fit. */
export function readValue(parameter: Parameter, word: string): Scalar | undefined {
  const { type, choices } = elementOf(parameter)
  if (choices !== undefined) return choices.find((choice) => String(choice) === word)
  if (type === 'integer') return INTEGER.test(word) && Number.isSafeInteger(Number(word)) ? Number(word) : undefined
  if (type === 'number') return NUMBER.test(word) ? Number(word) : undefined
  if (type === 'boolean') return readBoolean(word)
  return word
}

export function readBoolean(word: string): boolean | undefined {
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/** A message lists at most this many choices. */
const SHOWN_CHOICES = 20

/** Why a value does not fit the parameter, or undefined if it does. */
export function misfit(parameter: Parameter, value: unknown): string | undefined {
  const { type, choices } = elementOf(parameter)
  if (choices !== undefined) {
    if (choices.some((choice) => String(choice) === String(value))) return undefined
    const shown = choices
      .slice(0, SHOWN_CHOICES)
      .map((choice) => JSON.stringify(choice))
      .join(', ')
    return `must be one of ${shown}${choices.length > SHOWN_CHOICES ? `, … (${choices.length} in all)` : ''}`
  }
  if (type === 'integer') return Number.isSafeInteger(value) ? undefined : 'must be a whole number'
  if (type === 'number') return Number.isFinite(value) ? undefined : 'must be a number'
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  return typeof value === 'string' ? undefined : 'must be a string'
}

/** The word for a value. Minus zero keeps its sign, so that the value comes back as it was. */
export function writeValue(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

function elementOf(parameter: Parameter): { type: string; choices: readonly Scalar[] | undefined } {
  const isArray = parameter.type === 'array'
  const type = isArray ? (parameter.items?.type ?? 'string') : parameter.type
  const listed = isArray ? (parameter.items?.enum ?? parameter.enum) : parameter.enum
  return { type, choices: type === 'enum' || (isArray && listed !== undefined) ? (listed ?? []) : undefined }
}

/**
 * A path `-x` would be read as an option, so it is written as `./-x` (decision 37). A path that already looks like that
 * gets one more `./`, so that reading removes exactly what writing added. `-` alone is stdin.
 */
export function shieldPath(path: string): string {
  return /^(?:\.\/)*-[^]/.test(path) ? `./${path}` : path
}

export function unshieldPath(path: string): string {
  return /^(?:\.\/)+-[^]/.test(path) ? path.slice(2) : path
}
