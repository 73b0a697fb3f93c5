import type { Decision, Mode } from '@atip/guard'

export const HOST_NAMES = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HostName = (typeof HOST_NAMES)[number]

/** What a host tells its hook, as far as it matters here. */
export type HostEvent =
  | { kind: 'shell'; line: string; cwd: string | undefined; canAsk: boolean; mode?: Mode | undefined }
  /** Not a shell line: the host's own rules go on. */
  | { kind: 'other' }
  | { kind: 'unreadable'; problem: string }

/** A program that runs tools for a model, and asks a hook before it does. */
export interface Host {
  title: string
  /** What a hook can express there. */
  can: Readonly<Record<Decision | 'rewrite', boolean>>
  read(input: JsonObject): HostEvent
  /**
   * How it hears a no. By the exit code where it starts hooks with a shell that reads start-up files first: what such a
   * file prints would spoil an answer, and a spoilt answer is leave to go on.
   */
  deniesBy: 'answer' | 'exit'
  /** What to print for a decision. */
  say(decision: Decision, reason: string): JsonObject
  /** The file to change, and what it must say for the host to start this command as its hook. */
  settings(command: string): HostSettings
}

export interface HostSettings {
  /** For one person; `~` is the home folder. */
  file: string
  /** For one project, where the host reads such a file. */
  projectFile: string
  text: string
}

export type JsonObject = Readonly<Record<string, unknown>>

/** How long the host waits for its hook. Longer than the hook takes to give up by itself. */
export const HOST_PATIENCE_SECONDS = 30

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
