import { IDENTIFIERS } from '../names/property-names.js'
import type { Property } from '../schema/object.js'
import type { ObjectSchema } from '../schema/types.js'
import { OPENAI_STRICT } from './openai.js'
import type { Target } from './target.js'

/** A tool of the AI SDK without `execute`, which is the host's to add. */
export type AiSdkTool = {
  description: string
  inputSchema: AiSdkSchema
  strict?: true
  deferLoading?: true
  inputExamples?: { input: Record<string, unknown> }[]
}

/** By compiled name: what `generateText` and its kind take as `tools`. */
export type AiSdkTools = Record<string, AiSdkTool>

/** Standard Schema with JSON Schema, which the AI SDK takes as it takes zod. */
export type AiSdkSchema = {
  jsonSchema: ObjectSchema
  '~standard': {
    version: 1
    vendor: 'atip'
    /** Lets everything through: calls are checked by the bridge, with answers a model can use. */
    validate: (value: unknown) => { value: Record<string, unknown> }
    jsonSchema: { input: () => Record<string, unknown>; output: () => Record<string, unknown> }
  }
}

export const aiSdk: Target<AiSdkTool, AiSdkTools> = {
  // Whatever provider is configured, the tools must suit it.
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

/** A strict schema wants everything said, also that nothing is given. */
function complete(input: Record<string, unknown>, properties: readonly Property[]): Record<string, unknown> {
  const whole = Object.create(null) as Record<string, unknown>
  for (const { name } of properties) whole[name] = Object.hasOwn(input, name) ? input[name] : null
  return whole
}

function schemaOf(schema: ObjectSchema): AiSdkSchema {
  // A copy, because the AI SDK closes the objects it is given.
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
