import { existsSync } from 'node:fs'
import { command, EXIT, t, ToolError } from 'tooli'
import { readBytes, toText } from '../documents/read-file.js'
import { replaceFile } from '../documents/write-file.js'
import { isBroken, projectPolicyFile, readPolicy, sayRule, userPolicyFile, withRule, type Policy } from '@atip/guard'
import { homeFolder } from '../home.js'
import { fromHome } from '../report/places.js'
import { createPolicyFile, POLICY_ERRORS, WRITES_POLICY } from './policy-file.js'

export const policyAddCommand = command({
  description: "Add a rule to your policy, or to a project's",
  details: 'The rule is JSON, as atip check suggests it. It is appended, and nothing else is changed.',
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
    const added = ruleIn(args.rule)
    const isThere = existsSync(file)
    const before = isThere ? toText(readBytes(file)) : '{\n  "version": "1",\n  "rules": []\n}\n'
    const rule = sayRule(added.rules[0]!)
    const { rules } = checked(before, file)
    if (rules.some((one) => JSON.stringify({ ...one, pointer: '/rules/0' }) === JSON.stringify(added.rules[0]))) {
      return { file, rule, added: false }
    }
    const after = withRule(before, JSON.parse(args.rule) as object)
    checked(after, file)
    await ctx.effect(`add "${rule}" to ${file}`, () =>
      isThere ? replaceFile(file, after) : createPolicyFile(file, after),
    )
    return { file, rule, added: true }
  },

  text: ({ file, rule, added }) => `${added ? 'Added to' : 'Already in'} ${fromHome(file)}: ${rule}`,
})

function ruleIn(text: string): Policy {
  const read = readPolicy(`{"rules": [${text}\n]}`, { source: 'user', file: 'rule' })
  if (isBroken(read)) {
    const problem = isJson(`[${text}\n]`) ? read.problems.map(({ message }) => message).join('; ') : 'it is not JSON'
    throw new ToolError('E1004', `the rule is not valid: ${problem}`, {
      suggestion: {
        action: 'retry_with_modified_input',
        fix: 'Write the rule in this form',
        example: `atip policy add '{"decision": "allow", "command": ["git", "push"]}'`,
        applicability: 'maybe_incorrect',
      },
    })
  }
  if (read.rules.length === 1) return read
  throw new ToolError('E1004', 'give exactly one rule')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function checked(text: string, file: string): Policy {
  const policy = readPolicy(text, { source: 'user', file })
  if (!isBroken(policy)) return policy
  const { line, column, message } = policy.problems[0]!
  throw new ToolError('E1104', `${file}:${line}:${column} cannot be used: ${message}`, {
    exitCode: EXIT.configuration,
    details: { file },
  })
}
