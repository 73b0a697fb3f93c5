import { isObject } from '@atip/protocol'
import { pluginText } from './opencode-plugin.js'
import { folderOfCall, shellEvent } from './shell-line.js'
import type { AgentHost } from './types.js'

/** opencode has plugins instead of hooks: ours starts this program, and what is read here is what it sends. */
export const opencode: AgentHost = {
  title: 'opencode',
  can: { allow: false, ask: false, deny: true, rewrite: true },
  deniesBy: 'answer',

  read({ hook_event_name: event, tool, args, cwd }) {
    if (event !== 'tool.execute.before' || tool !== 'bash') return { kind: 'other' }
    if (!isObject(args)) return shellEvent(undefined, cwd, false)
    return shellEvent(args.command, folderOfCall(cwd, args.workdir), false)
  },

  say: (decision, reason) => (decision === 'deny' ? { decision, reason } : { decision: 'go-on' }),

  settings: (command) => ({
    file: '~/.config/opencode/plugin/atip.js',
    projectFile: '.opencode/plugin/atip.js',
    text: pluginText(command),
  }),
}
