import { command, t, ToolError } from 'tooli'
import { projectPolicyFile, sayRule, userPolicyFile } from '@atip/guard'
import { homeFolder } from '../home.js'
import { fromHome } from '../report/places.js'
import { appendRule, parsedRule, policyText, usablePolicy } from './append-rule.js'
import { POLICY_ERRORS, WRITES_POLICY } from './policy-file.js'

export const policyAddCommand = command({
  description: "Add a rule, written as JSON, to your policy or to a project's",
  details:
    'For conditions that atip policy allow, ask and deny have no options for. The rule is appended, and nothing else is changed.',
  args: t.object({
    rule: t.string('The rule: {"decision": "allow", "command": ["git", "push"]}').cli({ placeholder: 'RULE' }),
  }),
  options: t.object({ project: t.boolean('Add it to the policy of the project in this folder').default(false) }),
  output: t.object({
    file: t.string(),
    rule: t.string('The rule in words'),
    added: t.boolean('False if it was there already'),
  }),
  effects: WRITES_POLICY,
  errors: POLICY_ERRORS,
  dryRun: true,
  examples: [
    {
      run: `atip policy add '{"decision": "allow", "command": ["git", "push"]}'`,
      description: 'Always allow git push',
    },
    { run: `atip policy add --project '{"decision": "deny", "tool": "curl"}'`, description: 'No curl in this project' },
  ],

  async run({ args, options, ctx }) {
    const file = options.project ? projectPolicyFile(process.cwd()) : userPolicyFile(homeFolder(), process.env)
    const added = parsedRule(args.rule, (problem) => notValid(isJson(`[${args.rule}\n]`) ? problem : 'it is not JSON'))
    const rule = sayRule(added)
    const { rules } = usablePolicy(policyText(file), file)
    if (rules.some((one) => JSON.stringify({ ...one, pointer: '/rules/0' }) === JSON.stringify(added))) {
      return { file, rule, added: false }
    }
    await appendRule(file, args.rule, added, ctx)
    return { file, rule, added: true }
  },

  text: ({ file, rule, added }) => `${added ? 'Added to' : 'Already in'} ${fromHome(file)}: ${rule}`,
})

function notValid(problem: string): ToolError {
  return new ToolError('E1004', `the rule is not valid: ${problem}`, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Write the rule in this form',
      example: `atip policy add '{"decision": "allow", "command": ["git", "push"]}'`,
      applicability: 'maybe_incorrect',
    },
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
