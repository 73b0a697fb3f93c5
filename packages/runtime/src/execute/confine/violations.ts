import type { CallEffects } from '@atip/protocol'
import type { SandboxResult } from '@atip/sandbox'
import type { Openings } from './openings.js'

/** The messages of the kernel and of runtimes for a read-only place. */
const READ_ONLY = /Read-only file system|\bEROFS\b|\[Errno 30\]|os error 30/

/**
 * Undeclared access that a tool attempted, one sentence each. The kernel counts network attempts; a refused write is
 * known only if the tool reports it.
 */
export function violationsIn(
  { attempts }: Pick<SandboxResult, 'attempts'>,
  stderr: string,
  { incidental }: CallEffects,
  { writable }: Openings,
): string[] {
  const reached = incidental?.hosts === undefined ? attempts : []
  const allowed = writable.length === 0 ? 'to change nothing' : `to change only ${writable.join(', ')}`
  return [
    ...reached.map((sentence) => `${sentence}, and it declares to use none`),
    ...(READ_ONLY.test(stderr) ? [`it tried to write, and it declares ${allowed}`] : []),
  ]
}
