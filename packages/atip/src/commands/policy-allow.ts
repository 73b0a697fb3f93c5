import { ruleCommand } from './policy-rule.js'

export const policyAllowCommand = ruleCommand('allow', {
  description: 'Allow a command from now on',
  details:
    'Adds a rule to your policy. It covers the command with any further words, unless --exact is given, but never calls that destroy data, unless --effect destructive is given. A rule about code of a project holds in this folder only.',
  examples: [
    { run: 'atip policy allow git push', description: 'Every git push that destroys nothing' },
    { run: 'atip policy allow npm run build', description: 'A script of the project, in this folder' },
    { run: 'atip policy allow --exact --effect destructive -- rm -rf build', description: 'Lift one denial' },
  ],
})
