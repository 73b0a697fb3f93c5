import { closest, filter, findCommand, type AtipTool } from '@atip/protocol'
import { command, EXIT, t, ToolError } from 'tooli'
import { keepKnown, openTrust, readKnown, type Known, type Wanted } from '@atip/discover'
import type { KnowOptions } from '@atip/discover/describe'
import type { Machine } from '@atip/discover'
import { machineHere } from '../home.js'
import { shownTrust } from '../known-trust.js'
import type { CatalogProgram } from '@atip/discover'
import type { CatalogFacts, ShownTool } from '../report/page/show-text.js'
import { ASKS, MACHINE_ERRORS, TOOL, toolNamed } from './machine.js'

export const showCommand = command({
  description: 'Show what a tool or one of its commands takes and does',
  details:
    "Merges all sources, strongest first: your overrides and shims, shims of registries whose signers you trust, the curated descriptions, the tool's own description, its manual page and its help. The first time, the tool is run with --help in a sandbox. The JSON output is ATIP; --commands and --depth limit it as they do for `TOOL --agent`.",
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
    sources: t.boolean('Show the source of each field').default(false),
    offline: t.boolean('Run nothing: use what is known already').default(false),
  }),
  output: t.record(t.unknown(), 'A description in ATIP'),
  effects: ASKS,
  pager: true,
  errors: { ...MACHINE_ERRORS, E3213: 'The tool has no such command' },
  examples: [
    { run: 'atip show git push', description: 'One command, as a page' },
    { run: 'atip show tar --output json', description: 'As ATIP, for programs' },
    { run: 'atip show git --depth 1 --output json', description: 'The top level only' },
  ],

  async run({ args, options, ctx }) {
    const machine = machineHere()
    const asking = { ...(!options.offline && { openSandbox }), signal: ctx.signal }
    const { program } = await toolNamed(machine, args.tool, { command: 'show', asking })
    const path = args.command ?? []
    const { commands, depth } = options
    const only = commands?.split(',').filter((one) => one !== '') ?? (path.length > 0 ? [path.join('/')] : undefined)
    const wanted = {
      path,
      depth: commands === undefined ? Math.max(0, (depth ?? 1) - 1) : 1,
      cut: { ...(only && { commands: only }), ...(depth !== undefined && { depth }) },
    }
    const known =
      readKnown(machine, program, wanted) ??
      (await learn(machine, program, wanted, {
        ...asking,
        onProgress: (done, total, text) => ctx.progress(done, total, text),
      }))
    return shown(known, program, machine, options.sources) as unknown as Record<string, unknown>
  },

  text: async (tool, screen) =>
    (await import('../report/page/show-text.js')).showText(tool as never as ShownTool, screen),
})

/** Merges all layers, which needs the whole code of discovery. The result is cached for each tool. */
async function learn(machine: Machine, program: CatalogProgram, wanted: Wanted, options: KnowOptions): Promise<Known> {
  const { knowTool } = await import('@atip/discover/describe')
  const { sourcesIn } = await import('@atip/discover/layers')
  const { path, cut } = wanted
  const { tool, sources, layers, notes, isLasting, record } = await knowTool(machine, program, {
    ...wanted,
    ...options,
  })
  const named = cut.commands?.map((one) => one.split('/')) ?? []
  const missing = [path, ...named].find((one) => one.length > 0 && findCommand(tool, one) === undefined)
  if (missing !== undefined) throw noSuchCommand(program, missing, tool)
  const part = filter(tool, cut)
  const known = { tool: part, layers, notes, sources: sourcesIn(part, sources), ...(record && { record }) }
  if (isLasting) await keepKnown(machine, program, wanted, known)
  return known
}

async function openSandbox() {
  return (await import('@atip/sandbox')).openSandbox()
}

function shown(
  { tool, layers, notes, sources, record }: Known,
  { path, file }: CatalogProgram,
  machine: Machine,
  withSources: boolean,
): ShownTool {
  const facts: CatalogFacts = {
    path,
    hash: file.hash,
    trust: shownTrust(openTrust(machine)(file)),
    layers,
    ...(notes.length > 0 && { notes }),
    ...(withSources && { sources }),
    ...(record && { registry: registryFacts(record) }),
  }
  return { ...tool, 'x-atip-catalog': facts }
}

function registryFacts({ registry, signer, isTrusted, isOrganisation, fetched }: NonNullable<Known['record']>) {
  const { acceptedBy: _, ...named } = signer ?? { identity: '' }
  return { ...registry, ...(signer && { signer: named }), isTrusted, isOrganisation, fetched }
}

function noSuchCommand({ name }: CatalogProgram, path: readonly string[], tool: AtipTool): ToolError {
  const above = path.slice(0, -1)
  const { commands = {} } = findCommand(tool, above)?.command ?? {}
  const siblings = Object.keys(above.length === 0 ? (tool.commands ?? {}) : commands).filter((word) => word !== '')
  const likely = closest(path.at(-1)!, siblings)
  const line = [name, ...above, likely].join(' ')
  return new ToolError('E3213', `${name} has no known command ${JSON.stringify(path.join(' '))}`, {
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
