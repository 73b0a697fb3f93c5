/** Rules for every provider: those of JSON Schema itself, and the narrower ones of this project. */
import { isSchema, propertiesOf, requiredOf, typesOf, type Place } from './places.js'
import type { View } from './view.js'

export type Tell = (rule: string, at: string, found: unknown) => void

/** Fits every provider's 64 characters, even with the `mcp__server__` that some clients put in front. */
const OUR_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]*$/
const OUR_NAME_LENGTH = 47

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

export function checkTool({ name, description, schema }: View, tell: Tell): void {
  if (!OUR_NAME.test(name)) tell('our-name', '', name)
  if (name.length > OUR_NAME_LENGTH) tell('our-name-length', '', name.length)
  if (typeof description !== 'string' || description.trim() === '') tell('no-description', '', description)
  else if (!description.isWellFormed()) tell('half-character', '', description)
  if (schema.type !== 'object') tell('root-not-object', '', schema.type)
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum', 'not']) {
    if (schema[keyword] !== undefined) tell('union-at-root', '', keyword)
  }
}

export function checkPlace({ schema, pointer }: Place, tell: Tell): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) tell('undefined-field', pointer, keyword)
  }
  for (const type of typesOf(schema)) if (!TYPES.includes(type)) tell('unknown-type', pointer, type)
  if (typesOf(schema).includes('array') && !isSchema(schema.items)) tell('array-without-items', pointer, schema.items)
  if (schema.format !== undefined) tell('our-no-format', pointer, schema.format) // descriptions say it (decision 32)
  checkEnum(schema.enum, pointer, tell)
  const isNullable = typesOf(schema).includes('null')
  if (isNullable && Array.isArray(schema.enum) && !schema.enum.includes(null)) tell('our-null', pointer, schema.enum) // decision 26
  const properties = propertiesOf(schema)
  for (const name of requiredOf(schema)) {
    if (!Object.hasOwn(properties, name)) tell('required-not-declared', pointer, name)
  }
  for (const [name, property] of Object.entries(properties)) {
    const { description } = property
    const isSaid = typeof description === 'string' && description.trim() !== '' // decision 3
    if (!isSaid) tell('our-description', `${pointer}/properties/${name}`, description)
    else if (!description.isWellFormed()) tell('half-character', `${pointer}/properties/${name}`, description)
  }
}

function checkEnum(choices: unknown, pointer: string, tell: Tell): void {
  if (choices === undefined) return
  if (!Array.isArray(choices) || choices.length === 0) return tell('empty-enum', pointer, choices)
  if (new Set(choices).size < choices.length) tell('repeated-choice', pointer, choices)
  const isComplex = (choice: unknown) => typeof choice === 'object' && choice !== null
  if (choices.some(isComplex)) tell('complex-choice', pointer, choices)
}
