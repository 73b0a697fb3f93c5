import type { Form } from './form.js'
import { documentOf, inline } from './inline.js'
import { mapForms } from './keywords.js'
import type { AnySchema } from './standard.js'

/** Keywords that restrict values but are not checked, with their replacements. */
const UNCHECKED: Readonly<Record<string, string>> = {
  unevaluatedProperties: 'additionalProperties',
  unevaluatedItems: 'items',
  dependencies: 'dependentRequired or dependentSchemas',
  $dynamicRef: '$ref',
  $recursiveRef: '$ref',
}

/** Plain JSON Schema as it is shown and checked; schemas of libraries check themselves and stay unchanged. */
export function selfContained<S extends AnySchema | undefined>(schema: S, where: string): S {
  if (schema === undefined || schema['~standard'] !== undefined) return schema
  try {
    return inMainWords(inline(schema as Form)) as S
  } catch (error) {
    throw new TypeError(`the JSON Schema of ${where}: ${(error as Error).message}`, { cause: error })
  }
}

/** The same for input, which clients receive as a document. */
export function selfContainedInput<S extends AnySchema | undefined>(schema: S, where: string): S {
  const contained = selfContained(schema, where)
  return contained === schema ? schema : ({ ...(contained as Form), ...documentOf(schema as Form) } as S)
}

function inMainWords(form: Form): Form {
  for (const [keyword, instead] of Object.entries(UNCHECKED)) {
    if (keyword in form) throw new TypeError(`"${keyword}" is not checked; use ${instead}`)
  }
  const { items, additionalItems, ...rest } = form
  // Before draft 2020-12, a list of schemas was written like this.
  const lists = Array.isArray(items)
    ? { prefixItems: items as Form[], ...(additionalItems !== undefined && { items: additionalItems as Form }) }
    : { ...(items !== undefined && { items }) }
  return mapForms({ ...rest, ...lists }, inMainWords)
}
