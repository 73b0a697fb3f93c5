import { isAbsolute, join } from 'node:path'
import { quoteLine } from '@atip/protocol/calls'
import type { Mode } from '@atip/guard'
import type { HostEvent } from './types.js'

/** A shell line from a host: a text, or the words of a command that is started without a shell. */
export function shellEvent(command: unknown, cwd: unknown, canAsk: boolean, mode?: unknown): HostEvent {
  const line = lineOf(command)
  if (line === undefined) return { kind: 'unreadable', problem: 'the call has no command that can be read' }
  if (cwd !== undefined && typeof cwd !== 'string') {
    return { kind: 'unreadable', problem: 'the working directory of the call is not a text' }
  }
  return { kind: 'shell', line, cwd, canAsk, mode: MODES.get(mode) }
}

/** Session modes of Claude Code and Codex, and the guard's modes for them. */
const MODES: ReadonlyMap<unknown, Mode> = new Map([
  ['plan', 'plan'],
  ['acceptEdits', 'accept-edits'],
])

/** The cwd of a tool call, which may name its own folder relative to that of the session. */
export function folderOfCall(session: unknown, own: unknown): unknown {
  if (own === undefined || own === '') return session
  if (typeof own !== 'string' || isAbsolute(own)) return own
  return typeof session === 'string' ? join(session, own) : undefined
}

function lineOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.length === 0) return undefined
  const words = command.filter((word): word is string => typeof word === 'string')
  return words.length === command.length ? quoteLine(words) : undefined
}
