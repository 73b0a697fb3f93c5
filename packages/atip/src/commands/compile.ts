import {
  compileTools,
  renderListing,
  renderSignatures,
  type IndexEntry,
  type Provider,
  type ToolIndex,
} from 'atip-bridge'
import type { AtipTool } from '@atip/protocol'
import { command, t, ToolError, type Context } from 'tooli'
import { DOCUMENT_ERRORS } from '../documents/errors.js'
import { findFiles } from '../documents/find-files.js'
import { readToolFile } from '../documents/read-tool.js'
import { forEachFile } from './for-each-file.js'
import { FILES, READS } from './parameters.js'

const PROVIDERS = ['openai', 'openai-responses', 'gemini', 'anthropic', 'mcp', 'ai-sdk'] as const satisfies Provider[]

const INDEX = t.record(t.unknown(), 'For each name its tool, path, and the parameter of each property')

const OUTPUT = t.union([
  t.object({
    tools: t.unknown(),
    index: INDEX,
    notes: t.array(t.object({ code: t.string(), name: t.string().optional(), message: t.string() })),
  }),
  t.object({ text: t.string(), tokens: t.integer('Estimated'), index: INDEX }),
  t.array(t.record(t.unknown()), 'The tools, as the provider takes them'),
  t.record(t.unknown(), 'The tools by name, as the AI SDK takes them'),
  t.string('A listing or signatures'),
])

export const compileCommand = command({
  description: "Turn descriptions into tools in a provider's format",
  details:
    '-o raw prints only the tools, ready to be sent to the provider. A listing has one line per command, signatures a TypeScript declaration: for contexts too small for schemas. For an installed tool, pipe its description in: atip show git log -o raw | atip compile -',
  args: t.object({ files: FILES }),
  options: t.object({
    provider: t.enum(PROVIDERS, 'Whose format; needed for tools').optional().short('p'),
    strict: t.boolean('Make the provider enforce the schemas, where it can').default(false),
    format: t.enum(['tools', 'listing', 'signatures'], 'What to print').default('tools').short('f'),
    index: t.boolean('Add the index from names to commands').default(false),
  }),
  output: OUTPUT,
  effects: READS,
  errors: DOCUMENT_ERRORS,
  examples: [
    { run: 'atip compile git.json --provider openai -o raw', description: 'Tools for Chat Completions' },
    {
      run: 'atip compile git.json --provider anthropic --strict --index',
      description: 'With the way back from a call',
    },
    { run: 'atip compile shims --format listing -o raw', description: 'A line for each command' },
  ],

  async run({ args, options, ctx }) {
    const { provider, strict, format, index } = options
    const tools: AtipTool[] = []
    await forEachFile(findFiles(args.files), ctx, (file) => void tools.push(readToolFile(file)))
    if (format === 'tools') return compile(tools, provider ?? missing(), { strict, index, ctx })
    const rendering = format === 'listing' ? renderListing(tools) : renderSignatures(tools)
    const { text, tokens } = rendering
    return index ? { text, tokens, index: plainIndex(rendering.index) } : text
  },

  text: async (result) => (typeof result === 'string' ? result : JSON.stringify(result, null, 2)),
})

function compile(
  described: readonly AtipTool[],
  provider: Provider,
  { strict, index, ctx }: { strict: boolean; index: boolean; ctx: Pick<Context, 'log'> },
) {
  const compiled = compileTools(described, provider, { strict })
  const tools = provider === 'ai-sdk' ? plainSchemas(compiled.tools as AiSdkTools) : (compiled.tools as PlainTool[])
  for (const { code, name, message } of compiled.notes)
    ctx.log(`${code}${name === undefined ? '' : ` ${name}`}: ${message}`)
  return index ? { tools, index: plainIndex(compiled.index), notes: compiled.notes } : tools
}

type PlainTool = Record<string, unknown>
type AiSdkTools = ReturnType<typeof compileTools<'ai-sdk'>>['tools']

/** Replaces schemas of the AI SDK with plain JSON Schema, because functions cannot be printed. */
function plainSchemas(tools: AiSdkTools): PlainTool {
  const entries = Object.entries(tools).map(([name, tool]) => [
    name,
    { ...tool, inputSchema: tool.inputSchema.jsonSchema },
  ])
  return Object.fromEntries(entries) as PlainTool
}

function plainIndex(index: ToolIndex): PlainTool {
  return Object.fromEntries([...index].map(([name, entry]) => [name, plainEntry(entry)]))
}

/** Only the tool's name, because the caller has the description. */
function plainEntry(entry: IndexEntry): PlainTool {
  if (entry.kind === 'command') return { ...entry, tool: entry.tool.name }
  const actions = Object.entries(entry.actions).map(([name, action]) => [name, plainEntry(action)])
  return { ...entry, tool: entry.tool.name, actions: Object.fromEntries(actions) as PlainTool }
}

function missing(): never {
  throw new ToolError('E1005', '--provider is missing', { details: { parameter: 'provider' } })
}
