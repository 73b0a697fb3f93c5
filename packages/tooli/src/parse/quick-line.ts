import { BUILT_IN_FLAGS, type BuiltInValues } from '../model/built-in-flags.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { typesOf } from '../model/parameters.js'
import type { Form } from '../schema/form.js'

export interface QuickReading {
  parsed?: undefined
  given: Record<string, unknown>
  flags: BuiltInValues
}

interface Target {
  key: string
  isBuiltIn: boolean
  isMultiple: boolean
  /** What the bare flag says; undefined if it takes a value. */
  bare: boolean | undefined
  read: (word: string) => unknown
}

/**
 * Reads ordinary lines: exact flags, values in words of their own or behind "=", operands. Whatever is unusual or wrong
 * gives undefined, and the full reader, which need not be loaded otherwise, decides. Where this one answers, both agree.
 */
export function quickLine(model: CommandModel, words: readonly string[]): QuickReading | undefined {
  // Without a prototype: an option may be called "constructor".
  const given = Object.create(null) as Record<string, unknown>
  const reading: { given: Record<string, unknown>; flags: Record<string, unknown> } = { given, flags: {} }
  const operands: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === '--' || SHIELDED.test(word)) return undefined
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const equals = word.indexOf('=')
    const target = targetOf(model, equals === -1 ? word : word.slice(0, equals))
    if (target === undefined || (equals !== -1 && !word.startsWith('--'))) return undefined
    let value: unknown = target.bare
    if (target.bare === undefined) {
      const text = equals === -1 ? words[++index] : word.slice(equals + 1)
      value = text === undefined ? undefined : target.read(text)
    } else if (equals !== -1) return undefined
    if (value === undefined) return undefined
    put(target.isBuiltIn ? reading.flags : reading.given, target, value)
  }
  return settle(model, operands, reading.given) ? (reading as QuickReading) : undefined
}

function put(values: Record<string, unknown>, { key, isMultiple, isBuiltIn }: Target, value: unknown): void {
  if (isBuiltIn && key === 'verbose') values[key] = ((values[key] as number | undefined) ?? 0) + 1
  else if (isMultiple) ((values[key] ??= []) as unknown[]).push(value)
  else values[key] = value
}

/** What a flag means: an option of the command, or else a flag of every command that it does not replace. */
function targetOf(model: CommandModel, flag: string): Target | undefined {
  const own = model.parameters.find(({ flags }) => flags.includes(flag))
  if (own !== undefined) {
    const { key, flags, isMultiple } = own
    const isSwitch = flags.length > 1 && flags.at(-1)!.startsWith('--no-')
    const bare = isSwitch ? flag !== flags.at(-1) : undefined
    return { key, isBuiltIn: false, isMultiple, bare, read: readerFor(elementOf(own)) }
  }
  const builtIn = BUILT_IN_FLAGS.find(({ flags }) => flags.includes(flag))
  if (builtIn === undefined) return undefined
  const { key, flags, type, choices } = builtIn
  if (model.parameters.some((parameter) => parameter.flags.some((taken) => flags.includes(taken)))) return undefined
  const form: Form = type === 'integer' ? { type } : choices === undefined ? { type: 'string' } : { enum: choices }
  return { key, isBuiltIn: true, isMultiple: false, bare: type === 'boolean' ? true : undefined, read: readerFor(form) }
}

/** A path that looks like an option behind its `./`, which the full reader takes off. */
const SHIELDED = /^(?:\.\/)+-[^]/

/** Turns a word into a value, or undefined where the full reader should look. */
function readerFor(form: Form): (word: string) => unknown {
  if (form.enum !== undefined)
    return (word) =>
      form.enum!.every((choice) => typeof choice === 'string') && form.enum!.includes(word) ? word : undefined
  const [type, ...others] = typesOf(form)
  if (others.length > 0 || form.const !== undefined || form.anyOf !== undefined || form.oneOf !== undefined)
    return () => undefined
  if (type === 'string') return (word) => word
  if (type === 'integer') return (word) => (/^\d{1,15}$/.test(word) ? Number(word) : undefined)
  if (type === 'number') return (word) => (/^\d{1,15}(\.\d{1,15})?$/.test(word) ? Number(word) : undefined)
  return () => undefined
}

/** Deals operands out after the words of the path, where that needs no thought. */
function settle(model: CommandModel, operands: readonly string[], given: Record<string, unknown>): boolean {
  const own = operands.slice(model.path.length)
  const declared = model.parameters.filter(({ kind }) => kind === 'argument')
  const last = declared.at(-1)
  if (declared.some((parameter) => parameter.isMultiple && parameter !== last)) return false
  if (last?.isMultiple !== true && own.length > declared.length) return false
  let isOptional = false
  for (const [index, parameter] of declared.entries()) {
    if (parameter.isRequired && isOptional) return false
    isOptional ||= !parameter.isRequired
    const words = parameter.isMultiple ? own.slice(index) : own.slice(index, index + 1)
    if (words.length === 0) {
      if (parameter.isRequired) return false
      continue
    }
    const values = words.map(readerFor(elementOf(parameter)))
    if (values.includes(undefined)) return false
    given[parameter.key] = parameter.isMultiple ? values : values[0]
  }
  return true
}

function elementOf({ form, isMultiple }: ParameterModel): Form {
  return isMultiple ? (form.items ?? {}) : form
}
