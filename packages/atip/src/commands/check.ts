import { command, t, ToolError } from 'tooli'
import { batchLines, textIn } from '../documents/batch.js'
import { decideLine, effectWords, type CommandDecision, type LineDecision } from '@atip/guard'
import { evidenceFor } from '../evidence.js'
import { openShownTrust } from '../known-trust.js'
import { knownTools } from '../known-tools.js'
import { READS } from './parameters.js'
import { homeFolder, machineHere } from '../home.js'
import { policiesBy, POLICY_OPTIONS } from './policies.js'

const DECISIONS = ['allow', 'ask', 'deny'] as const

/** A rule as it would be written in a policy. */
const SUGGESTED = t.object({
  decision: t.enum(['allow']),
  command: t.array(t.string()).optional(),
  exact: t.boolean().optional(),
  effects: t.record(t.boolean()).optional(),
  paths: t.array(t.string()).optional(),
  access: t.array(t.string()).optional(),
  in: t.array(t.string()).optional(),
})

const REASON = t.object({
  decision: t.enum(DECISIONS),
  rule: t.string('What decided, as a word'),
  reason: t.string('The same as a sentence'),
  command: t.string('The command it is about'),
  argv: t.array(t.string(), 'The same as words, with … for what is known only when the line runs'),
  start: t.integer('Its position in the line').optional(),
  end: t.integer().optional(),
  isInside: t.boolean('It is part of what is at that position: a quoted line, or the command of a wrapper'),
  about: t.string('What the command is for').optional(),
  effects: t.record(t.unknown(), 'Its ATIP effects; a missing field is unknown'),
  files: t.array(
    t.object({
      path: t.string('Absolute, perhaps a pattern; missing where it is known only when the line runs').optional(),
      access: t.array(t.string()).optional(),
    }),
    'The files that it names, reads or changes',
  ),
  knowledge: t
    .object({
      source: t.string('community: the curated descriptions; shell: the shell itself; none'),
      tool: t.string().optional(),
    })
    .describe('Where its description comes from'),
  trust: t
    .object({ level: t.string(), from: t.string('Where the level comes from') })
    .optional()
    .describe('How far the program is trusted; missing if its bytes were not verified on this machine'),
  builtIn: t.object({ decision: t.enum(DECISIONS), rule: t.string() }).describe('The decision without any policy'),
  policy: t
    .object({
      source: t.enum(['org', 'user', 'project', 'command-line']),
      file: t.string(),
      pointer: t.string('JSON pointer to the rule'),
      line: t.integer(),
      column: t.integer(),
      says: t.string('The rule in words'),
      because: t.string().optional(),
    })
    .optional()
    .describe('The policy rule that decided'),
  suggestion: t
    .object({ rule: SUGGESTED, covers: t.string('What it would allow') })
    .optional()
    .describe('A rule that would allow it'),
  isFinal: t.boolean('It is denied, and no rule can allow it').optional(),
})

const REPORT = t.object({
  id: t.unknown('From the batch'),
  decision: t.enum(DECISIONS),
  reasons: t.array(REASON, 'One for each command that decided'),
  line: t.string('The line that was checked').optional(),
  modes: t.array(t.string(), 'The modes that apply').optional(),
  others: t.array(REASON, 'The commands that did not decide').optional(),
})

/** The exit code for each decision, with --exit-code. */
const EXIT_CODES = { allow: 0, ask: 10, deny: 1 } as const

export const checkCommand = command({
  description: 'Decide whether a shell line may run: allow, ask or deny',
  details:
    'Parses the line as a shell would, judges every command in it by its effects, and applies the policies of the organisation, the user and the project. Nothing is run. Put the line after --, in quotes. With --batch, lines of {"id","command","cwd","home"} are read from stdin and each gets one answer.',
  args: t.object({
    line: t
      .array(t.string('A word'), 'The line; several words are joined by spaces')
      .optional()
      .cli({ placeholder: 'LINE', line: true }),
  }),
  options: t.object({
    batch: t.boolean('Judge many lines, read from stdin').default(false),
    ...POLICY_OPTIONS,
    builtIn: t.boolean('Ignore all policies').default(false),
    exitCode: t.boolean('Exit with 10 for ask and 1 for deny').default(false),
  }),
  output: t.union([REPORT, t.array(REPORT)]),
  effects: READS,
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  examples: [
    { run: "atip check -- 'git push --force origin main'", description: 'One line' },
    { run: "atip check --exit-code -- 'ls | wc -l' && echo fine", description: 'In a script' },
    { run: "atip check --mode plan -- 'mkdir build'", description: 'While planning' },
  ],

  async run({ args, options, ctx }) {
    const words = args.line ?? []
    const policiesAt = options.builtIn ? async () => [] : policiesBy(options.policy)
    const machine = machineHere()
    const lookup = knownTools(machine)
    const trustOf = openShownTrust(machine)
    const decide: Decide = async (line, { cwd, home }) => {
      const policies = await policiesAt(cwd, home)
      const evidence = evidenceFor({ cwd, home, machine, lookup })
      const decided = await decideLine(line, {
        lookup,
        cwd,
        home,
        policies,
        mode: options.mode,
        looksAtDisk: true,
        evidence,
      })
      return { ...decided, commands: decided.commands.map((one) => withTrust(one, trustOf)) }
    }
    if (options.batch) {
      if (words.length > 0) throw new ToolError('E1006', 'with --batch the lines come from stdin')
      // Whether the output is one report or a stream depends on --batch, which the types cannot express.
      return answers(decide) as never
    }
    if (words.length === 0) {
      throw new ToolError('E1005', 'give a line to check, or --batch', {
        suggestion: {
          action: 'retry_with_modified_input',
          fix: 'Put the line after --, in quotes',
          example: "atip check -- 'git push origin main'",
          applicability: 'maybe_incorrect',
        },
      })
    }
    const line = words.join(' ')
    const decided = await decide(line, HERE())
    const others = decided.commands.filter(({ decision }) => decision !== decided.decision).map(reasonOf)
    const report = { id: null, ...reportOf(decided), line, modes: decided.modes, others }
    if (options.exitCode && report.decision !== 'allow') ctx.exitWith(EXIT_CODES[report.decision])
    return report
  },

  text: async (report, screen) => {
    const { checkLineText } = await import('../report/check-line-text.js')
    return checkLineText([report].flat(), screen, effectWords)
  },
})

const HERE = () => ({ cwd: process.cwd(), home: homeFolder() })

type Decide = (line: string, places: { cwd: string; home: string }) => Promise<LineDecision>

async function* answers(decide: Decide) {
  for await (const question of batchLines()) {
    const places = {
      ...HERE(),
      ...(question.cwd !== undefined && { cwd: textIn(question, 'cwd') }),
      ...(question.home !== undefined && { home: textIn(question, 'home') }),
    }
    yield { id: question.id ?? null, ...reportOf(await decide(textIn(question, 'command'), places)) }
  }
}

/** The reasons for the decision; if it is to allow, one for each command. */
function reportOf({ decision, commands }: LineDecision) {
  return { decision, reasons: commands.filter((one) => one.decision === decision).map(reasonOf) }
}

function withTrust(one: CommandDecision, trustOf: ReturnType<typeof openShownTrust>): TrustedDecision {
  const [program] = one.argv
  const trust = program === undefined || one.knowledge.source === 'shell' ? undefined : trustOf(program)
  return trust === undefined ? one : { ...one, trust: { level: trust.level, from: trust.from } }
}

type TrustedDecision = CommandDecision & { trust?: { level: string; from: string } }

function reasonOf({ argv, span, effects, files, ...rest }: TrustedDecision) {
  return {
    ...rest,
    files: files.map(({ path, access }) => ({ ...(path && { path }), ...(access && { access: [...access] }) })),
    command: argv.join(' '),
    argv,
    ...(span && { start: span.start, end: span.end }),
    effects: { ...effects },
  }
}
