import { closest, type Effects } from '@atip/protocol'
import { command, EXIT, t, ToolError } from 'tooli'
import { effectsIn, isWorseWithOptions } from '@atip/discover/search'
import { MATCH_FIELDS, type Match } from '@atip/discover/search'
import { machineHere } from '../home.js'
import { searchableCatalog } from '@atip/discover/search'
import { machineIndex } from '@atip/discover/search'
import { asksForSomething, LONGEST_QUERY, readQuestion } from '@atip/discover/search'
import type { SearchIndex } from '@atip/discover/search'
import { hasTool, search, toolNames, type Found, type SearchHit } from '@atip/discover/search'
import { FILE_ERRORS } from '../documents/errors.js'
import { effectClassOf, EFFECT_CLASSES } from '@atip/guard/effects'
import { READS } from './parameters.js'

const HIT = t.object({
  name: t.string('What to call: "git push"'),
  tool: t.string(),
  command: t.string('The command below the tool; empty for the tool itself'),
  description: t.string(),
  verdict: t.enum(EFFECT_CLASSES, 'What it does, in a word'),
  effects: t.record(t.unknown(), 'ATIP effects; a missing field is unknown'),
  worseWithOptions: t.boolean('Some option or argument makes it destructive').optional(),
  score: t.number('How well it matches; comparable within one answer only'),
  matched: t.array(
    t.object({
      word: t.string('A word of the query'),
      field: t.enum(MATCH_FIELDS, 'Where it was found'),
      synonym: t.string('The synonym that was found instead').optional(),
    }),
    'Why it was found',
  ),
  why: t.string('The matches as a sentence, with --verbose').optional(),
})

const REPORT = t.object({
  query: t.string(),
  hits: t.array(HIT, 'Best first'),
  total: t.integer('How many commands match'),
  included: t.integer('How many of them are listed'),
  omitted: t
    .object({ reason: t.string(), safetyAssumption: t.string() }, 'Set if there are more than are listed')
    .optional(),
})

const ANSWER = t.object({
  id: t.unknown('From the batch'),
  hits: t.array(t.string(), 'Names, best first'),
  problem: t.string('Why this query has no answer').optional(),
})

export const searchCommand = command({
  description: 'Find the command for a task, in plain words',
  details:
    'Ranks every known command of this machine by its name, description and options, and shows what each does. --catalog searches a file instead. With --batch, lines of {"id","query"} are read from stdin and each gets one answer.',
  args: t.object({
    query: t.array(t.string('A word'), 'What you want to do, or a name').optional().cli({ placeholder: 'QUERY' }),
  }),
  options: t.object({
    limit: t.integer('List at most this many').min(1).max(1000).default(10).short('n'),
    tool: t.string('Only commands of this tool').optional(),
    catalog: t
      .path('Search this file instead: a line {"name","description"} for each command', { kind: 'file' })
      .optional(),
    batch: t.boolean('Answer many queries, read from stdin').default(false),
  }),
  output: t.union([REPORT, t.array(ANSWER)]),
  // A missing index is built.
  effects: { ...READS, filesystem: { read: true, write: true, delete: false }, creates: ['the search index'] },
  errors: {
    ...FILE_ERRORS,
    E1103: 'A line of the catalog is not a command',
    E3300: 'This machine has not been scanned yet',
  },
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  examples: [
    { run: 'atip search delete merged branches', description: 'Find a command for a task' },
    { run: 'atip search --tool git undo a commit -v', description: 'Among the commands of one tool, with reasons' },
    { run: 'atip search --catalog commands.jsonl resize a picture', description: 'In a catalog of your own' },
  ],

  async run({ args, options, ctx }) {
    const words = args.query ?? []
    if (options.batch) {
      if (words.length > 0) throw new ToolError('E1006', 'with --batch the queries come from stdin')
      if (options.catalog === '-') throw new ToolError('E1004', 'with --batch the catalog cannot come from stdin, too')
      // Whether the output is one report or a stream depends on --batch, which the types cannot express.
      return answers(await indexFor(options), options) as never
    }
    const query = words.join(' ')
    if (query.trim() === '') {
      throw new ToolError('E1005', 'give a query that says what you want to do, or --batch', {
        suggestion: {
          action: 'retry_with_modified_input',
          fix: 'Say what you want to do, in plain words',
          example: 'atip search find large files',
          applicability: 'maybe_incorrect',
        },
      })
    }
    const { found, problem } = ask(await indexFor(options), query, options)
    if (problem !== undefined) throw new ToolError('E1004', problem)
    return {
      query,
      hits: found.hits.map((hit) => toReport(hit, ctx.verbosity > 0)),
      total: found.total,
      included: found.hits.length,
      ...(found.total > found.hits.length && { omitted: OMITTED }),
    }
  },

  text: async (report, screen) => (await import('../report/search-text.js')).searchText(report, screen),
})

/** As in partial discovery (RFC 3.1.1): hits that are not listed may do anything. */
const OMITTED = { reason: 'size-limited', safetyAssumption: 'unknown' }

interface Settings {
  limit: number
  tool: string | undefined
  catalog: string | undefined
  batch: boolean
}

async function* answers(index: SearchIndex, settings: Settings) {
  // Loaded lazily, because a single query does not read lines.
  const { batchLines, textIn } = await import('../documents/batch.js')
  for await (const question of batchLines()) {
    const { found, problem } = ask(index, textIn(question, 'query'), settings)
    yield { id: question.id ?? null, hits: found.hits.map(({ name }) => name), ...(problem && { problem }) }
  }
}

/** The hits of a query. If there are none because of the query itself, also its problem. */
function ask(index: SearchIndex, query: string, { limit, tool }: Settings): { found: Found; problem?: string } {
  if (query.length > LONGEST_QUERY) {
    const problem = `the query has ${query.length} characters, at most ${LONGEST_QUERY} are allowed; use one sentence`
    return { found: { hits: [], total: 0 }, problem }
  }
  const found = search(index, query, { limit, ...(tool !== undefined && { tool }) })
  if (found.total > 0 || asksForSomething(readQuestion(query))) return { found }
  const shown = JSON.stringify(query.length > 60 ? `${query.slice(0, 60)}…` : query)
  return { found, problem: `no word of the query ${shown} says what you want to do; name an action and an object` }
}

async function indexFor({ catalog, tool, batch }: Settings): Promise<SearchIndex> {
  const index = catalog === undefined ? await indexOfMachine(!batch) : await indexOfFile(catalog)
  if (index === undefined) throw (await import('./machine.js')).notScanned()
  if (tool === undefined || hasTool(index, tool)) return index
  const likely = closest(tool, toolNames(index))
  const advice = likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`
  throw new ToolError('E1004', `there is no tool ${JSON.stringify(tool)} in the catalog${advice}`)
}

async function indexOfMachine(isForOneQuery: boolean): Promise<SearchIndex | undefined> {
  return machineIndex(searchableCatalog(machineHere()), { isForOneQuery })
}

/** Built for each run; --batch shares it among many queries. */
async function indexOfFile(file: string): Promise<SearchIndex> {
  const { buildIndex } = await import('@atip/discover/search')
  const { CatalogLineError, entriesInLines } = await import('@atip/discover/search')
  const { readBytes, toText } = await import('../documents/read-file.js')
  try {
    return buildIndex(entriesInLines(toText(readBytes(file))))
  } catch (error) {
    if (!(error instanceof CatalogLineError)) throw error
    const { message, line } = error
    throw new ToolError('E1103', `${JSON.stringify(file)}: ${message}`, {
      details: { file, line },
      exitCode: EXIT.dataFormat,
    })
  }
}

function toReport({ effects: facts, score, matched, ...text }: SearchHit, isVerbose: boolean) {
  const effects: Effects = effectsIn(facts)
  return {
    ...text,
    verdict: effectClassOf(effects, undefined),
    effects: effects as Record<string, unknown>,
    ...(isWorseWithOptions(facts) && effects.destructive !== true && { worseWithOptions: true }),
    score: Math.round(score * 100) / 100,
    matched,
    ...(isVerbose && { why: inWords(matched) }),
  }
}

const PLACES = { name: 'its name', description: 'its description', parameter: 'an option', hint: 'a hint' } as const

function inWords(matched: readonly Match[]): string {
  const places = MATCH_FIELDS.flatMap((field) => {
    const words = matched.filter((match) => match.field === field).map(spoken)
    return words.length === 0 ? [] : [`${words.join(', ')} in ${PLACES[field]}`]
  })
  return places.join('; ')
}

function spoken({ word, synonym }: Match): string {
  return synonym === undefined ? word : `${word} (as ${synonym})`
}
