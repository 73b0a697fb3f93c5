import { IDENTIFIERS } from '../names/property-names.js'
import type { Property } from '../schema/object.js'
import type { ObjectSchema } from '../schema/types.js'
import { OPENAI_STRICT } from './openai.js'
import type { Target } from './target.js'

/** A tool of the AI SDK without `execute`, which the host adds. */
export type AiSdkTool = {
  description: string
  inputSchema: AiSdkSchema
  strict?: true
  deferLoading?: true
  inputExamples?: { input: Record<string, unknown> }[]
}

/** By compiled name, as `generateText` and similar functions take `tools`. */
export type AiSdkTools = Record<string, AiSdkTool>

/** Standard Schema with JSON Schema, which the AI SDK accepts like zod. */
export type AiSdkSchema = {
  jsonSchema: ObjectSchema
  '~standard': {
    version: 1
    vendor: 'atip'
    /** Accepts everything: the bridge checks calls, with messages that a model can use. */
    validate: (value: unknown) => { value: Record<string, unknown> }
    jsonSchema: { input: () => Record<string, unknown>; output: () => Record<string, unknown> }
  }
}

export const aiSdk: Target<AiSdkTool, AiSdkTools> = {
  // The tools must suit whichever provider is configured.
  propertyNames: IDENTIFIERS,
  descriptions: { size: 1024, unit: 'characters' },
  dialect: { anyChoice: false, anyCount: false },
  strict: OPENAI_STRICT,
  heeds: ['strict', 'defer', 'examples'],
  write: ({ draft: { description, examples, properties }, schema, isStrict, isDeferred }) => ({
    description,
    inputSchema: schemaOf(schema),
    ...(isStrict && { strict: true }),
    ...(isDeferred && { deferLoading: true }),
    ...(examples.length > 0 && {
      inputExamples: examples.map((input) => ({ input: isStrict ? complete(input, properties) : input })),
    }),
  }),
  collect: (tools, parts) => {
    const byName = Object.create(null) as AiSdkTools
    for (const [index, { draft }] of parts.entries()) byName[draft.name] = tools[index]!
    return byName
  },
}

/** A strict schema requires every property, with null for "not given". */
function complete(input: Record<string, unknown>, properties: readonly Property[]): Record<string, unknown> {
  const whole = Object.create(null) as Record<string, unknown>
  for (const { name } of properties) whole[name] = Object.hasOwn(input, name) ? input[name] : null
  return whole
}

function schemaOf(schema: ObjectSchema): AiSdkSchema {
  // A copy, because the AI SDK modifies the objects it is given.
  const convert = () => ({ ...schema })
  return {
    jsonSchema: schema,
    '~standard': {
      version: 1,
      vendor: 'atip',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: convert, output: convert },
    },
  }
}
