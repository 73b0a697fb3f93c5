import { AGENT_NAMES } from '../agent-places.js'
import { BUILT_IN_WORDS } from '../built-in-words.js'
import { SHELLS, type CompletionCommand, type CompletionOption } from './types.js'

/** The built-in commands; a tool's own command with the same name replaces one. */
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
    written('skill', { key: 'force', flags: ['--force'], description: 'Write over a file written by hand' }),
    {
      name: 'docs',
      description: BUILT_IN_WORDS.docs,
      options: [{ key: 'check', flags: ['--check'], description: 'Write nothing; fail if a page is out of date' }],
      arguments: [{ key: 'folder', description: 'The folder', path: 'directories' }],
    },
    {
      name: 'mcp',
      description: BUILT_IN_WORDS.mcp,
      options: [
        { key: 'user', flags: ['--user'], description: 'For all projects of the user' },
        { key: 'force', flags: ['--force'], description: 'Replace another server of the same name' },
      ],
      arguments: [
        { key: 'action', description: 'What to do', choices: ['add', 'remove'] },
        { key: 'agent', description: 'The agent', choices: [...AGENT_NAMES] },
      ],
    },
    written('contract', { key: 'strict', flags: ['--strict'], description: 'With --check, fail on any change' }),
    {
      name: 'completion',
      description: 'Print a script that completes this tool in a shell',
      hasOwnOptionsOnly: true,
      arguments: [{ key: 'shell', description: 'The shell', choices: [...SHELLS, 'install', 'uninstall'] }],
    },
  ]
}

/** A command that writes a file, or checks that it is up to date. */
function written(name: keyof typeof BUILT_IN_WORDS, own: CompletionOption): CompletionCommand {
  const check = { key: 'check', flags: ['--check'], description: 'Write nothing; fail if the file is out of date' }
  return {
    name,
    description: BUILT_IN_WORDS[name],
    options: [check, own],
    arguments: [{ key: 'file', description: 'The file', path: 'files' }],
  }
}

function option(key: string, flag: string, description: string): CompletionOption {
  return { key, flags: [flag], description, takesValue: true }
}
