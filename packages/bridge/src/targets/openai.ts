import type { PropertyRule } from '../names/property-names.js'
import type { ObjectSchema } from '../schema/types.js'
import type { StrictMode, Target } from './target.js'

/** A tool of Chat Completions. */
export type OpenAITool = {
  type: 'function'
  function: { name: string; description: string; parameters: ObjectSchema; strict: boolean }
}

export const openai: Target<OpenAITool> = {
  propertyNames: openaiProperties(),
  descriptions: { size: 1024, unit: 'characters' },
  dialect: { anyChoice: true, anyCount: true },
  strict: openaiStrict(),
  maxTools: 128,
  heeds: ['strict'],
  write: ({ draft: { name, description }, schema, isStrict }) => ({
    type: 'function',
    function: { name, description, parameters: schema, strict: isStrict },
  }),
  collect: (tools) => tools,
}

/** There is no published rule; these suit the others, too. */
export function openaiProperties(): PropertyRule {
  return { forbidden: /[^a-zA-Z0-9_-]/g, startsAnyhow: true, maxLength: 64 }
}

/** "Supported schemas" of the guide on structured outputs; each holds for one tool. */
export function openaiStrict(): StrictMode {
  return {
    style: 'nullable',
    perTool: { properties: 5000, choices: 1000, characters: 120_000, longEnum: 15_000 },
    perRequest: {},
    maxTools: Infinity,
  }
}
