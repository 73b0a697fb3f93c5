import type { ObjectSchema } from '../schema/types.js'
import type { Target } from './target.js'

/** A tool of the Messages API. */
export type AnthropicTool = {
  name: string
  description: string
  input_schema: ObjectSchema
  strict?: true
  defer_loading?: true
  input_examples?: Record<string, unknown>[]
  cache_control?: { type: 'ephemeral'; ttl: '5m' | '1h' }
}

export const anthropic: Target<AnthropicTool> = {
  // From the API's own error message: "Property keys should match pattern".
  propertyNames: { forbidden: /[^a-zA-Z0-9_.-]/g, startsAnyhow: true, maxLength: 64 },
  descriptions: { size: Infinity, unit: 'characters' },
  dialect: { anyChoice: true, anyCount: false },
  // "Schema complexity limits" of structured outputs, for all strict tools of a request together. Optional properties
  // cost less than nullable ones: 24 of the former are allowed, 16 of the latter.
  strict: { style: 'optional', perTool: {}, perRequest: { optional: 24, unions: 16 }, maxTools: 20 },
  heeds: ['strict', 'defer', 'cache', 'examples'],
  write: ({ draft: { name, description, examples }, schema, isStrict, isDeferred }) => ({
    name,
    description,
    input_schema: schema,
    ...(isStrict && { strict: true }),
    ...(isDeferred && { defer_loading: true }),
    ...(examples.length > 0 && { input_examples: examples }),
  }),
  collect: (tools, _, { cache }) => {
    // The provider caches everything up to the mark. A deferred tool must not have it.
    const last = cache === undefined ? undefined : tools.findLast(({ defer_loading }) => defer_loading === undefined)
    if (last !== undefined) last.cache_control = { type: 'ephemeral', ttl: cache! }
    return tools
  },
}
