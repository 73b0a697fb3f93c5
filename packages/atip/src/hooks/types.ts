import type { Decision, Mode, NamedFile } from '@atip/guard'
import type { Piece } from './pieces.js'

export const HOST_NAMES = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HostName = (typeof HOST_NAMES)[number]

/** What a host tells its hook, as far as it matters here. */
export type HostEvent =
  | { kind: 'shell'; line: string; cwd: string | undefined; canAsk: boolean; mode?: Mode | undefined }
  /** The host's own tool for files. */
  | { kind: 'files'; tool: string; files: readonly NamedFile[]; cwd: string | undefined; canAsk: boolean }
  /** A tool of another server. */
  | { kind: 'foreign'; tool: string; files: readonly NamedFile[]; cwd: string | undefined; canAsk: boolean }
  /** Nothing that is judged: the host's own rules go on. */
  | { kind: 'other' }
  | { kind: 'unreadable'; problem: string }

/** A program that runs tools for a model, and asks a hook before it does. */
export interface AgentHost {
  title: string
  /** What a hook can express there. */
  can: Readonly<Record<Decision | 'rewrite', boolean>>
  read(input: JsonObject): HostEvent
  /**
   * How a denial is reported. By the exit code where the host starts hooks with a login shell: output of its start-up
   * files would make the JSON invalid, and hosts treat an invalid answer as permission.
   */
  deniesBy: 'answer' | 'exit'
  /** What to print for a decision. */
  say(decision: Decision, reason: string): JsonObject
  /** What to print so that the host's own rules go on. */
  silence: JsonObject
  /** Whether the model can type into a program that it has started. */
  drivesTerminals: boolean
  /** The file to change, and what it must say for the host to start this command as its hook. */
  settings(command: string): HostSettings
}

export interface HostSettings {
  /** For one person; `~` is the home folder. */
  file: string
  /** For one project, where the host reads such a file. */
  projectFile: string
  pieces: readonly Piece[]
}

export type JsonObject = Readonly<Record<string, unknown>>

/** How long the host waits for its hook. Longer than the hook takes to give up by itself. */
export const HOST_PATIENCE_SECONDS = 30
