import { isObject } from '@atip/protocol/calls'
import { toolEvent, type FileTools } from './file-tools.js'
import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

/** Codex reports every tool that runs a command as `Bash`; the other names are those that the model sees. */
export const SHELL_TOOLS: readonly unknown[] = ['Bash', 'shell', 'local_shell', 'exec_command', 'shell_command']

const FILE_TOOLS: FileTools = {
  apply_patch: [{ key: 'command', does: 'patch' }],
  view_image: [{ key: 'path', does: 'read' }],
}

const MATCHER = `^(${['Bash', ...Object.keys(FILE_TOOLS), 'mcp__.+'].join('|')})$`

const SERVERS = { prefix: 'mcp__', own: 'mcp__atip__' }

/** Modes in which Codex never prompts, even if a hook asks it to. */
const NEVER_ASKS: readonly unknown[] = ['bypassPermissions', 'dontAsk']

export const codex: AgentHost = {
  title: 'Codex',
  // Codex treats `ask`, and `allow` without a rewrite, as a hook error, and then runs the call.
  can: { allow: false, ask: false, deny: true, rewrite: true },
  deniesBy: 'exit',

  read({ hook_event_name: name, tool_name: tool, tool_input: input, cwd, permission_mode: mode }) {
    if (name !== 'PreToolUse' || typeof tool !== 'string') return { kind: 'other' }
    const canAsk = typeof mode === 'string' && !NEVER_ASKS.includes(mode)
    const event = toolEvent(FILE_TOOLS, SERVERS, { tool, input, cwd, canAsk })
    if (event !== undefined) return event
    if (!SHELL_TOOLS.includes(tool)) return { kind: 'other' }
    const command = isObject(input) ? (input.command ?? input.cmd) : undefined
    const patch = patchIn(command)
    if (patch !== undefined) {
      return toolEvent(FILE_TOOLS, SERVERS, { tool: 'apply_patch', input: { command: patch }, cwd, canAsk })!
    }
    return shellEvent(command, cwd, canAsk, mode)
  },

  say: () => ({}),
  silence: {},
  // By `write_stdin`, for which no hook is called.
  drivesTerminals: true,

  settings: (command) => ({
    file: '~/.codex/config.toml',
    projectFile: '.codex/config.toml',
    pieces: [
      {
        kind: 'toml',
        text: `[[hooks.PreToolUse]]
matcher = ${JSON.stringify(MATCHER)}

[[hooks.PreToolUse.hooks]]
type = "command"
command = ${JSON.stringify(command)}
timeout = ${HOST_PATIENCE_SECONDS}
statusMessage = "Checking the call"`,
      },
    ],
  }),
}

/**
 * Models also pass patches to the shell, and Codex applies those itself. Only counts if the whole line is a patch and
 * the shell expands nothing in it.
 */
function patchIn(command: unknown): string | undefined {
  if (Array.isArray(command))
    return command.length === 2 && command[0] === 'apply_patch' ? String(command[1]) : undefined
  const found = typeof command === 'string' ? /^\s*apply_patch\s*<<\s*(['"])(\w+)\1\n(.*)\n\2\s*$/s.exec(command) : null
  // If a line ended the heredoc earlier, the shell would run the rest.
  return found === null || found[3]!.split('\n').includes(found[2]!) ? undefined : found[3]
}
