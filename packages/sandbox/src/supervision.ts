import type { Readable } from 'node:stream'

export type OutputName = 'stdout' | 'stderr'

/** A pseudo-terminal for one program. */
export interface PseudoTerminal {
  readonly path: string
  /** The program's end of it. */
  readonly descriptor: number
  /** What the program prints. */
  readonly output: Readable
  type(text: string): void
  /** Call this once the program has ended: the output then ends after its last bytes. */
  finish(): void
  /** Ends the output now. */
  close(): void
}

/** Options of a run besides its limits. */
export interface Supervision {
  readonly signal?: AbortSignal
  /** The program's stdin; empty by default. */
  readonly stdin?: Uint8Array
  /** Without `stdin`: how long the program waits before its stdin is closed. By default stdin is empty. */
  readonly idleInputMs?: number
  /** Replaces the pipes and `stdin`. Its output counts as stdout. */
  readonly terminal?: PseudoTerminal
  /** Gets the output as it arrives; the result then contains none. */
  readonly onOutput?: (chunk: Buffer, name: OutputName) => void
  /** Time between SIGTERM and SIGKILL. By default only SIGKILL is sent. */
  readonly graceMs?: number
  /** What happens to processes that outlive the program. By default they are killed. In a sandbox none can. */
  readonly leftovers?: 'end' | 'keep'
}
