import { command, t, ToolError } from 'tooli'
import { readRegistry, registryFile } from '@atip/discover'
import { isInstalledByUser } from '@atip/discover'
import { thisMachine } from '@atip/discover'
import { openSummaries } from '@atip/discover'
import type { Entry } from '@atip/discover'
import { MACHINE_ERRORS, notScanned } from './machine.js'
import { READS } from './parameters.js'

const SOURCES = ['native', 'shim', 'generated', 'unknown'] as const

const REPORT = t.object({
  tools: t.array(
    t.object({
      name: t.string(),
      path: t.string('Where PATH leads'),
      hash: t.string('Of its bytes'),
      source: t.enum(SOURCES, 'Where what is known about it comes from'),
      description: t.string('What it is for').optional(),
      others: t.array(t.string(), 'Programs of the same name further down in PATH').optional(),
    }),
    'Sorted by name',
  ),
  total: t.integer('How many tools the catalog has'),
  included: t.integer('How many of them are listed'),
  omitted: t
    .object({ count: t.integer(), reason: t.string(), next: t.string('How to see them').optional() })
    .optional(),
  scanned: t.string('When the catalog last changed'),
})

export const listCommand = command({
  description: 'List the tools of this machine',
  details:
    'Reads the catalog that `atip scan` made. Tools about which nothing at all is known are counted, and listed with --all.',
  args: t.object({
    pattern: t
      .array(t.string('A name, or a pattern like "git*"'), 'Only these tools')
      .optional()
      .cli({ placeholder: 'NAME' }),
  }),
  options: t.object({
    all: t.boolean('Also tools about which nothing is known').default(false).short('a'),
    source: t.enum(SOURCES, 'Only what is known from there').optional(),
    mine: t.boolean('Only what you installed yourself, outside the packages of the system').default(false),
    max: t.integer('How many to list at most').min(0).optional(),
  }),
  output: REPORT,
  // What tools are for is kept once it was read.
  effects: { ...READS, filesystem: { read: true, write: true, delete: false }, creates: ['summaries in the cache'] },
  errors: MACHINE_ERRORS,
  examples: [
    { run: 'atip list', description: 'Everything that something is known about' },
    { run: "atip list 'git*' --all", description: 'By name' },
    { run: 'atip list --source native --output json', description: 'Tools that describe themselves, for programs' },
  ],

  async run({ args, options }) {
    const machine = thisMachine()
    const file = registryFile(machine.places)
    const reading = readRegistry(file)
    if (reading.state === 'missing') throw notScanned()
    if (!reading.ok) {
      const { message, line, column } = reading.problem
      const where = `${JSON.stringify(file)}, line ${line}, column ${column}`
      throw new ToolError('E3212', `${where}: ${message}; atip scan makes the catalog anew`, { exitCode: 65 })
    }
    const { tools, updated } = reading.registry
    const fits = await matcher(args.pattern)
    const wanted = Object.entries(tools).filter(
      ([name, entry]) =>
        fits(name) &&
        (options.source === undefined || entry.source === options.source) &&
        (!options.mine || isMine(entry)),
    )
    const summaries = openSummaries(machine)
    const rows = wanted.map(([name, entry]) => toRow(name, entry, summaries.of(name, entry)))
    summaries.keep()
    const isAsked = options.all || options.source !== undefined || args.pattern !== undefined
    const shown = isAsked ? rows : rows.filter(isKnown)
    const listed = options.max === undefined ? shown : shown.slice(0, options.max)
    const total = Object.keys(tools).length
    return {
      tools: listed,
      total,
      included: listed.length,
      ...omission({ total, wanted: wanted.length, shown: shown.length, listed: listed.length }),
      scanned: updated,
    }
  },

  text: async (report, screen) => (await import('../report/list-text.js')).listText(report, screen),
})

function toRow(name: string, { path, hash, source, 'x-atip': facts }: Entry, description: string) {
  const { others } = facts ?? {}
  return { name, path, hash, source, ...(description !== '' && { description }), ...(others && { others }) }
}

function isKnown({ source, description }: ReturnType<typeof toRow>): boolean {
  return source !== 'unknown' || description !== undefined
}

function isMine({ path, 'x-atip': facts }: Entry): boolean {
  return isInstalledByUser({ path, file: { path: facts?.file.path ?? path } })
}

interface Counts {
  total: number
  /** Whatever was asked for. */
  wanted: number
  /** Of these, what something is known about, unless all were asked for. */
  shown: number
  listed: number
}

/** What is missing, the nearest reason first. */
function omission({ total, wanted, shown, listed }: Counts) {
  const omitted = (count: number, reason: string, next?: string) => ({
    omitted: { count, reason, ...(next !== undefined && { next }) },
  })
  if (listed < shown) return omitted(shown - listed, 'more than --max allows', 'leave out --max')
  if (shown < wanted) return omitted(wanted - shown, 'nothing is known about them', 'atip list --all')
  return wanted < total ? omitted(total - wanted, 'not asked for') : {}
}

async function matcher(patterns: readonly string[] | undefined): Promise<(name: string) => boolean> {
  if (patterns === undefined) return () => true
  const { nameMatcher } = await import('../documents/glob.js')
  return nameMatcher(patterns)
}
