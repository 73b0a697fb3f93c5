import { closest, filter, findCommand, toPointer, type AtipTool } from '@atip/protocol'
import { command, EXIT, t, ToolError } from 'tooli'
import { knowTool, type KnownTool } from '../discover/machine/know-tool.js'
import { thisMachine } from '../discover/machine/machine.js'
import { layerOf, partOf, type Source } from '../discover/layers/sources.js'
import type { Program } from '../discover/types.js'
import type { CatalogFacts, ShownTool } from '../report/page/show-text.js'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

export const showCommand = command({
  description: 'Show what is known about a tool or one of its commands, and what it does',
  details:
    'Everything that describes the tool is laid over each other: your overrides, what it says itself, what registries and the shipped descriptions say, its manual page and its help. The first time, the tool is asked for its help in a sandbox. The result is ATIP; parts of it are cut with --commands and --depth as `TOOL --agent` would cut them.',
  args: t.object({
    tool: TOOL,
    command: t
      .array(t.string('A word'), 'The command of the tool: remote add')
      .optional()
      .cli({ placeholder: 'COMMAND' }),
  }),
  options: t.object({
    commands: t.string('Only these commands, separated by commas: "pr/create,issue"').optional(),
    depth: t.integer('How many levels of commands').min(0).max(8).optional(),
    sources: t.boolean('Tell for each field where it comes from').default(false),
    offline: t.boolean('Ask nobody: use what is known already').default(false),
  }),
  output: t.record(t.unknown(), 'A description in ATIP'),
  effects: ASKS,
  errors: { ...MACHINE_ERRORS, E3213: 'The tool has no such command' },
  examples: [
    { run: 'atip show git push', description: 'One command, as a page' },
    { run: 'atip show tar --output json', description: 'For programs, as ATIP' },
    { run: 'atip show git --depth 1 --output json', description: 'The top level only' },
  ],

  async run({ args, options, ctx }) {
    const machine = thisMachine()
    const { program } = await toolNamed(machine, args.tool)
    const path = args.command ?? []
    const known = await knowTool(machine, program, {
      path,
      depth: options.commands === undefined ? Math.max(0, (options.depth ?? 1) - 1) : 1,
      ...(!options.offline && { openSandbox }),
      signal: ctx.signal,
      onProgress: (done, total, text) => ctx.progress(done, total, text),
    })
    if (path.length > 0 && findCommand(known.tool, path) === undefined) throw noSuchCommand(program, path, known.tool)
    return shownPart(known, program, path, options) as unknown as Record<string, unknown>
  },

  text: async (tool, screen) =>
    (await import('../report/page/show-text.js')).showText(tool as never as ShownTool, screen),
})

async function openSandbox() {
  return (await import('../sandbox/index.js')).openSandbox()
}

interface Cut {
  commands?: string | undefined
  depth?: number | undefined
  sources: boolean
}

function shownPart(
  known: KnownTool,
  program: Program,
  path: readonly string[],
  { commands, depth, sources }: Cut,
): ShownTool {
  const wanted = commands?.split(',').filter((one) => one !== '') ?? (path.length > 0 ? [path.join('/')] : undefined)
  const part = filter(known.tool, {
    ...(wanted && { commands: wanted }),
    ...(depth !== undefined ? { depth } : {}),
  })
  const facts: CatalogFacts = {
    path: program.path,
    hash: program.file.hash,
    layers: known.layers,
    ...(known.notes.length > 0 && { notes: known.notes }),
    ...(sources && { sources: sourcesFor(known, part) }),
  }
  return { ...part, 'x-atip-catalog': facts }
}

/** Where things come from, by JSON pointer: the nearest one above a field counts. Only what is shown is told of. */
function sourcesFor({ sources }: KnownTool, part: AtipTool): Record<string, string> {
  const told: Record<string, string> = {}
  const tell = (value: unknown, source: Source, keys: string[], above: string | undefined) => {
    const layer = layerOf(source)
    if (layer !== above) told[toPointer(keys)] = layer
    if (typeof source === 'string' || typeof value !== 'object' || value === null) return
    for (const [key, below] of Object.entries(value)) tell(below, partOf(source, key), [...keys, key], layer)
  }
  tell(part, sources, [], undefined)
  return told
}

function noSuchCommand({ name }: Program, path: readonly string[], tool: AtipTool): ToolError {
  const above = path.slice(0, -1)
  const { commands = {} } = findCommand(tool, above)?.command ?? {}
  const siblings = Object.keys(above.length === 0 ? (tool.commands ?? {}) : commands).filter((word) => word !== '')
  const likely = closest(path.at(-1)!, siblings)
  const line = [name, ...above, likely].join(' ')
  return new ToolError('E3213', `${name} has no command ${JSON.stringify(path.join(' '))} that is known`, {
    exitCode: EXIT.noInput,
    ...(likely !== undefined && {
      suggestion: {
        action: 'retry_with_modified_input',
        fix: `Did you mean ${line}?`,
        example: `atip show ${line}`,
        applicability: 'maybe_incorrect',
      },
    }),
  })
}
