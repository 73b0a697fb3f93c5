import { isObject } from '@atip/protocol'
import { folderOfCall, shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

export const gemini: AgentHost = {
  title: 'Gemini CLI',
  can: { allow: true, ask: true, deny: true, rewrite: true },
  deniesBy: 'exit',

  read({ hook_event_name: event, tool_name: tool, tool_input: input, cwd }) {
    if (event !== 'BeforeTool' || tool !== 'run_shell_command') return { kind: 'other' }
    if (!isObject(input)) return shellEvent(undefined, cwd, false)
    return shellEvent(input.command, folderOfCall(cwd, input.dir_path ?? input.directory), false)
  },

  say: (decision, reason) => ({ decision, ...(decision === 'ask' && { systemMessage: reason }) }),

  settings(command) {
    const hook = { name: 'atip', type: 'command', command, timeout: HOST_PATIENCE_SECONDS * 1000 }
    const settings = { hooks: { BeforeTool: [{ matcher: '^run_shell_command$', hooks: [hook] }] } }
    return {
      file: '~/.gemini/settings.json',
      projectFile: '.gemini/settings.json',
      text: JSON.stringify(settings, null, 2),
    }
  },
}
