/**
 * OpenAI, Chat Completions and Responses. Names and descriptions are from the reference of function tools; strict mode
 * from the guide on structured outputs, "Supported schemas".
 */
import type { Provider } from '../../src/types.js'
import type { Tell } from './common.js'
import type { View } from './view.js'
import { propertiesOf, requiredOf, typesOf, type Place, type Schema } from './places.js'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_DESCRIPTION = 1024

const STRICT_KEYWORDS = new Set(
  `type title description properties required additionalProperties items anyOf enum const $ref $defs
  definitions pattern format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum minItems
  maxItems`.split(/\s+/),
)

const MAX_PROPERTIES = 5000
const MAX_DEPTH = 10
const MAX_CHOICES = 1000
const MANY_CHOICES = 250
const MAX_CHARACTERS_OF_MANY = 15_000
const MAX_CHARACTERS = 120_000

/** "A max of 128 functions are supported": the limit for a chat completion. */
const MAX_TOOLS = 128

export function checkOpenAITool(provider: Provider, { name, description, places, strict }: View, tell: Tell): void {
  if (!NAME.test(name)) tell('name', '', name)
  if (typeof description === 'string' && description.length > MAX_DESCRIPTION) {
    tell('description-length', '', description.length)
  }
  // Responses treats a tool without this field as strict.
  if (provider === 'openai-responses' && typeof strict !== 'boolean') tell('strict-not-said', '', strict)
  if (strict === true) checkStrict(places, tell)
}

function checkStrict(places: readonly Place[], tell: Tell): void {
  const total = { properties: 0, choices: 0, characters: 0 }
  for (const { schema, pointer, depth } of places) {
    for (const keyword of Object.keys(schema)) {
      if (!STRICT_KEYWORDS.has(keyword)) tell('strict-keyword', pointer, keyword)
    }
    if (depth > MAX_DEPTH) tell('strict-depth', pointer, depth)
    if (typesOf(schema).includes('object')) checkClosed(schema, pointer, tell)
    const names = Object.keys(propertiesOf(schema))
    total.properties += names.length
    total.characters += lengthOf(names)
    if (!Array.isArray(schema.enum)) continue
    const texts = schema.enum.filter((choice): choice is string => typeof choice === 'string')
    total.choices += schema.enum.length
    total.characters += lengthOf(texts)
    const isMany = schema.enum.length > MANY_CHOICES
    if (isMany && lengthOf(texts) > MAX_CHARACTERS_OF_MANY) tell('strict-long-enum', pointer, lengthOf(texts))
  }
  if (total.properties > MAX_PROPERTIES) tell('strict-properties', '', total.properties)
  if (total.choices > MAX_CHOICES) tell('strict-choices', '', total.choices)
  if (total.characters > MAX_CHARACTERS) tell('strict-characters', '', total.characters)
}

function checkClosed(schema: Schema, pointer: string, tell: Tell): void {
  if (schema.additionalProperties !== false) tell('strict-open', pointer, schema.additionalProperties)
  const required = new Set(requiredOf(schema))
  for (const name of Object.keys(propertiesOf(schema))) {
    if (!required.has(name)) tell('strict-not-required', pointer, name)
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

export function checkOpenAIRequest(provider: Provider, views: readonly View[], tell: Tell): void {
  if (provider === 'openai' && views.length > MAX_TOOLS) tell('too-many-tools', '', views.length)
}
