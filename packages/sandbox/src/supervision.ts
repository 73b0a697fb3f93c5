import type { Readable } from 'node:stream'

export type OutputName = 'stdout' | 'stderr'

/** A terminal of the kernel, for one program. */
export interface PseudoTerminal {
  readonly path: string
  /** The end of the program. */
  readonly descriptor: number
  /** What the program shows. */
  readonly output: Readable
  type(text: string): void
  /** The program has ended: the output ends with what it has shown. */
  finish(): void
  /** Ends the output now. */
  close(): void
}

/** What a run may be given, and asked for, beside its limits. */
export interface Supervision {
  readonly signal?: AbortSignal
  /** What it reads; by default nothing. */
  readonly stdin?: Uint8Array
  /** Without `stdin`: how long it waits for input before it learns that there is none. By default it learns it at once. */
  readonly idleInputMs?: number
  /** Instead of pipes, and of `stdin`. What it shows is stdout. */
  readonly terminal?: PseudoTerminal
  /** Gets the output as it comes. The result has none then. */
  readonly onOutput?: (chunk: Buffer, name: OutputName) => void
  /** How long it may take to end after it was asked to. By default it is not asked. */
  readonly graceMs?: number
  /** What happens to processes that outlive the program: by default they are ended. In a sandbox none can. */
  readonly leftovers?: 'end' | 'keep'
}
