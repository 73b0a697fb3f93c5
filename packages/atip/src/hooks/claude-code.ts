import { isObject } from '@atip/protocol/calls'
import { toolEvent, type FileTools } from './file-tools.js'
import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

/** Tools that run a shell line. `Monitor` runs one in the background, unless it watches something else. */
const SHELL_TOOLS: readonly unknown[] = ['Bash', 'Monitor']

const FILE_TOOLS: FileTools = {
  Write: [{ key: 'file_path', does: 'write' }],
  Edit: [{ key: 'file_path', does: 'write' }],
  MultiEdit: [{ key: 'file_path', does: 'write' }],
  NotebookEdit: [{ key: 'notebook_path', does: 'write' }],
  Read: [{ key: 'file_path', does: 'read' }],
  Grep: [{ key: 'path', does: 'read', isOptional: true }],
}

const MATCHER = [...SHELL_TOOLS, ...Object.keys(FILE_TOOLS), 'mcp__.*'].join('|')

export const claudeCode: AgentHost = {
  title: 'Claude Code',
  can: { allow: true, ask: true, deny: true, rewrite: true },
  // After exit code 2, the model would see the whole command line of the hook.
  deniesBy: 'answer',

  read({ hook_event_name: name, tool_name: tool, tool_input: input, cwd, permission_mode: mode }) {
    if (name !== 'PreToolUse' || typeof tool !== 'string') return { kind: 'other' }
    const event = toolEvent(FILE_TOOLS, { prefix: 'mcp__', own: 'mcp__atip__' }, { tool, input, cwd, canAsk: true })
    if (event !== undefined) return event
    if (!SHELL_TOOLS.includes(tool)) return { kind: 'other' }
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

  silence: {},
  drivesTerminals: false,

  settings(command) {
    // Otherwise a hook that fails or times out would let the call through.
    const hook = { type: 'command', command, timeout: HOST_PATIENCE_SECONDS, onFailure: 'block' }
    return {
      file: '~/.claude/settings.json',
      // The other project file is shared with everyone who works on the project; our paths belong to this machine.
      projectFile: '.claude/settings.local.json',
      pieces: [{ kind: 'element', path: ['hooks', 'PreToolUse'], value: { matcher: MATCHER, hooks: [hook] } }],
    }
  },
}
