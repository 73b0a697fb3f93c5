import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type Host } from './types.js'

export const cursor: Host = {
  title: 'Cursor',
  can: { allow: true, ask: true, deny: true, rewrite: false },
  deniesBy: 'answer',

  read({ hook_event_name: event, command, cwd }) {
    if (event !== 'beforeShellExecution') return { kind: 'other' }
    return shellEvent(command, cwd === '' ? undefined : cwd, true)
  },

  // Both spellings have been in use.
  say: (permission, reason) => ({
    permission,
    user_message: reason,
    userMessage: reason,
    agent_message: reason,
    agentMessage: reason,
  }),

  settings(command) {
    const hook = { command, timeout: HOST_PATIENCE_SECONDS, failClosed: true }
    return {
      file: '~/.cursor/hooks.json',
      projectFile: '.cursor/hooks.json',
      text: JSON.stringify({ version: 1, hooks: { beforeShellExecution: [hook] } }, null, 2),
    }
  },
}
