import { ruleCommand } from './policy-rule.js'

export const policyAskCommand = ruleCommand('ask', {
  description: 'Ask about a command from now on',
  details:
    'Adds a rule to your policy, or with --project to that of the project. It applies however the command is written: with options before it, by its path, or after sudo.',
  examples: [
    { run: 'atip policy ask --tool kubectl', description: 'Everything that kubectl does' },
    { run: 'atip policy ask --effect destructive', description: 'Ask instead of deny' },
  ],
})
