import { command, t } from 'tooli'
import { userPolicyFile } from '@atip/guard'
import { AGENT_NAMES, AGENTS, isAgentName, type AgentFile } from '../agents/agents.js'
import { applyUninstall } from '../install/apply.js'
import { ownProgram } from '../install/own-program.js'
import { planUninstall, type FilePlan, type PlanOwner } from '../install/plan.js'
import { policyFile } from '../install/strictness.js'
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

export const uninstallCommand = command({
  description: 'Take the hook and the MCP server out of the configuration of coding agents',
  details:
    'Restores each file to the byte if it is as atip install left it. If it was changed since, only the entries of atip are removed. Without AGENT, all agents are meant. The policy is removed with the last agent, unless it was changed.',
  args: t.object({
    agents: t.array(t.enum(AGENT_NAMES), 'Which agents').optional().cli({ placeholder: 'AGENT' }),
  }),
  options: t.object({ project: t.boolean('From the project in this folder only').default(false) }),
  output: t.object({ files: t.array(FILE_RESULT) }),
  effects: {
    ...READS,
    filesystem: { read: true, write: true, delete: true },
    destructive: false,
    reversible: true,
    creates: [],
    modifies: ['configuration'],
    deletes: [],
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  errors: { ...INSTALL_ERRORS, ...HOME_ERRORS },
  dryRun: true,
  examples: [{ run: 'atip uninstall codex', description: 'From one agent' }],

  async run({ args, options, ctx }) {
    const places = placesHere()
    const records = recordsHere()
    const agents = args.agents !== undefined && args.agents.length > 0 ? args.agents : AGENT_NAMES
    const registration = { program: ownProgram() }
    const targets: [PlanOwner, AgentFile][] = agents.flatMap((agent) =>
      AGENTS[agent]
        .files(places, options.project ? 'project' : 'user', registration)
        .toReversed()
        .map((target): [PlanOwner, AgentFile] => [agent, target]),
    )
    const gone = new Set(targets.map(([, { file }]) => file))
    const isLast = records.all().every(({ file, agent }) => gone.has(file) || !isAgentName(agent))
    const policy = userPolicyFile(places.home, places.env)
    const policyRecord = records.read(policy)
    if (isLast && policyRecord !== undefined) targets.push(['policy', policyFile(policy, 'balanced', policyRecord)])
    const plans = targets
      .map(([agent, target]) => planUninstall(agent, target, records.read(target.file)))
      .filter((plan) => plan.kind !== 'unchanged')
    const changes = plans.filter((plan) => plan.kind === 'change')
    for (const plan of changes) ctx.log(previewOf(plan))
    if (changes.length > 0 && !ctx.isDryRun && !(await ctx.confirm('Write these changes?'))) throw nothingChanged()
    for (const plan of changes) {
      await ctx.effect(`write ${plan.file}`, () => written(plan.file, () => applyUninstall(plan, records)))
    }
    if (plans.some(({ kind }) => kind === 'refused')) ctx.exitWith(1)
    return { files: plans.map(resultOf) }
  },

  text: async (result, screen) => (await import('../report/install-text.js')).installText(result, screen),
})

function resultOf(plan: FilePlan) {
  const { agent, file, role } = plan
  const reason = plan.kind === 'refused' ? { reason: plan.reason } : {}
  return { agent, file, role, action: actionOf(plan), ...reason }
}
