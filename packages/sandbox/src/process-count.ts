import { readdirSync, statSync } from 'node:fs'
import { release } from 'node:os'
import type { Limits } from './limits.js'
import type { Identity } from './types.js'

/**
 * Whether the process limit counts this run alone. Before Linux 5.14 the kernel counted all processes of a user,
 * including those outside the sandbox; if we are root, each run has its own user id.
 */
export function countsAlone({ way }: Identity, kernel: string = release()): boolean {
  const [major, minor] = kernel.split('.').map((part) => Number.parseInt(part, 10))
  return way === 'drop' || major! > 5 || (major === 5 && minor! >= 14)
}

/** The process limit as the kernel needs it: plus our current processes, if it counts them too. */
export function withOwnProcesses(limits: Limits, identity: Identity, kernel?: string, count = ownProcesses): Limits {
  return countsAlone(identity, kernel) ? limits : { ...limits, processes: limits.processes + count() }
}

/** Current processes and threads of our user. */
function ownProcesses(): number {
  const own = process.getuid?.()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        return statSync(`/proc/${name}`).uid === own ? sum + readdirSync(`/proc/${name}/task`).length : sum
      } catch {
        return sum
      }
    }, 0)
}
