import type { Client } from '../define/client.js'

/** Where a call comes from and its answer goes: a command line, a program, an MCP client. */
export interface Surface {
  /** Calls `stop` when the caller cancels, until the returned function is called. */
  onGiveUp(stop: () => void): () => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly verbosity: number
  /** Undefined if no user can be asked. */
  confirm(question: string): Promise<boolean | undefined>
  progress(done: number, total?: number, text?: string): void
  spinner(text: string): void
  log(message: string): void
  /** Shows output while the command runs; without it, nothing is shown. */
  readonly show?: ((bytes: Uint8Array, to: 'stdout' | 'stderr') => void) | undefined
  /** Takes the items of a stream as they come; without it they are collected. */
  readonly onItem?: ((item: unknown) => void | Promise<void>) | undefined
  /** The MCP client; other surfaces have none. */
  readonly client?: Client | undefined
  /** How this surface tells a caller to confirm: "--yes", "yes: true". */
  readonly confirmWord: string
  /** What to do if no user can be asked, unless it is to repeat the call with `confirmWord`. */
  readonly confirmFix?: string
}

/** What a caller requests besides the input. */
export interface CallFlags {
  dryRun?: boolean
  yes?: boolean
  timeout?: string | undefined
  idempotencyKey?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
