import type { OpenedSandbox } from '@atip/sandbox'
import type { CatalogProgram } from '../types.js'
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
export async function askNew(
  { places }: Machine,
  program: CatalogProgram,
  { openSandbox, signal }: Asking,
): Promise<void> {
  const { openShipped } = await import('../native/shipped.js')
  const shipped = openShipped()
  const isShipped = shipped(program) !== undefined
  if (!isShipped && (!program.file.mentionsAtip || openSandbox === undefined)) return
  const { probe } = await import('../native/probe.js')
  // What is shipped is read, so the sandbox is not opened.
  const open = openSandbox ?? (async () => ({ ok: false as const, reasons: [], advice: [] }))
  await probe(open, [program], { store: places, shipped, ...(signal && { signal }) })
}
