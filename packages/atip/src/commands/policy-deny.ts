import { ruleCommand } from './policy-rule.js'

export const policyDenyCommand = ruleCommand('deny', {
  description: 'Deny a command from now on',
  details:
    'Adds a rule to your policy, or with --project to that of the project. It applies however the command is written: with options before it, by its path, or after sudo.',
  examples: [
    { run: "atip policy deny --path '~/.ssh/**'", description: 'Files that no agent may touch' },
    {
      run: 'atip policy deny --project --because "Releases are made by CI" npm publish',
      description: 'In this project',
    },
  ],
})
