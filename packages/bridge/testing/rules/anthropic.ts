/**
 * Anthropic Messages. Names are from "Define tools", property names from the API's own error message ("Property keys
 * should match pattern"), strict mode from "JSON Schema limitations" and "Schema complexity limits".
 */
import type { Tell } from './common.js'
import type { View } from './view.js'
import { isUnion, propertiesOf, requiredOf, typesOf, type Schema } from './places.js'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/

const STRICT_KEYWORDS = new Set(
  `type title description properties required additionalProperties items anyOf allOf enum const $ref
  $defs definitions default format minItems pattern`.split(/\s+/),
)

const MAX_STRICT_TOOLS = 20
const MAX_OPTIONAL = 24
const MAX_UNIONS = 16

export function checkAnthropicTool(view: View, tell: Tell): void {
  const { name, places, strict } = view
  if (!NAME.test(name)) tell('name', '', name)
  checkAnthropicProperties(view, tell)
  if (strict !== true) return
  for (const { schema: part, pointer } of places) checkStrict(part, pointer, tell)
}

export function checkAnthropicProperties({ places }: View, tell: Tell): void {
  for (const { schema: part, pointer } of places) {
    for (const property of Object.keys(propertiesOf(part))) {
      if (!PROPERTY.test(property)) tell('property-name', pointer, property)
    }
  }
}

function checkStrict(schema: Schema, pointer: string, tell: Tell): void {
  for (const keyword of Object.keys(schema)) {
    if (!STRICT_KEYWORDS.has(keyword)) tell('strict-keyword', pointer, keyword)
  }
  if (typesOf(schema).includes('object') && schema.additionalProperties !== false) {
    tell('strict-open', pointer, schema.additionalProperties)
  }
  const { minItems = 0 } = schema
  if (minItems !== 0 && minItems !== 1) tell('strict-min-items', pointer, minItems)
}

/** The limits are for all strict tools of a request together. */
export function checkAnthropicRequest(views: readonly View[], tell: Tell): void {
  const strict = views.filter((view) => view.strict === true)
  const places = strict.flatMap((view) => view.places)
  const count = (ofSchema: (schema: Schema) => number) => places.reduce((sum, { schema }) => sum + ofSchema(schema), 0)
  const optional = count((schema) => Object.keys(propertiesOf(schema)).length - new Set(requiredOf(schema)).size)
  const unions = count((schema) => Object.values(propertiesOf(schema)).filter(isUnion).length)
  if (strict.length > MAX_STRICT_TOOLS) tell('strict-tools', '', strict.length)
  if (optional > MAX_OPTIONAL) tell('strict-optional', '', optional)
  if (unions > MAX_UNIONS) tell('strict-unions', '', unions)
}
