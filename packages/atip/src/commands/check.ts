import { homedir } from 'node:os'
import { command, t, ToolError } from 'tooli'
import { batchLines, textIn } from '../documents/batch.js'
import { checkLine, type LineCheck } from '../guard/index.js'
import { lookupShim } from '../shims/index.js'
import { READS } from './parameters.js'

const DECISIONS = ['allow', 'ask', 'deny'] as const

const REASON = t.object({
  decision: t.enum(DECISIONS),
  rule: t.string('What decided, as a word'),
  reason: t.string('The same as a sentence'),
  command: t.string('The command it is about'),
  start: t.integer('Where it stands in the line').optional(),
  end: t.integer().optional(),
})

const REPORT = t.object({
  id: t.unknown('As it was given in the batch'),
  decision: t.enum(DECISIONS),
  reasons: t.array(REASON, 'What decided, for each command concerned'),
})

/** How the decision reads as an exit code, with --exit-code. */
const EXIT_CODES = { allow: 0, ask: 10, deny: 1 } as const

export const checkCommand = command({
  description: 'Decide whether a shell line may run: allow, ask or deny',
  details:
    'The line is read as the shell would read it, and every command in it is judged by what it does. Nothing is run. With --batch, lines of {"id","command","cwd","home"} are read from stdin and one answer is printed for each.',
  args: t.object({
    line: t
      .array(t.string('A word'), 'The line; several words are joined by spaces')
      .optional()
      .cli({ placeholder: 'LINE' }),
  }),
  options: t.object({
    batch: t.boolean('Answer many lines, read from stdin').default(false),
    exitCode: t.boolean('Exit with 10 for ask and 1 for deny').default(false),
  }),
  output: t.union([REPORT, t.array(REPORT)]),
  effects: READS,
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  examples: [
    { run: "atip check -- 'git push --force origin main'", description: 'One line' },
    { run: "atip check --exit-code -- 'ls | wc -l' && echo fine", description: 'In a script' },
  ],

  run({ args, options, ctx }) {
    const words = args.line ?? []
    if (options.batch) {
      if (words.length > 0) throw new ToolError('E1006', 'with --batch the lines come from stdin')
      // One report or a stream of them: which of the two is a matter of --batch, not of types.
      return answers() as never
    }
    if (words.length === 0) throw new ToolError('E1005', 'give a line to check, or --batch')
    const report = { id: null, ...reportOf(checkLine(words.join(' '), hereAnd({}))) }
    if (options.exitCode && report.decision !== 'allow') ctx.exitWith(EXIT_CODES[report.decision])
    return report
  },

  text: async (report, screen) => (await import('../report/check-line-text.js')).checkLineText([report].flat(), screen),
})

async function* answers() {
  for await (const question of batchLines()) yield { id: question.id ?? null, ...answerTo(question) }
}

function answerTo(question: Record<string, unknown>) {
  const places = {
    ...(question.cwd !== undefined && { cwd: textIn(question, 'cwd') }),
    ...(question.home !== undefined && { home: textIn(question, 'home') }),
  }
  return reportOf(checkLine(textIn(question, 'command'), hereAnd(places)))
}

function hereAnd(places: { cwd?: string; home?: string }) {
  return { lookup: lookupShim, cwd: process.cwd(), home: homedir(), ...places }
}

/** The reasons behind the decision; where all is well, those are the commands that were looked at. */
function reportOf({ decision, verdicts }: LineCheck) {
  return {
    decision,
    reasons: verdicts
      .filter((verdict) => verdict.decision === decision)
      .map(({ rule, reason, argv, span }) => ({
        decision,
        rule,
        reason,
        command: argv.join(' '),
        ...(span && { start: span.start, end: span.end }),
      })),
  }
}
