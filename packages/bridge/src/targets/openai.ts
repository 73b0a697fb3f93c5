import type { PropertyRule } from '../names/property-names.js'
import type { ObjectSchema } from '../schema/types.js'
import type { StrictMode, Target } from './target.js'

/** A tool of Chat Completions. */
export type OpenAITool = {
  type: 'function'
  function: { name: string; description: string; parameters: ObjectSchema; strict: boolean }
}

/** OpenAI publishes no rule; these names suit the other providers, too. */
export const OPENAI_PROPERTIES: PropertyRule = { forbidden: /[^a-zA-Z0-9_-]/g, startsAnyhow: true, maxLength: 64 }

/** From "Supported schemas" in the guide on structured outputs; each limit is for one tool. */
export const OPENAI_STRICT: StrictMode = {
  style: 'nullable',
  perTool: { properties: 5000, choices: 1000, characters: 120_000, longEnum: 15_000 },
  perRequest: {},
  maxTools: Infinity,
}

export const openai: Target<OpenAITool> = {
  propertyNames: OPENAI_PROPERTIES,
  descriptions: { size: 1024, unit: 'characters' },
  dialect: { anyChoice: true, anyCount: true },
  strict: OPENAI_STRICT,
  maxTools: 128,
  heeds: ['strict'],
  write: ({ draft: { name, description }, schema, isStrict }) => ({
    type: 'function',
    function: { name, description, parameters: schema, strict: isStrict },
  }),
  collect: (tools) => tools,
}
