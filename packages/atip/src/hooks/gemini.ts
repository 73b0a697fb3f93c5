import { isObject } from '@atip/protocol/calls'
import { toolEvent, type FileTools } from './file-tools.js'
import { folderOfCall, shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

const SHELL_TOOL = 'run_shell_command'

const FILE_TOOLS: FileTools = {
  write_file: [{ key: 'file_path', does: 'write' }],
  replace: [{ key: 'file_path', does: 'write' }],
  read_file: [{ key: 'file_path', does: 'read' }],
  read_many_files: [{ key: 'include', does: 'read' }],
  grep_search: [{ key: 'dir_path', does: 'read', isOptional: true }],
}

const MATCHER = `^(${[SHELL_TOOL, ...Object.keys(FILE_TOOLS), 'mcp_.+'].join('|')})$`

export const gemini: AgentHost = {
  title: 'Gemini CLI',
  can: { allow: true, ask: true, deny: true, rewrite: true },
  deniesBy: 'exit',

  read({ hook_event_name: name, tool_name: tool, tool_input: input, cwd }) {
    if (name !== 'BeforeTool' || typeof tool !== 'string') return { kind: 'other' }
    const event = toolEvent(FILE_TOOLS, { prefix: 'mcp_', own: 'mcp_atip_' }, { tool, input, cwd, canAsk: false })
    if (event !== undefined) return event
    if (tool !== SHELL_TOOL) return { kind: 'other' }
    if (!isObject(input)) return shellEvent(undefined, cwd, false)
    return shellEvent(input.command, folderOfCall(cwd, input.dir_path ?? input.directory), false)
  },

  say: (decision, reason) => ({ decision, ...(decision === 'ask' && { systemMessage: reason }) }),

  silence: {},
  drivesTerminals: false,

  settings(command) {
    const hook = { name: 'atip', type: 'command', command, timeout: HOST_PATIENCE_SECONDS * 1000 }
    return {
      file: '~/.gemini/settings.json',
      projectFile: '.gemini/settings.json',
      pieces: [{ kind: 'element', path: ['hooks', 'BeforeTool'], value: { matcher: MATCHER, hooks: [hook] } }],
    }
  },
}
