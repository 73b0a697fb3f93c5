import type { CallEffects } from '@atip/protocol'
import type { SandboxResult } from '@atip/sandbox'
import type { Openings } from './openings.js'

/** How the kernel and runtimes say that a place cannot be changed. */
const READ_ONLY = /Read-only file system|\bEROFS\b|\[Errno 30\]|os error 30/

/**
 * What a tool tried that it does not declare, one sentence each. The kernel counts what it tries to reach; that a write was
 * refused is known only if the tool says so.
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
