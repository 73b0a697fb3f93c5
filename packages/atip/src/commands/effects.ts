import { shippedShims } from '@atip/shims'
import { command, t } from 'tooli'
import { DOCUMENT_ERRORS } from '../documents/errors.js'
import { findFiles } from '../documents/find-files.js'
import { readToolFile } from '../documents/read-tool.js'
import { EFFECT_CLASSES, effectsOfCall, MEANINGS, type FollowedEffects } from '@atip/guard/effects'
import { untilLoaded } from '@atip/guard'
import { homeFolder } from '../home.js'
import { knownTools, namesOf, withDescriptions } from '../known-tools.js'
import { READS } from './parameters.js'

const LINE = {
  words: t.array(t.string()),
  verdict: t.enum(EFFECT_CLASSES),
}

const REPORT = t.object({
  ...LINE,
  meaning: t.string('The verdict in a sentence'),
  understood: t.boolean('Whether every word was understood and everything it runs is described'),
  effects: t.record(t.unknown(), 'In the words of ATIP; a field that is absent is unknown'),
  fields: t.array(
    t.object({
      field: t.string(),
      value: t.unknown(),
      source: t.object({ kind: t.enum(['tool', 'command', 'option', 'argument', 'run']), name: t.string() }),
    }),
    'Each known effect, and what said so',
  ),
  harmless: t.enum(['help', 'version', 'dry-run'], 'Set if the call only tells something').optional(),
  doubts: t.array(t.object({ word: t.string(), reason: t.string(), message: t.string() }), 'What was not understood'),
  runs: t.array(t.object(LINE), 'Commands it runs in turn'),
  paths: t.array(
    t.object({ path: t.string(), parameter: t.string(), access: t.array(t.string()).optional() }),
    'Paths among the words, and what happens to them',
  ),
  stdin: t.string('What it takes standard input for').optional(),
  incidental: t
    .object({ paths: t.array(t.string()).optional(), hosts: t.array(t.string()).optional() })
    .optional()
    .describe('What it writes or contacts only for itself: a cache, a log, a search for updates'),
})

export const effectsCommand = command({
  description: 'Show what a command line would do, without running it',
  details: 'Put the command after --, so that its options are not read as options of atip.',
  args: t.object({
    command: t
      .array(t.string('A word'), 'The command line, word by word')
      .min(1)
      .cli({ placeholder: 'COMMAND', line: true }),
  }),
  options: t.object({
    metadata: t
      .array(t.path('A description', { kind: 'file' }), 'Your own descriptions, which come before the curated ones')
      .optional()
      .short('m'),
  }),
  output: REPORT,
  effects: READS,
  pager: true,
  errors: DOCUMENT_ERRORS,
  examples: [
    { run: 'atip effects -- git push --force origin main', description: 'One command line' },
    { run: 'atip effects --metadata git.json -- git push origin main', description: 'With a description of your own' },
    { run: 'atip effects -o json -- timeout 5 rm -rf build', description: 'Through a wrapper, as JSON' },
  ],

  async run({ args, options }) {
    const tools = options.metadata === undefined ? [] : findFiles(options.metadata).map(readToolFile)
    const lookup = withDescriptions(tools, knownTools())
    const programs = () => [...tools.flatMap(namesOf), ...shippedShims().names()]
    const places = { cwd: process.cwd(), home: homeFolder() }
    return toReport(await untilLoaded(() => effectsOfCall(args.command, { lookup, programs, ...places })))
  },

  text: async (report, screen) => (await import('../report/effects-text.js')).effectsText(report, screen),
})

function toReport({ words, verdict, effects, doubts, runs, ...rest }: FollowedEffects) {
  return {
    words: [...words],
    verdict,
    meaning: MEANINGS[verdict],
    understood: doubts.length === 0,
    effects: effects as Record<string, unknown>,
    ...rest,
    doubts,
    runs: runs.map((run) => ({ words: [...run.words], verdict: run.verdict })),
  }
}
