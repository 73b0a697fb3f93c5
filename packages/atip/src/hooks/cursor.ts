import type { Piece } from './pieces.js'
import { toolEvent, type FileTools } from './file-tools.js'
import { shellEvent } from './shell-line.js'
import { HOST_PATIENCE_SECONDS, type AgentHost } from './types.js'

/** Cursor reports edits only after they are done, so they cannot be stopped here. */
const EVENTS = ['beforeShellExecution', 'beforeReadFile', 'beforeMCPExecution'] as const

const READS: FileTools = { beforeReadFile: [{ key: 'file_path', does: 'read' }] }

export const cursor: AgentHost = {
  title: 'Cursor',
  can: { allow: true, ask: true, deny: true, rewrite: false },
  deniesBy: 'answer',

  read({ hook_event_name: event, command, cwd, tool_name: tool, tool_input: input, ...rest }) {
    const session = { cwd: cwd === '' ? undefined : cwd, canAsk: true }
    if (event === 'beforeReadFile') return toolEvent(READS, { prefix: '' }, { tool: event, input: rest, ...session })!
    if (event === 'beforeMCPExecution' && typeof tool === 'string') {
      return toolEvent({}, { prefix: '' }, { tool, input: parsed(input), ...session })!
    }
    if (event !== 'beforeShellExecution') return { kind: 'other' }
    return shellEvent(command, cwd === '' ? undefined : cwd, true)
  },

  // Cursor has used both spellings.
  say: (permission, reason) => ({
    permission,
    user_message: reason,
    userMessage: reason,
    agent_message: reason,
    agentMessage: reason,
  }),

  silence: {},
  drivesTerminals: false,

  settings(command) {
    const hook = { command, timeout: HOST_PATIENCE_SECONDS, failClosed: true }
    return {
      file: '~/.cursor/hooks.json',
      projectFile: '.cursor/hooks.json',
      pieces: [
        { kind: 'member', path: ['version'], value: 1, isTheirs: true },
        ...EVENTS.map((event): Piece => ({ kind: 'element', path: ['hooks', event], value: hook })),
      ],
    }
  },
}

/** The input of a tool, which Cursor sends as JSON text. */
function parsed(input: unknown): unknown {
  try {
    return typeof input === 'string' ? JSON.parse(input) : input
  } catch {
    return input
  }
}
