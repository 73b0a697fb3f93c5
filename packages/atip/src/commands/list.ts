import { command, t, ToolError } from 'tooli'
import { readRegistry, registryFile } from '@atip/discover'
import { isFromRegistry, isInstalledByUser } from '@atip/discover'
import { machineHere } from '../home.js'
import { openSummaries, openTrust } from '@atip/discover'
import { shownTrust } from '../known-trust.js'
import type { Machine, RegistryEntry } from '@atip/discover'
import { effectsIn, isWorseWithOptions, openToolFacts, type ToolFacts } from '@atip/discover/search'
import { effectClassOf, EFFECT_CLASSES } from '@atip/guard/effects'
import { MACHINE_ERRORS, notScanned } from './machine.js'
import { READS } from './parameters.js'

const SOURCES = ['native', 'registry', 'shim', 'generated', 'unknown'] as const
type Source = (typeof SOURCES)[number]

/** Accepts the words of the catalog and those that the list displays. */
const WANTED: Readonly<Record<string, readonly Source[]>> = {
  native: ['native'],
  registry: ['registry'],
  curated: ['shim'],
  shim: ['shim', 'registry'],
  generated: ['generated'],
  none: ['unknown'],
  unknown: ['unknown'],
}
const WANTED_WORDS = Object.keys(WANTED) as [string, ...string[]]

const REPORT = t.object({
  tools: t.array(
    t.object({
      name: t.string(),
      path: t.string('Its first place on PATH'),
      hash: t.string('The SHA-256 of its bytes'),
      source: t.enum(
        SOURCES,
        'Where its description comes from; shim: the curated ones that come with atip, or your own',
      ),
      verdict: t.enum(EFFECT_CLASSES, 'What calling it does, in a word'),
      worseWithOptions: t.boolean('Some option makes it destructive').optional(),
      hasCommands: t.boolean('It has commands, and each has effects of its own').optional(),
      trust: t
        .object({
          level: t.string('VERIFIED, …, or NOT_CHECKED if these bytes were not verified on this machine'),
          from: t.string('Where the level comes from'),
        })
        .describe('How far the program is trusted'),
      mine: t.boolean('You installed it yourself, not from system packages'),
      description: t.string('What it is for').optional(),
      others: t.array(t.string(), 'Programs of the same name later on PATH').optional(),
    }),
    'Sorted by name',
  ),
  total: t.integer('How many tools the catalog has'),
  included: t.integer('How many of them are listed'),
  omitted: t
    .object({ count: t.integer(), reason: t.string(), next: t.string('How to see them').optional() })
    .optional(),
  filtered: t.boolean('Only what names or options asked for'),
  scanned: t.string('When the catalog last changed'),
})

export const listCommand = command({
  description: 'List the tools of this machine',
  details:
    'Reads the catalog that `atip scan` made. On a terminal you see the tools that you installed yourself; --all shows the others too. In a pipe and as JSON you get all of them.',
  args: t.object({
    pattern: t
      .array(t.string('A name, or a pattern like "git*"'), 'Only these tools')
      .optional()
      .cli({ placeholder: 'NAME' }),
  }),
  options: t.object({
    all: t.boolean('All tools, also on a terminal').default(false).short('a'),
    source: t.enum(WANTED_WORDS, 'Only tools with a description from this source').optional(),
    mine: t.boolean('Only tools you installed yourself, not from system packages').default(false),
    max: t.integer('List at most this many').min(0).optional(),
  }),
  output: REPORT,
  effects: READS,
  pager: true,
  errors: MACHINE_ERRORS,
  examples: [
    { run: 'atip list', description: 'Your own tools' },
    { run: "atip list 'git*'", description: 'By name' },
    { run: 'atip list | grep destructive', description: 'In a pipe: all tools' },
    { run: 'atip list --source native --output json', description: 'Tools that describe themselves, for programs' },
  ],

  async run({ args, options }) {
    const machine = machineHere()
    const file = registryFile(machine.places)
    const reading = readRegistry(file)
    if (reading.state === 'missing') throw notScanned()
    if (!reading.ok) {
      const { message, line, column } = reading.problem
      const where = `${JSON.stringify(file)}, line ${line}, column ${column}`
      throw new ToolError('E3212', `${where}: ${message}; run atip scan to rebuild the catalog`, { exitCode: 65 })
    }
    const { tools, updated } = reading.registry
    const fits = await matcher(args.pattern)
    const wanted = Object.entries(tools).filter(
      ([name, entry]) =>
        fits(name) &&
        (options.source === undefined || WANTED[options.source]!.includes(sourceOf(machine, name, entry))) &&
        (!options.mine || isMine(entry)),
    )
    const summaries = openSummaries(machine)
    const factsOf = openToolFacts(machine)
    const trustOf = openTrust(machine)
    const listed = wanted.slice(0, options.max).map(([name, entry]) => ({
      ...toRow(name, entry, sourceOf(machine, name, entry), summaries.of(name, entry), factsOf(name, entry)),
      trust: levelOf(entry, trustOf),
    }))
    const { all, mine, source, max } = options
    const total = Object.keys(tools).length
    return {
      tools: listed,
      total,
      included: listed.length,
      ...omission({ total, wanted: wanted.length, listed: listed.length }),
      filtered: all || mine || [args.pattern, source, max].some((one) => one !== undefined),
      scanned: updated,
    }
  },

  text: async (report, screen) => (await import('../report/list-text.js')).listText(report, screen),
})

const sourceOf = (machine: Machine, name: string, entry: RegistryEntry): Source =>
  isFromRegistry(machine, name, entry) ? 'registry' : entry.source

function toRow(
  name: string,
  entry: RegistryEntry,
  source: Source,
  description: string,
  { effects: facts, hasCommands }: ToolFacts,
) {
  const { path, hash, 'x-atip': known } = entry
  const effects = effectsIn(facts)
  return {
    name,
    path,
    hash,
    source,
    verdict: effectClassOf(effects, undefined),
    ...(isWorseWithOptions(facts) && effects.destructive !== true && { worseWithOptions: true }),
    ...(hasCommands && { hasCommands }),
    mine: isMine(entry),
    ...(description !== '' && { description }),
    ...(known?.others && { others: known.others }),
  }
}

function levelOf({ hash, 'x-atip': facts }: RegistryEntry, trustOf: ReturnType<typeof openTrust>) {
  const { level, from } = shownTrust(trustOf({ ...facts?.file, hash }))
  return { level, from }
}

function isMine({ path, 'x-atip': facts }: RegistryEntry): boolean {
  return isInstalledByUser({ path, file: { path: facts?.file.path ?? path } })
}

interface Counts {
  total: number
  wanted: number
  listed: number
}

/** The number of omitted tools and why, first those cut by --max. */
function omission({ total, wanted, listed }: Counts) {
  const omitted = (count: number, reason: string, next?: string) => ({
    omitted: { count, reason, ...(next !== undefined && { next }) },
  })
  if (listed < wanted) return omitted(wanted - listed, 'more than --max allows', 'omit --max')
  return wanted < total ? omitted(total - wanted, 'not asked for') : {}
}

async function matcher(patterns: readonly string[] | undefined): Promise<(name: string) => boolean> {
  if (patterns === undefined) return () => true
  const { nameMatcher } = await import('../documents/glob.js')
  return nameMatcher(patterns)
}
