import { isObject } from '@atip/protocol'
import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

/** Tools that take a line for a shell. `Monitor` runs one in the background, unless it watches something else. */
const SHELL_TOOLS: readonly unknown[] = ['Bash', 'Monitor']

export const claudeCode: AgentHost = {
  title: 'Claude Code',
  can: { allow: true, ask: true, deny: true, rewrite: true },
  // After an exit with 2 the model would read the whole line that starts the hook.
  deniesBy: 'answer',

  read({ hook_event_name: event, tool_name: tool, tool_input: input, cwd, permission_mode: mode }) {
    if (event !== 'PreToolUse' || !SHELL_TOOLS.includes(tool)) return { kind: 'other' }
    if (tool === 'Monitor' && isObject(input) && !Object.hasOwn(input, 'command')) return { kind: 'other' }
    // Without a user to answer, Claude Code itself treats a prompt as a denial.
    return shellEvent(isObject(input) ? input.command : undefined, cwd, true, mode)
  },

  say: (decision, reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  }),

  settings(command) {
    // Without it, a hook that fails or takes too long would let the call through.
    const hook = { type: 'command', command, timeout: HOST_PATIENCE_SECONDS, onFailure: 'block' }
    const settings = { hooks: { PreToolUse: [{ matcher: SHELL_TOOLS.join('|'), hooks: [hook] }] } }
    return {
      file: '~/.claude/settings.json',
      projectFile: '.claude/settings.json',
      text: JSON.stringify(settings, null, 2),
    }
  },
}
