import type { OpenedSandbox } from '@atip/sandbox'
import type { CatalogProgram } from '../types.js'
import type { Machine } from './machine.js'

export interface Asking {
  /** Opens the sandbox. Without it nothing is run. */
  openSandbox?: () => Promise<OpenedSandbox>
  signal?: AbortSignal
}

/**
 * Asks a program that mentions ATIP to describe itself, unless the same bytes were asked before: it may be new or
 * changed since the last scan (RFC 4.3). The answer, or the lack of one, is stored.
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
  // Shipped descriptions are only read, so no sandbox is needed.
  const open = openSandbox ?? (async () => ({ ok: false as const, reasons: [], advice: [] }))
  await probe(open, [program], { store: places, shipped, ...(signal && { signal }) })
}
