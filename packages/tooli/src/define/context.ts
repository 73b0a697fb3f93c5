import type { Client } from './client.js'

/** What a command gets besides its input. */
export interface Context {
  /** Aborted on Ctrl-C, timeout, or when the caller gives up. */
  readonly signal: AbortSignal
  readonly isDryRun: boolean
  /** How much to say: 0, or as often as `-v` was given; -1 with `--quiet`. */
  readonly verbosity: number
  /** Entries the caller wants at most, and where to go on; commands that page by themselves use them. */
  readonly limit: number | undefined
  readonly cursor: string | undefined
  /**
   * Does something to the world. In a dry run it is listed instead, and the result is undefined.
   * Everything a command changes belongs in here.
   */
  effect<T>(description: string, act: () => T | Promise<T>): Promise<T | undefined>
  /** Draws a bar on a terminal's stderr, tells MCP clients, and is silent in a pipe. */
  progress(done: number, total?: number, text?: string): void
  /** Says what takes an unknown time: a spinner on a terminal, a log line for MCP clients. */
  spinner(text: string): void
  /**
   * Passes on the output of a program while it runs, to people who read text. In other formats nothing is shown: there,
   * it belongs in the result.
   */
  show(bytes: Uint8Array, to?: 'stdout' | 'stderr'): void
  /** A line for people on stderr, unless quiet. */
  log(message: string): void
  /** Asks a yes-or-no question. `--yes` answers yes; where no person can be asked, the call fails. */
  confirm(question: string): Promise<boolean>
  /** The program that calls over MCP, for what goes beyond yes and no. */
  readonly client: Client
  /**
   * Lets the program exit with this code although the command succeeds: for results that are a verdict, as those of a
   * linter. Programs find it as `meta.exit_code`.
   */
  exitWith(code: number): void
  /** Tells where the rest of a list begins. */
  nextCursor(cursor: string): void
}
