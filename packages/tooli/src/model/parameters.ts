import type { CommandDefinition } from '../define/types.js'
import type { CliHints, Form } from '../schema/form.js'
import { inline } from '../schema/inline.js'
import { mapForms } from '../schema/keywords.js'
import type { AnySchema } from '../schema/standard.js'
import { Schema } from '../schema/t.js'
import type { BuiltInFlag } from './built-in-flags.js'
import type { InnerParameter, ParameterModel } from './model.js'
import { kebab } from './shown-name.js'
import { withNotes } from './relations.js'
import type { SharedScope } from './scope.js'

const EMPTY: Form = { type: 'object', properties: {}, required: [] }

/** The form of any schema that an author may use. */
export function formOf(schema: AnySchema | undefined, side: 'input' | 'output' = 'input'): Form {
  if (schema === undefined) return EMPTY
  if (schema instanceof Schema) return schema.form as Form
  const forms = side === 'input' ? INPUT_FORMS : OUTPUT_FORMS
  let form = forms.get(schema)
  if (form === undefined) forms.set(schema, (form = convert(schema, side)))
  return form
}

/** Cached: a library takes a millisecond or more for a conversion, and every call needs its forms several times. */
const INPUT_FORMS = new WeakMap<AnySchema, Form>()
const OUTPUT_FORMS = new WeakMap<AnySchema, Form>()

function convert(schema: AnySchema, side: 'input' | 'output'): Form {
  const standard = schema['~standard']
  if (standard === undefined) return withPartsOf(schema as Form)
  const json = standard.jsonSchema
  if (json === undefined) {
    const advice =
      standard.vendor === 'valibot'
        ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema'
        : 'use a version that offers Standard JSON Schema'
    throw new TypeError(`a schema of ${standard.vendor} cannot describe itself; ${advice}`)
  }
  const form = inline(json[side](CONVERSION) as Form)
  return withPartsOf(standard.vendor === 'zod' && side === 'input' ? closed(form) : form)
}

/** Refuses unknown keys: zod would drop them, so a misspelt one would go unnoticed. */
function closed(form: Form): Form {
  const isOpen = form.properties !== undefined && form.additionalProperties === undefined
  // The sides of an intersection know only their own keys.
  const inner = mapForms(form, (one, keyword) => (keyword === 'allOf' ? one : closed(one)))
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

/** Adds the parameters in the parts of an object, such as the sides of an intersection. */
function withPartsOf(form: Form): Form {
  if (form.allOf === undefined) return form
  const parts = form.allOf.map(withPartsOf)
  const properties = Object.assign({}, ...parts.map((part) => part.properties), form.properties) as Form['properties']
  if (Object.keys(properties!).length === 0) return form
  const required = [...new Set([...(form.required ?? []), ...parts.flatMap((part) => part.required ?? [])])]
  return { ...form, type: 'object', properties: properties!, required }
}

/** Types without a JSON Schema, such as dates, become "anything": the library itself still checks them. */
const CONVERSION = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any', errorMode: 'ignore' } }

/** Arguments and options of a command, in the order of their schemas. */
export function parametersOf(
  definition: Pick<CommandDefinition<AnySchema, AnySchema, AnySchema>, 'args' | 'options'>,
  { links, flags }: SharedScope,
): ParameterModel[] {
  const args = formOf(definition.args)
  checkOrder(definition.args, args)
  const options = formOf(definition.options)
  const parameters = [
    ...read(args, 'argument', flags),
    ...read(options, 'option', flags),
    ...sharedOf({ links, flags }),
  ]
  const ours = parameters.filter(({ hints }) => hints.flags === undefined)
  checkKeys(ours)
  checkFlags(withInner(ours))
  checkArguments(ours.filter(({ kind }) => kind === 'argument'))
  return withNotes(parameters)
}

/** All options that can be written, including those for keys of objects. */
export function withInner(parameters: readonly ParameterModel[]): ParameterModel[] {
  return parameters.flatMap((parameter) => [parameter, ...(parameter.inner ?? [])])
}

/** The options that a command shares with others. */
export function sharedOf({ links, flags }: SharedScope): ParameterModel[] {
  const forms = links.flatMap(({ options }) => (options === undefined ? [] : [formOf(options)]))
  return forms.flatMap((form) => read(form, 'option', flags)).map((option) => ({ ...option, isShared: true }))
}

function checkKeys(parameters: readonly ParameterModel[]): void {
  const twice = parameters.find(({ key }, index) => parameters.findIndex((other) => other.key === key) < index)
  if (twice !== undefined)
    throw new TypeError(`there are two parameters "${twice.key}", of the command and shared with others; rename one`)
}

function checkFlags(parameters: readonly ParameterModel[]): void {
  const owners = new Map<string, string>()
  for (const { key, flags } of parameters) {
    for (const flag of flags) {
      const other = owners.get(flag)
      if (other !== undefined)
        throw new TypeError(
          `the options "${other}" and "${key}" would both take ${flag}; rename one with .cli({ flag: … })`,
        )
      owners.set(flag, key)
    }
  }
}

/** Arguments have the order of their keys, which arktype sorts: `cp SOURCE TARGET` would become `cp TARGET SOURCE`. */
function checkOrder(schema: AnySchema | undefined, { properties = {} }: Form): void {
  if (Object.keys(properties).length < 2 || schema?.['~standard']?.vendor !== 'arktype') return
  throw new TypeError(
    'arktype does not keep the order of keys, so it cannot say which argument comes first; use t.object',
  )
}

function checkArguments(declared: readonly ParameterModel[]): void {
  for (const [index, { key, isRequired }] of declared.entries()) {
    const before = declared[index - 1]
    if (before?.isMultiple === true)
      throw new TypeError(`the argument "${key}" follows "${before.key}", which takes all words; put the list last`)
    if (before?.isRequired === false && isRequired) {
      throw new TypeError(
        `the argument "${key}" is required but follows "${before.key}", which is not; put required ones first`,
      )
    }
  }
}

function read(form: Form, kind: ParameterModel['kind'], builtIn: readonly BuiltInFlag[]): ParameterModel[] {
  const required = new Set(form.required)
  return Object.entries(form.properties ?? {}).map(([key, property]) => {
    const hints = property['x-cli'] ?? {}
    const isOurs = kind === 'option' && hints.flags === undefined && hints.secret !== true
    const inner = isOurs ? innerOf(property, [key], hints.flag ?? kebab(key), hints.hidden) : []
    return {
      key,
      kind,
      flags:
        kind === 'argument'
          ? []
          : hints.flags === undefined
            ? flagsOf(key, property, hints, builtIn)
            : [...hints.flags],
      form: property,
      hints,
      isRequired: required.has(key) && property.default === undefined,
      isMultiple: typesOf(property).includes('array'),
      ...(isOurs && isMap(property) && { isMap: true }),
      ...(inner.length > 0 && { inner }),
    }
  })
}

/** The options for the keys of an object, at any depth. */
function innerOf(form: Form, at: string[], flag: string, hidden = false): InnerParameter[] {
  if (typesOf(form).join() !== 'object') return []
  return Object.entries(form.properties ?? {}).flatMap(([name, property]) => {
    const [path, long] = [[...at, name], `${flag}.${kebab(name)}`]
    const own = property['x-cli'] ?? {}
    const hints = hidden ? { ...own, hidden } : own
    const below = innerOf(property, path, long, hints.hidden)
    if (below.length > 0) return below
    const isSwitch = typesOf(property).join() === 'boolean'
    const parameter: InnerParameter = {
      key: path.join('.'),
      at: path,
      kind: 'option',
      flags: [`--${long}`, ...(isSwitch ? [`--no-${long}`] : [])],
      form: property,
      hints,
      isRequired: false,
      isMultiple: typesOf(property).includes('array'),
      ...(isMap(property) && { isMap: true }),
    }
    return [parameter]
  })
}

const SCALARS = ['string', 'integer', 'number', 'boolean']

/** Whether an object takes any keys, with values that can be written as a word. */
function isMap({ type, properties = {}, additionalProperties }: Form): boolean {
  if (type !== 'object' || Object.keys(properties).length > 0 || typeof additionalProperties !== 'object') return false
  const types = typesOf(additionalProperties)
  return types.length > 0 && types.every((one) => SCALARS.includes(one))
}

function flagsOf(key: string, form: Form, { flag, short }: CliHints, builtIn: readonly BuiltInFlag[]): string[] {
  const long = flag ?? kebab(key)
  const isSwitch = typesOf(form).join() === 'boolean'
  const flags = [...(short === undefined ? [] : [`-${short}`]), `--${long}`, ...(isSwitch ? [`--no-${long}`] : [])]
  for (const taken of flags) {
    const owner = builtIn.find(({ flags: own, yields }) => own.includes(taken) && yields !== true)
    if (owner === undefined) continue
    const advice = taken.startsWith('--') ? `rename it with .cli({ flag: 'my-${long}' })` : 'choose another letter'
    throw new TypeError(
      `the option "${key}" would take ${taken}, which every command has (${owner.description}); ${advice}`,
    )
  }
  return flags
}

/** The types that a form allows, including alternatives but not `null`. */
export function typesOf({ type, anyOf, oneOf, enum: choices }: Form): string[] {
  const alternatives = anyOf ?? oneOf
  if (alternatives !== undefined) return [...new Set(alternatives.flatMap(typesOf))].filter((one) => one !== 'null')
  if (type !== undefined) return [type].flat().filter((one) => one !== 'null')
  return choices === undefined ? [] : [...new Set(choices.map((choice) => typeof choice))]
}
