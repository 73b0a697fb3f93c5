import { existsSync } from 'node:fs'
import { command, EXIT, t, ToolError } from 'tooli'
import { sayRule, userPolicyFile } from '@atip/guard'
import { FILE_ERRORS } from '../documents/errors.js'
import { homeFolder } from '../home.js'
import { knownTools } from '../known-tools.js'
import { learnFrom, type LearnedRule } from '../learn/learn.js'
import { fromHome } from '../report/places.js'
import { AGENTS, type AgentName } from '../transcripts/agents.js'
import { collectLines } from '../transcripts/collect-lines.js'
import { findTranscripts } from '../transcripts/find-transcripts.js'
import { appendRule, parsedRule, policyText, usablePolicy } from './append-rule.js'
import { READS } from './parameters.js'
import { policiesBy, POLICY_OPTIONS } from './policies.js'
import { POLICY_ERRORS } from './policy-file.js'

export const learnCommand = command({
  description: 'Suggest rules that would save most questions, from transcripts of agents',
  details:
    'Replays the shell lines that agents wanted to run, decides about each as of today, and shows which rules would have saved how many questions. Nothing of a transcript is run, values that look like secrets are hidden, and no rule is added unless --apply is given. Without files, the transcripts of Claude Code and Codex in your home folder are read, the newest first.',
  args: t.object({
    files: t
      .array(t.path('A file', { kind: 'any' }), 'Transcripts, or folders with .jsonl files')
      .optional()
      .cli({ placeholder: 'FILE' }),
  }),
  options: t.object({
    claudeCode: t.boolean('Read the transcripts of Claude Code').default(false),
    codex: t.boolean('Read the transcripts of Codex').default(false),
    rules: t.integer('How many rules to show at most').min(1).default(10),
    limit: t.integer('How many different lines to look at; further ones are left out').min(1).default(100_000),
    apply: t
      .integer('Add the rule with this number to your policy')
      .min(1)
      .optional()
      .cli({ effects: { filesystem: { write: true } } }),
    ...POLICY_OPTIONS,
  }),
  output: t.object({
    files: t.integer('How many transcripts were read'),
    commands: t.integer('How many shell lines they have'),
    allowed: t.integer(),
    asked: t.integer(),
    denied: t.integer(),
    left: t.integer('Questions that would be left with all of these rules'),
    leftOut: t.integer('Commands that were not looked at, because of --limit'),
    badRecords: t.integer('Lines of transcripts that cannot be read'),
    unreadable: t.array(t.string(), 'Files that cannot be read, and why'),
    rules: t.array(
      t.object({
        questions: t.integer('How many questions it helps to answer'),
        rule: t.record(t.unknown(), 'As it would be written in a policy'),
        covers: t.string('What it would allow'),
        command: t.string('The command that adds it'),
        examples: t.array(t.string()),
        others: t.array(
          t.object({ line: t.string(), reason: t.string() }),
          'What it would also let through, asked about for another reason',
        ),
      }),
    ),
    added: t.string('What --apply did').optional(),
  }),
  effects: READS,
  errors: { ...FILE_ERRORS, ...POLICY_ERRORS },
  dryRun: true,
  pager: true,
  examples: [
    { run: 'atip learn', description: 'From all transcripts of your agents' },
    { run: 'atip learn --claude-code --rules 5', description: 'From those of Claude Code, the best five rules' },
    { run: 'atip learn sessions --apply 1', description: 'From a folder, and add the first rule' },
  ],

  async run({ args, options, ctx }) {
    const home = homeFolder()
    const files = findTranscripts(args.files ?? foldersOf(options, home))
    const { lines, ...counted } = await collectLines(files, options.limit)
    const replaying = { lookup: knownTools(), home, mode: options.mode, policiesAt: policiesBy(options.policy) }
    const lesson = await learnFrom(lines, replaying, options.rules)
    const report = { files: files.length, ...counted, ...lesson }
    if (options.apply === undefined) return report
    const wanted = lesson.rules[options.apply - 1]
    if (wanted === undefined) {
      throw new ToolError('E1004', `there is no rule ${options.apply}; ${lesson.rules.length} were found`)
    }
    const file = userPolicyFile(home, process.env)
    return { ...report, added: await apply(wanted, file, ctx) }
  },

  text: async (report, screen) => (await import('../report/learn-text.js')).learnText(report, screen),
})

/** The transcript folders of the chosen agents; without a choice, those that exist. */
function foldersOf(options: { claudeCode: boolean; codex: boolean }, home: string): string[] {
  const chosen: AgentName[] = [
    ...(options.claudeCode ? (['claude-code'] as const) : []),
    ...(options.codex ? (['codex'] as const) : []),
  ]
  const names = chosen.length > 0 ? chosen : (Object.keys(AGENTS) as AgentName[])
  const folders = names.map((name) => AGENTS[name].folder(home, process.env))
  const found = folders.filter((folder) => existsSync(folder))
  if (found.length > 0) return found
  throw new ToolError(
    'E1100',
    `there are no transcripts in ${folders.map((one) => fromHome(one, home)).join(' or ')}`,
    {
      exitCode: EXIT.noInput,
      suggestion: {
        action: 'retry_with_modified_input',
        fix: 'Name the files or folders',
        example: 'atip learn ~/transcripts',
        applicability: 'has_placeholders',
      },
    },
  )
}

async function apply({ rule }: LearnedRule, file: string, ctx: Parameters<typeof appendRule>[3]): Promise<string> {
  const text = JSON.stringify(rule)
  const parsed = parsedRule(text, (problem) => new ToolError('E1004', `the rule is not valid: ${problem}`))
  usablePolicy(policyText(file), file)
  await appendRule(file, text, parsed, ctx)
  return `Added to ${fromHome(file)}: ${sayRule(parsed)}`
}
