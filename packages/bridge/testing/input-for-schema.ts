/** Random inputs that satisfy a compiled schema, as a strict model would write them. Based on JSON Schema only. */
import fc from 'fast-check'
import { text } from '../../protocol/testing/arbitraries.js'
import { propertiesOf, requiredOf, type Schema } from './rules/places.js'

/** `isWanted` decides about properties that may be absent; undefined means at random. */
export interface InputOptions {
  isWanted?: (property: string) => boolean | undefined
}

export function inputForSchema(schema: Schema, { isWanted = () => undefined }: InputOptions = {}): fc.Arbitrary<Input> {
  const required = new Set(requiredOf(schema))
  const entries = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const wanted = required.has(name) ? true : isWanted(name)
    const value = valueForSchema(property, isWanted(name))
    if (wanted === false) return fc.constant<Entry>([name, undefined])
    return (wanted === true ? value : fc.option(value, { nil: undefined })).map((given): Entry => [name, given])
  })
  return fc.tuple(...entries).map((given) => asJson(given.filter(([, value]) => value !== undefined)))
}

export type Input = Record<string, unknown>
type Entry = [name: string, value: unknown]

/** A value that fits the schema. If that allows null, `isWanted` false asks for null, and true for another value. */
function valueForSchema(schema: Schema, isWanted: boolean | undefined): fc.Arbitrary<unknown> {
  const forms = formsOf(schema)
  const isNull = ({ type, enum: choices }: Schema) => type === 'null' || (Array.isArray(choices) && choices[0] === null)
  const nulls = forms.filter(isNull)
  const others = forms.filter((form) => !isNull(form))
  const chosen =
    isWanted === false && nulls.length > 0 ? nulls : isWanted === true && others.length > 0 ? others : forms
  return fc.oneof(...chosen.map((form) => valueForForm(form, isWanted === true ? 1 : 0)))
}

/** A schema as alternatives that each have one type, or one list of choices. */
function formsOf(schema: Schema): Schema[] {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).flatMap(formsOf)
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum.filter((choice) => choice !== null)
    const hasNull = choices.length < schema.enum.length
    return [...(choices.length > 0 ? [{ enum: choices }] : []), ...(hasNull ? [{ enum: [null] }] : [])]
  }
  if (Array.isArray(schema.type)) return (schema.type as string[]).map((type) => ({ ...schema, type }))
  return [schema]
}

/** `atLeast` is the minimum length of a list, because an empty one counts as not given. */
function valueForForm(schema: Schema, atLeast: number): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  switch (schema.type) {
    case 'string':
      return text
    case 'integer':
      return fc.integer({ min: -1e6, max: 1e6 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number }
      const lengths = { minLength: Math.max(minItems, atLeast), maxLength: maxItems }
      return fc.array(valueForSchema(schema.items as Schema, undefined), lengths)
    }
    case 'object':
      return inputForSchema(schema)
    default:
      throw new Error(`no value can be made for ${JSON.stringify(schema)}`)
  }
}

/** The input after a round trip through JSON, which has no minus zero. */
function asJson(entries: Entry[]): Input {
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Input
}
