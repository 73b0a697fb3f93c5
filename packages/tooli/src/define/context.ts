import type { Client } from './client.js'

/** What a command gets besides its input. */
export interface Context {
  /** Aborted on Ctrl-C, timeout, or when the caller gives up. */
  readonly signal: AbortSignal
  readonly isDryRun: boolean
  /** How much to print: the number of `-v` flags, or -1 with `--quiet`. */
  readonly verbosity: number
  /** The wanted number of entries and where they start, for commands that page by themselves. */
  readonly limit: number | undefined
  readonly cursor: string | undefined
  /**
   * Performs an effect. A dry run lists it instead, and the result is undefined. Everything that a command changes
   * belongs in here.
   */
  effect<T>(description: string, act: () => T | Promise<T>): Promise<T | undefined>
  /** Draws a bar on a terminal's stderr, notifies MCP clients, and is silent in a pipe. */
  progress(done: number, total?: number, text?: string): void
  /** Shows work of unknown duration: a spinner on a terminal, a log line for MCP clients. */
  spinner(text: string): void
  /**
   * Shows the output of a program while it runs, if the output format is text. For other formats, put it into the
   * result.
   */
  show(bytes: Uint8Array, to?: 'stdout' | 'stderr'): void
  /** Prints a line on stderr, unless quiet. */
  log(message: string): void
  /** Asks a yes-or-no question. `--yes` answers yes; if no user can be asked, the call fails. */
  confirm(question: string): Promise<boolean>
  /** The MCP client, for more than yes-or-no questions. */
  readonly client: Client
  /**
   * Sets the exit code of a command that succeeds, for results that are a verdict, such as a linter's. Callers find it
   * as `meta.exit_code`.
   */
  exitWith(code: number): void
  /** Says where the rest of a list begins. */
  nextCursor(cursor: string): void
}
