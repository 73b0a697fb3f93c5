import { isMultiple, isRequired, type Argument, type CallInput, type InputValue, type Option } from '@atip/protocol'
import type { Form } from '../schema/form.js'

/** The schemas of a foreign command's input, and the conversion of an input to a call. */
export interface InputForms {
  args: Form
  options: Form
  toInput(values: Readonly<Record<string, unknown>>): CallInput
}

/** Arguments and options share one object, so an option with the name of an argument gets another key. */
export function inputForms(args: readonly Argument[], declared: readonly Option[]): InputForms {
  const options = declared.filter(({ 'x-atip': extension }) => !TELLS.has(extension?.harmless))
  const names = new Set(args.map(({ name }) => name))
  const keyOf = ({ name }: Option) => (names.has(name) ? `${name}Option` : name)
  const pick = (parameters: readonly [key: string, name: string][], values: Readonly<Record<string, unknown>>) =>
    fromEntries(
      parameters.filter(([key]) => Object.hasOwn(values, key)).map(([key, name]) => [name, values[key] as InputValue]),
    )
  return {
    args: objectOf(args.map((argument) => [argument.name, argument])),
    options: objectOf(options.map((option) => [keyOf(option), option])),
    toInput: (values) => ({
      arguments: pick(
        args.map(({ name }) => [name, name]),
        values,
      ),
      options: pick(
        options.map((option) => [keyOf(option), option.name]),
        values,
      ),
    }),
  }
}

/** Options that only show help or the version. */
const TELLS = new Set<unknown>(['help', 'version'])

function objectOf(parameters: readonly (readonly [key: string, parameter: Argument | Option])[]): Form {
  const needed = parameters.filter(([, parameter]) => isRequired(parameter))
  return {
    type: 'object',
    properties: fromEntries(parameters.map(([key, parameter]) => [key, formOf(parameter)])),
    required: needed.map(([key]) => key),
    additionalProperties: false,
  }
}

/** Without `default`: a filled-in value would be written on the line, where it may differ from leaving it out. */
function formOf(parameter: Argument | Option): Form {
  const { arity = 1, greedy = false, until, optionalValue = false } = parameter['x-atip'] ?? {}
  let form = wordForm(parameter)
  if (arity > 1) form = { type: 'array', items: form, minItems: arity, maxItems: arity }
  else if (greedy || until !== undefined) form = { type: 'array', items: form }
  if (optionalValue) form = { anyOf: [form, { type: 'boolean', enum: [true], description: 'Without a value' }] }
  if (isMultiple(parameter) && !greedy) form = { type: 'array', items: form }
  const isSecret = parameter['x-atip']?.value?.kind === 'secret'
  return {
    ...form,
    description: descriptionOf(parameter),
    'x-cli': { ...form['x-cli'], flags: parameter.flags ?? [], ...(isSecret && { secret: true }) },
  }
}

function wordForm(parameter: Argument | Option): Form {
  const type = parameter.type === 'array' ? (parameter.items?.type ?? 'string') : parameter.type
  const choices = parameter.items?.enum ?? parameter.enum
  if (choices !== undefined && (type === 'enum' || parameter.type === 'array')) return { enum: [...choices] }
  if (type === 'integer' || type === 'number' || type === 'boolean') return { type }
  if (type === 'file' || type === 'directory') return { type: 'string', 'x-cli': { path: { kind: type } } }
  return { type: 'string', ...(type === 'url' && { 'x-cli': { url: true } }) }
}

function descriptionOf({ description = '', default: preset, ...parameter }: Argument | Option): string {
  const full = (parameter['x-tooli'] as { description?: string } | undefined)?.description ?? description
  return preset === undefined ? full : `${full} (default: ${JSON.stringify(preset)})`
}

/** A parameter may be called `__proto__`. */
function fromEntries<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const map: Record<string, T> = {}
  for (const [key, value] of entries)
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
  return map
}
