import type { Property } from './object.js'
import type { PropertySchema } from './types.js'

/** How much of a provider's limits a strict tool uses. */
export interface Cost {
  properties: number
  optional: number
  /** Properties with several types. */
  unions: number
  /** Values of all enums, and those of the largest one. */
  choices: number
  /** Characters of the names of properties and of the texts in enums. */
  characters: number
  /** Characters of the longest enum among those with many values. */
  longEnum: number
}

export type SchemaLimits = Partial<Record<keyof Cost, number>>

/** OpenAI has a separate limit for enums with more values than this. */
const MANY_CHOICES = 250

/** Nesting is not counted: our schemas are never deeper than a list of lists. */
export function costOf(properties: readonly Property[]): Cost {
  const cost: Cost = { properties: properties.length, optional: 0, unions: 0, choices: 0, characters: 0, longEnum: 0 }
  for (const { name, schema, isRequired } of properties) {
    cost.characters += name.length
    if (!isRequired) cost.optional++
    addValue(cost, schema, isRequired ? 0 : 1)
  }
  return cost
}

/** `extra` counts the null that an optional enum may gain. */
function addValue(cost: Cost, { enum: choices, items, anyOf }: PropertySchema, extra: number): void {
  if (items !== undefined) addValue(cost, items, 0)
  if (anyOf !== undefined) {
    cost.unions++
    for (const branch of anyOf) addValue(cost, branch, 0)
  }
  if (choices === undefined) return
  const count = choices.length + extra
  const characters = choices.reduce<number>((sum, choice) => sum + (typeof choice === 'string' ? choice.length : 0), 0)
  cost.choices += count
  cost.characters += characters
  if (count > MANY_CHOICES) cost.longEnum = Math.max(cost.longEnum, characters)
}

/** The first limit that is exceeded, in words. */
export function excessOf(cost: Cost, limits: SchemaLimits): string | undefined {
  for (const [part, limit] of Object.entries(limits) as [keyof Cost, number][]) {
    if (cost[part] > limit) return `${cost[part]} ${WORDS[part]}, ${limit} are allowed`
  }
  return undefined
}

const WORDS: Record<keyof Cost, string> = {
  properties: 'properties',
  optional: 'optional properties',
  unions: 'properties of several types',
  choices: 'values of enums',
  characters: 'characters in names and enums',
  longEnum: 'characters in one enum',
}

export function sumOf(a: Cost, b: Cost): Cost {
  return {
    properties: a.properties + b.properties,
    optional: a.optional + b.optional,
    unions: a.unions + b.unions,
    choices: a.choices + b.choices,
    characters: a.characters + b.characters,
    longEnum: Math.max(a.longEnum, b.longEnum),
  }
}
