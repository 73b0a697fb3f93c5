import { isObject } from '@atip/protocol'
import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

/** Codex calls every tool that runs a command `Bash`; the others are what it calls them towards the model. */
const SHELL_TOOLS: readonly unknown[] = ['Bash', 'shell', 'local_shell', 'exec_command', 'shell_command']

/** Modes in which Codex never prompts, even if a hook asks it to. */
const NEVER_ASKS: readonly unknown[] = ['bypassPermissions', 'dontAsk']

export const codex: AgentHost = {
  title: 'Codex',
  // Codex treats `ask`, and `allow` without a rewrite, as a hook error, and then runs the call.
  can: { allow: false, ask: false, deny: true, rewrite: true },
  deniesBy: 'exit',

  read({ hook_event_name: event, tool_name: tool, tool_input: input, cwd, permission_mode: mode }) {
    if (event !== 'PreToolUse' || !SHELL_TOOLS.includes(tool)) return { kind: 'other' }
    const command = isObject(input) ? (input.command ?? input.cmd) : undefined
    return shellEvent(command, cwd, typeof mode === 'string' && !NEVER_ASKS.includes(mode), mode)
  },

  say: () => ({}),

  settings: (command) => ({
    file: '~/.codex/config.toml',
    projectFile: '.codex/config.toml',
    text: `[[hooks.PreToolUse]]
matcher = "^Bash$"

[[hooks.PreToolUse.hooks]]
type = "command"
command = ${JSON.stringify(command)}
timeout = ${HOST_PATIENCE_SECONDS}
statusMessage = "Checking the command"`,
  }),
}
