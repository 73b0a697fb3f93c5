import { createInterface } from 'node:readline/promises'
import { command, EXIT, t, ToolError } from 'tooli'
import { wrap } from 'tooli/terminal'
import { userPolicyFile } from '@atip/guard'
import { AGENT_NAMES, AGENTS, type InstallableAgent, type InstallPlaces, type InstallScope } from '../agents/agents.js'
import { applyInstall } from '../install/apply.js'
import { managedSettings } from '../install/managed.js'
import { isPassing, ownProgram } from '../install/own-program.js'
import { planInstall, type FilePlan } from '../install/plan.js'
import { askModeFor, policyFile, STRICTNESS, STRICTNESS_WORDS, type GuardStrictness } from '../install/strictness.js'
import { surveyAgents } from '../install/survey.js'
import { HOME_ERRORS } from '../home.js'
import {
  actionOf,
  FILE_RESULT,
  INSTALL_ERRORS,
  nothingChanged,
  placesHere,
  previewOf,
  recordsHere,
  written,
} from './agent-files.js'
import { READS } from './parameters.js'

const SURVEY = t.object({
  agent: t.string(),
  title: t.string(),
  isFound: t.boolean('Its program is on PATH, or it has a configuration folder'),
  programs: t.array(t.string(), 'Its programs on PATH; the first one is started'),
  files: t.array(
    t.object({
      file: t.string(),
      role: t.string('hook, server or both'),
      scope: t.enum(['user', 'project']),
      state: t.enum(['current', 'outdated', 'absent', 'unreadable'], 'Whether it has the entries of atip'),
    }),
  ),
})

const MANAGED = t.object({ agent: t.string(), file: t.string(), text: t.string(), note: t.string() })

export const installCommand = command({
  description: 'Put the hook and the MCP server into the configuration of coding agents',
  details:
    'Shows a diff of each file and asks before it writes. Comments, order and other settings stay. The original is kept, and atip uninstall restores it. Asks once how strict to be, and writes a policy to match.',
  args: t.object({
    agents: t.array(t.enum(AGENT_NAMES), 'Which agents').optional().cli({ placeholder: 'AGENT' }),
  }),
  options: t.object({
    all: t.boolean('All agents that are found on this machine').default(false),
    project: t.boolean('For the project in this folder only').default(false),
    strict: t
      .enum(
        STRICTNESS,
        'careful asks whenever unsure; balanced allows work in the project without asking; terrible only denies, and leaves the rest to the agent',
      )
      .optional(),
    list: t.boolean('Show which agents are found and what is installed, and do nothing else').default(false),
    managed: t.boolean('Print what an administrator installs for all users, and do nothing else').default(false),
  }),
  output: t.object({
    agents: t.array(SURVEY).optional(),
    managed: t.array(MANAGED).optional(),
    files: t.array(FILE_RESULT).optional(),
    strict: t.enum(STRICTNESS).optional(),
    next: t.array(t.string(), 'What is left for you to do').optional(),
  }),
  effects: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    reversible: true,
    creates: ['configuration'],
    modifies: ['configuration'],
    deletes: [],
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  errors: { ...INSTALL_ERRORS, ...HOME_ERRORS },
  dryRun: true,
  examples: [
    { run: 'atip install --list', description: 'Which agents are found, and what is installed' },
    { run: 'atip install claude-code', description: 'For one agent' },
    { run: 'atip install --all --strict balanced --yes', description: 'In a script' },
  ],

  async run({ args, options, ctx }) {
    const places = placesHere()
    const program = ownProgram()
    if (options.list) return { agents: surveyAgents(places, { program }) }
    const agents = options.managed && args.agents === undefined ? AGENT_NAMES : chosen(args.agents, options.all)
    if (options.managed) {
      const ask = options.strict && askModeFor(options.strict)
      return { managed: agents.flatMap((agent) => managedSettings(agent, { program, ask }) ?? []) }
    }
    const strict = options.strict ?? (await askStrictness())
    const scope: InstallScope = options.project ? 'project' : 'user'
    const records = recordsHere()
    const registration = { program, ask: askModeFor(strict) }
    const plans = agents.flatMap((agent) =>
      AGENTS[agent]
        .files(places, scope, registration)
        .map((target) => planInstall(agent, target, records.read(target.file))),
    )
    const policy = userPolicyFile(places.home, places.env)
    const policyRecord = records.read(policy)
    plans.push(planInstall('policy', policyFile(policy, strict, policyRecord), policyRecord))
    const changes = plans.filter((plan) => plan.kind === 'change')
    if (changes.length > 0 && !ctx.isDryRun) {
      for (const plan of changes) ctx.log(previewOf(plan))
      if (!(await ctx.confirm('Write these changes?'))) throw nothingChanged()
    }
    for (const plan of changes) {
      if (ctx.isDryRun) ctx.log(previewOf(plan))
      await ctx.effect(`write ${plan.file}`, () => written(plan.file, () => applyInstall(plan, records)))
    }
    if (plans.some(({ kind }) => kind === 'refused')) ctx.exitWith(1)
    return {
      files: plans.map((plan) => resultOf(plan, records)),
      strict,
      next: [...(await ignoring(agents, places)), ...nextSteps(agents, scope, program)],
    }
  },

  text: async (result, screen) => (await import('../report/install-text.js')).installText(result, screen),
})

function chosen(named: readonly InstallableAgent[] | undefined, isAll: boolean): readonly InstallableAgent[] {
  if (named !== undefined && named.length > 0) return [...new Set(named)]
  const places = placesHere()
  const found = surveyAgents(places, { program: ownProgram() }).filter(({ isFound }) => isFound)
  if (isAll && found.length > 0) return found.map(({ agent }) => agent)
  const names = found.map(({ agent }) => agent)
  throw new ToolError('E3302', isAll ? 'no agent was found on this machine' : 'name an agent, or use --all', {
    exitCode: EXIT.usage,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: names.length === 0 ? `Name one of ${AGENT_NAMES.join(', ')}` : `Found here: ${names.join(', ')}`,
      example: `atip install ${names[0] ?? 'claude-code'}`,
      applicability: 'maybe_incorrect',
    },
  })
}

const INDENT = ' '.repeat(5)

/** Without a terminal, the default is the one that suits most users. */
async function askStrictness(): Promise<GuardStrictness> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return 'balanced'
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const width = process.stderr.columns || 80
    const choices = STRICTNESS.flatMap((name, index) =>
      wrap(`${name}: ${STRICTNESS_WORDS[name]}`, width - INDENT.length - 1).map(
        (line, at) => (at === 0 ? `  ${index + 1}  ` : INDENT) + line,
      ),
    )
    const answer = await lines.question(`How strict?\n${choices.join('\n')}\nChoose 1, 2 or 3 [2]: `)
    return STRICTNESS[Number(answer.trim() || '2') - 1] ?? 'careful'
  } catch (error) {
    // Ctrl-C, which readline reads as a key.
    if ((error as Error).name !== 'AbortError') throw error
    throw new ToolError('E4901', 'nothing was changed', { exitCode: EXIT.interrupted, cause: error })
  } finally {
    lines.close()
  }
}

function resultOf(plan: FilePlan, records: ReturnType<typeof recordsHere>) {
  const { agent, file, role } = plan
  const more = plan.kind === 'refused' ? { reason: plan.reason, snippet: plan.snippet } : {}
  const backup = plan.kind === 'change' && plan.original !== undefined ? { backup: records.backupOf(file) } : {}
  return { agent, file, role, action: actionOf(plan), ...more, ...backup }
}

/** An agent whose settings turn hooks off runs everything unchecked. */
async function ignoring(agents: readonly InstallableAgent[], places: InstallPlaces): Promise<string[]> {
  const { disabled } = await import('../live/diagnose.js')
  return agents.flatMap((agent) =>
    disabled(agent, places).map((why) => `${AGENTS[agent].title} ignores the hook until you turn hooks on (${why})`),
  )
}

function nextSteps(agents: readonly InstallableAgent[], scope: InstallScope, program: readonly string[]): string[] {
  const passing = isPassing(program)
  return [
    ...agents.flatMap((agent) =>
      AGENTS[agent].nextStep === undefined ? [] : [`${AGENTS[agent].title}: ${AGENTS[agent].nextStep}`],
    ),
    ...(scope === 'project' ? ['The files hold paths of this machine: do not commit them'] : []),
    ...(passing === undefined ? [] : [passing]),
    'Try it with: atip doctor --live',
  ]
}
