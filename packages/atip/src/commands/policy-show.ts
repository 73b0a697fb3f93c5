import { command, t } from 'tooli'
import { isBroken, modesOf, placeOf, sayRule, type LoadedPolicy, type Policy } from '@atip/guard'
import { homeFolder } from '../home.js'
import { READS } from './parameters.js'
import { policiesBy, POLICY_OPTIONS } from './policies.js'

const SHOWN = t.object({
  modes: t.array(t.string(), 'The modes that apply'),
  passed: t.boolean('Every file can be used; if not, everything is denied and the exit code is 1'),
  policies: t.array(
    t.object({
      source: t.enum(['org', 'user', 'project', 'command-line']),
      file: t.string(),
      mode: t.string().optional(),
      rules: t.array(
        t.object({
          says: t.string('The rule in words'),
          line: t.integer(),
          pointer: t.string(),
          because: t.string().optional(),
          isIgnored: t.boolean('It would loosen something, which this source must not'),
        }),
      ),
      repositories: t.object({ trusted: t.array(t.string()), others: t.string() }).optional(),
      auditsAllCalls: t.boolean().optional(),
      problems: t
        .array(t.object({ line: t.integer(), column: t.integer(), pointer: t.string(), message: t.string() }))
        .optional(),
    }),
    'The strongest first',
  ),
})

export const policyShowCommand = command({
  description: 'Show the rules that apply here, and where each comes from',
  options: t.object(POLICY_OPTIONS),
  output: SHOWN,
  effects: READS,
  pager: true,
  examples: [
    { run: 'atip policy show', description: 'What applies in this folder' },
    { run: 'atip policy show --policy strict.json', description: 'With an additional file' },
  ],

  async run({ options, ctx }) {
    const loaded = await policiesBy(options.policy)(process.cwd(), homeFolder())
    const whole = loaded.filter((one): one is Policy => !isBroken(one))
    const passed = whole.length === loaded.length
    if (!passed) ctx.exitWith(1)
    return { modes: [...modesOf(whole, options.mode)], passed, policies: loaded.map(shown) }
  },

  text: async (report, screen) => (await import('../report/policy-text.js')).policyText(report, screen),
})

function shown(policy: LoadedPolicy) {
  const { source, file } = policy
  if (isBroken(policy)) return { source, file, rules: [], problems: policy.problems }
  const { mode, rules, repositories, auditsAllCalls } = policy
  const onlyTightens = source === 'project' || source === 'command-line'
  return {
    source,
    file,
    ...(mode && { mode }),
    rules: rules.map((rule) => ({
      says: sayRule(rule),
      line: placeOf(policy, rule.pointer).line,
      pointer: rule.pointer,
      ...(rule.because !== undefined && { because: rule.because }),
      isIgnored: onlyTightens && rule.decision === 'allow',
    })),
    ...(repositories && { repositories: { trusted: repositories.trusted, others: repositories.others } }),
    ...(auditsAllCalls !== undefined && { auditsAllCalls }),
  }
}
