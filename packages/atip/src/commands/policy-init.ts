import { command, t } from 'tooli'
import { projectPolicyFile, userPolicyFile } from '@atip/guard'
import forProject from '@atip/guard/policies/project.json' with { type: 'json' }
import forUser from '@atip/guard/policies/user.json' with { type: 'json' }
import { fromHome } from '../report/places.js'
import { homeFolder } from '../home.js'
import { createPolicyFile, POLICY_ERRORS, WRITES_POLICY } from './policy-file.js'

export const policyInitCommand = command({
  description: 'Write a starter policy, for you or for a project',
  details: 'Every rule says why it is there. An existing policy is never overwritten.',
  options: t.object({
    project: t.boolean('For the project in this folder; such a policy can only tighten').default(false),
  }),
  output: t.object({ file: t.string('What was written'), rules: t.integer('How many rules are in it') }),
  effects: WRITES_POLICY,
  errors: POLICY_ERRORS,
  dryRun: true,
  examples: [
    { run: 'atip policy init', description: 'For you' },
    { run: 'atip policy init --project', description: 'For a project' },
  ],

  async run({ options, ctx }) {
    const starter = options.project ? forProject : forUser
    const file = options.project ? projectPolicyFile(process.cwd()) : userPolicyFile(homeFolder(), process.env)
    await ctx.effect(`write ${file}`, () => createPolicyFile(file, `${JSON.stringify(starter, null, 2)}\n`))
    return { file, rules: starter.rules.length }
  },

  text: ({ file, rules }) => `Wrote ${fromHome(file)} with ${rules} rules. See them with: atip policy show`,
})
