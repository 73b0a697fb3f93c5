import { asSchema } from 'ai'
import type { Provider } from '../../src/types.js'
import type { Report } from './problem.js'
import { isSchema, placesIn, type Place, type Schema } from './places.js'

/** The parts that a tool has for every provider. */
export interface View {
  name: string
  description: unknown
  schema: Schema
  /** The schema and every schema inside it. */
  places: readonly Place[]
  strict: unknown
  /** The object that holds all this, for rules about one provider's own fields. */
  tool: Schema
}

const KEYS: Record<Provider, readonly string[]> = {
  openai: ['name', 'description', 'parameters', 'strict'],
  'openai-responses': ['type', 'name', 'description', 'parameters', 'strict', 'defer_loading'],
  anthropic: [
    'type',
    'name',
    'description',
    'input_schema',
    'strict',
    'defer_loading',
    'cache_control',
    'input_examples',
  ],
  gemini: ['name', 'description', 'parametersJsonSchema', 'behavior', 'response', 'responseJsonSchema'],
  mcp: ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'],
  'ai-sdk': ['name', 'type', 'title', 'description', 'inputSchema', 'strict', 'inputExamples', 'providerOptions'],
}

const SCHEMA_KEY: Record<Provider, string> = {
  openai: 'parameters',
  'openai-responses': 'parameters',
  anthropic: 'input_schema',
  gemini: 'parametersJsonSchema',
  mcp: 'inputSchema',
  'ai-sdk': 'inputSchema',
}

/** Reads compiled tools as one provider would, and reports what that provider would not recognise. */
export function viewsOf(provider: Provider, tools: unknown, report: Report): View[] {
  return entriesOf(provider, tools, report).map((tool) => {
    const name = typeof tool.name === 'string' ? tool.name : ''
    for (const key of Object.keys(tool)) {
      if (!KEYS[provider].includes(key)) report(name, 'unknown-field', '', key)
      else if (tool[key] === undefined) report(name, 'undefined-field', '', key)
    }
    const given = tool[SCHEMA_KEY[provider]]
    const schema = provider === 'ai-sdk' ? readByAiSdk(given) : given
    if (!isSchema(schema)) report(name, 'no-schema', '', schema)
    const root = isSchema(schema) ? schema : {}
    const { description, strict } = tool
    // Computed on demand: not every check needs all places, and there are millions.
    let places: readonly Place[] | undefined
    return {
      name,
      description,
      schema: root,
      get places() {
        return (places ??= placesIn(root))
      },
      strict,
      tool,
    }
  })
}

function entriesOf(provider: Provider, tools: unknown, report: Report): Schema[] {
  if (provider === 'ai-sdk') {
    if (!isSchema(tools)) return wrongShape(tools, report)
    return Object.entries(tools).map(([name, tool]) => ({ ...(tool as Schema), name }))
  }
  if (!Array.isArray(tools)) return wrongShape(tools, report)
  return (tools as Schema[]).map((tool) => {
    const isFunction = provider !== 'openai' && provider !== 'openai-responses' ? true : tool.type === 'function'
    if (!isFunction) report('', 'not-a-function', '', tool.type)
    if (provider !== 'openai') return tool
    for (const key of Object.keys(tool)) if (key !== 'type' && key !== 'function') report('', 'unknown-field', '', key)
    return isSchema(tool.function) ? tool.function : {}
  })
}

function wrongShape(tools: unknown, report: Report): Schema[] {
  report('', 'wrong-collection', '', typeof tools)
  return []
}

/** Reads a schema as the AI SDK does: its own schemas, standard schemas, and functions that return one. */
function readByAiSdk(inputSchema: unknown): unknown {
  try {
    return asSchema(inputSchema as Parameters<typeof asSchema>[0]).jsonSchema
  } catch (error) {
    return String(error)
  }
}
