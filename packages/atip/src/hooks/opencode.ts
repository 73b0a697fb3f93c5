import { isObject } from '@atip/protocol/calls'
import { toolEvent, type FileTools } from './file-tools.js'
import { pluginText, QUIET_TOOLS } from './opencode-plugin.js'
import { folderOfCall, shellEvent } from './shell-line.js'
import type { AgentHost } from './types.js'

const FILE_TOOLS: FileTools = {
  write: [{ key: 'filePath', does: 'write' }],
  edit: [{ key: 'filePath', does: 'write' }],
  multiedit: [{ key: 'filePath', does: 'write' }],
  patch: [{ key: 'patchText', does: 'patch' }],
  apply_patch: [{ key: 'patchText', does: 'patch' }],
  read: [{ key: 'filePath', does: 'read' }],
  grep: [{ key: 'path', does: 'read', isOptional: true }],
}

/** opencode has plugins instead of hooks. Our plugin starts this program and sends this input. */
export const opencode: AgentHost = {
  title: 'opencode',
  can: { allow: false, ask: false, deny: true, rewrite: true },
  deniesBy: 'answer',

  read({ hook_event_name: event, tool, args, cwd }) {
    if (event !== 'tool.execute.before' || typeof tool !== 'string') return { kind: 'other' }
    if (QUIET_TOOLS.includes(tool)) return { kind: 'other' }
    if (tool !== 'bash') {
      // Tools of servers have no common prefix.
      return toolEvent(FILE_TOOLS, { prefix: '', own: 'atip_' }, { tool, input: args, cwd, canAsk: false })!
    }
    if (!isObject(args)) return shellEvent(undefined, cwd, false)
    return shellEvent(args.command, folderOfCall(cwd, args.workdir), false)
  },

  say: (decision, reason) => (decision === 'deny' ? { decision, reason } : { decision: 'go-on' }),

  silence: { decision: 'go-on' },
  drivesTerminals: false,

  settings: (command) => ({
    file: '~/.config/opencode/plugin/atip.js',
    projectFile: '.opencode/plugin/atip.js',
    pieces: [{ kind: 'file', text: `${pluginText(command)}\n` }],
  }),
}
