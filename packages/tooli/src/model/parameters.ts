import type { CommandDefinition } from '../define/types.js'
import type { Form } from '../schema/form.js'
import type { AnySchema } from '../schema/standard.js'
import { Schema } from '../schema/t.js'
import { BUILT_IN_FLAGS } from './built-in-flags.js'
import type { ParameterModel } from './model.js'

const EMPTY: Form = { type: 'object', properties: {}, required: [] }

/** The form of any schema an author may give. */
export function formOf(schema: AnySchema | undefined, side: 'input' | 'output' = 'input'): Form {
  if (schema === undefined) return EMPTY
  if (schema instanceof Schema) return schema.form as Form
  const forms = side === 'input' ? INPUT_FORMS : OUTPUT_FORMS
  let form = forms.get(schema)
  if (form === undefined) forms.set(schema, (form = convert(schema, side)))
  return form
}

/** A library takes a millisecond or more for a conversion, and every call needs its forms several times. */
const INPUT_FORMS = new WeakMap<AnySchema, Form>()
const OUTPUT_FORMS = new WeakMap<AnySchema, Form>()

function convert(schema: AnySchema, side: 'input' | 'output'): Form {
  const standard = schema['~standard']
  if (standard === undefined) return inline(schema as Form)
  const json = standard.jsonSchema
  if (json === undefined) {
    const advice =
      standard.vendor === 'valibot'
        ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema'
        : 'use a version that offers Standard JSON Schema'
    throw new TypeError(`a schema of ${standard.vendor} cannot describe itself; ${advice}`)
  }
  return inline(json[side](CONVERSION) as Form)
}

/** What has no JSON Schema, such as a date, is "anything" there: the library itself still checks it. */
const CONVERSION = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any', errorMode: 'ignore' } }

/** Arguments and options of a command, in the order of their schemas. */
export function parametersOf(
  definition: Pick<CommandDefinition<AnySchema, AnySchema, AnySchema>, 'args' | 'options'>,
): ParameterModel[] {
  const args = formOf(definition.args)
  const options = formOf(definition.options)
  checkOrder(definition.args, args)
  const parameters = [...read(args, 'argument'), ...read(options, 'option')]
  const ours = parameters.filter(({ hints }) => hints.flags === undefined)
  checkFlags(ours)
  checkArguments(ours.filter(({ kind }) => kind === 'argument'))
  return parameters
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

/** Arguments come in the order of their keys, which arktype sorts: `cp TARGET SOURCE` would be read. */
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

function read(form: Form, kind: ParameterModel['kind']): ParameterModel[] {
  const required = new Set(form.required)
  return Object.entries(form.properties ?? {}).map(([key, property]) => {
    const hints = property['x-cli'] ?? {}
    return {
      key,
      kind,
      flags: kind === 'argument' ? [] : hints.flags === undefined ? flagsOf(key, property, hints) : [...hints.flags],
      form: property,
      hints,
      isRequired: required.has(key) && property.default === undefined,
      isMultiple: typesOf(property).includes('array'),
    }
  })
}

function flagsOf(key: string, form: Form, { flag, short }: NonNullable<Form['x-cli']>): string[] {
  const long = flag ?? kebab(key)
  const isSwitch = typesOf(form).join() === 'boolean'
  const flags = [...(short === undefined ? [] : [`-${short}`]), `--${long}`, ...(isSwitch ? [`--no-${long}`] : [])]
  for (const taken of flags) {
    const owner = BUILT_IN_FLAGS.find(({ flags: own, yields }) => own.includes(taken) && yields !== true)
    if (owner === undefined) continue
    const advice = taken.startsWith('--') ? `rename it with .cli({ flag: 'my-${long}' })` : 'choose another letter'
    throw new TypeError(
      `the option "${key}" would take ${taken}, which every command has (${owner.description}); ${advice}`,
    )
  }
  return flags
}

/** `maxDepth` is written `--max-depth`. */
export function kebab(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** The types a form allows, `null` and alternatives included. */
export function typesOf({ type, anyOf, oneOf, enum: choices }: Form): string[] {
  const alternatives = anyOf ?? oneOf
  if (alternatives !== undefined) return [...new Set(alternatives.flatMap(typesOf))].filter((one) => one !== 'null')
  if (type !== undefined) return [type].flat().filter((one) => one !== 'null')
  return choices === undefined ? [] : [...new Set(choices.map((choice) => typeof choice))]
}

/** Puts definitions in the place of references; a recursive one becomes "anything". */
function inline(form: Form): Form {
  const { $defs, $schema: _, ...root } = form as Form & { $defs?: Record<string, Form> }
  if (!JSON.stringify(root).includes('"$ref"')) return root
  const visit = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => visit(entry, open))
    if (typeof value !== 'object' || value === null) return value
    const reference = (value as { $ref?: unknown }).$ref
    if (typeof reference === 'string') {
      const name = reference.replace(/^#\/\$defs\//, '')
      const target = open.includes(name) ? undefined : $defs?.[name]
      return target === undefined ? {} : visit(target, [...open, name])
    }
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, visit(entry, open)]))
  }
  return visit(root, []) as Form
}
