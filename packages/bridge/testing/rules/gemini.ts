/**
 * Gemini. Names are from the reference of FunctionDeclaration; the JSON Schema subset from that of
 * `responseJsonSchema`.
 */
import type { Tell } from './common.js'
import type { View } from './view.js'
import { propertiesOf } from './places.js'

/** Vertex AI allows 64 characters, the Gemini API 128. */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
const PROPERTY = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/

const KEYWORDS = new Set(
  `$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems
  minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering`.split(/\s+/),
)

export function checkGeminiTool(view: View, tell: Tell): void {
  checkGeminiNames(view, tell)
  for (const { schema: part, pointer } of view.places) {
    for (const keyword of Object.keys(part)) if (!KEYWORDS.has(keyword)) tell('keyword', pointer, keyword)
    if (Array.isArray(part.enum)) checkChoices(part.enum, pointer, tell)
  }
}

export function checkGeminiNames({ name, places }: View, tell: Tell): void {
  if (!NAME.test(name)) tell('name', '', name)
  for (const { schema: part, pointer } of places) {
    for (const property of Object.keys(propertiesOf(part))) {
      if (!PROPERTY.test(property)) tell('property-name', pointer, property)
    }
  }
}

/** "`enum` (for strings and numbers)"; an empty text is refused as well. */
function checkChoices(choices: readonly unknown[], pointer: string, tell: Tell): void {
  for (const choice of choices) {
    const isFine = typeof choice === 'number' || (typeof choice === 'string' && choice !== '')
    if (!isFine) tell('choice', pointer, choice)
  }
}
