import type { OpenedSandbox } from '@atip/sandbox'
import type { Program } from '../types.js'
import type { Machine } from './machine.js'

export interface Asking {
  /** Opens the sandbox. Without it nothing is run. */
  openSandbox?: () => Promise<OpenedSandbox>
  signal?: AbortSignal
}

/**
 * Asks a program whose bytes say that it describes itself, unless they were asked before: between two scans it may have
 * come or changed (RFC 4.3). What it says, or that it says nothing, is kept.
 */
export async function askNew({ places }: Machine, program: Program, { openSandbox, signal }: Asking): Promise<void> {
  if (!program.file.mentionsAtip || openSandbox === undefined) return
  const { probe } = await import('../native/probe.js')
  await probe(openSandbox, [program], { store: places, ...(signal && { signal }) })
}
