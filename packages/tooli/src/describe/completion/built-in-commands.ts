import { SHELLS, type CompletionCommand, type CompletionOption } from './types.js'

/** The commands of every tool; one of the tool's own with the same name replaces it. */
export function builtInCommands(): CompletionCommand[] {
  return [
    {
      name: 'prime',
      description: 'How this tool wants to be used, for agents',
      hasOwnOptionsOnly: true,
      options: [
        option('agentId', '--agent-id', 'Who asks'),
        option('sessionId', '--session-id', 'The session the answer is for'),
        option('capabilities', '--capabilities', 'What the agent can do, as JSON'),
        option('locale', '--locale', 'Language of the answer, such as en-GB'),
        option('userRole', '--user-role', 'On whose behalf the agent works'),
      ],
    },
    {
      name: 'completion',
      description: 'Print a script that completes this tool in a shell',
      hasOwnOptionsOnly: true,
      arguments: [{ key: 'shell', description: 'The shell', choices: [...SHELLS] }],
    },
  ]
}

function option(key: string, flag: string, description: string): CompletionOption {
  return { key, flags: [flag], description, takesValue: true }
}
