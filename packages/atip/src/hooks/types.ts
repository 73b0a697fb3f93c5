import type { Decision, Mode, NamedFile } from '@atip/guard'
import type { Piece } from './pieces.js'

export const HOST_NAMES = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HostName = (typeof HOST_NAMES)[number]

/** The input of a hook, as far as it matters here. */
export type HostEvent =
  | { kind: 'shell'; line: string; cwd: string | undefined; canAsk: boolean; mode?: Mode | undefined }
  /** A file tool of the host itself. */
  | { kind: 'files'; tool: string; files: readonly NamedFile[]; cwd: string | undefined; canAsk: boolean }
  /** A tool of an MCP server. */
  | { kind: 'foreign'; tool: string; files: readonly NamedFile[]; cwd: string | undefined; canAsk: boolean }
  /** A call that is not judged: the host's own rules apply. */
  | { kind: 'other' }
  | { kind: 'unreadable'; problem: string }

/** A program that runs tools for a model, and calls a hook before each. */
export interface AgentHost {
  title: string
  /** The answers that this host supports. */
  can: Readonly<Record<Decision | 'rewrite', boolean>>
  read(input: JsonObject): HostEvent
  /**
   * How a denial is reported. By exit code if the host starts hooks with a login shell: output of its start-up files
   * would make the JSON invalid, and hosts treat an invalid answer as permission.
   */
  deniesBy: 'answer' | 'exit'
  /** The JSON to print for a decision. */
  say(decision: Decision, reason: string): JsonObject
  /** The JSON to print so that the host's own rules apply. */
  silence: JsonObject
  /** Whether the model can type into programs that it has started. */
  drivesTerminals: boolean
  /** The file to change, and the settings that make the host run this command as its hook. */
  settings(command: string): HostSettings
}

export interface HostSettings {
  /** The settings of the user; `~` is the home folder. */
  file: string
  /** The settings of one project, if the host reads such a file. */
  projectFile: string
  pieces: readonly Piece[]
}

export type JsonObject = Readonly<Record<string, unknown>>

/** The timeout of the host. Longer than the hook's own timeout. */
export const HOST_PATIENCE_SECONDS = 30
