import { readdirSync, statSync } from 'node:fs'
import { release } from 'node:os'
import type { Limits } from './limits.js'
import type { Identity } from './types.js'

/**
 * Whether the limit of processes holds for one run alone. Before Linux 5.14 the kernel counted all processes of a user,
 * also those outside of the sandbox; from root each run has a user of its own anyway.
 */
export function countsAlone({ way }: Identity, kernel: string = release()): boolean {
  const [major, minor] = kernel.split('.').map((part) => Number.parseInt(part, 10))
  return way === 'drop' || major! > 5 || (major === 5 && minor! >= 14)
}

/** The limit of processes as the kernel has to be told: with those that we have already, where it counts them. */
export function withOwnProcesses(limits: Limits, identity: Identity, kernel?: string, count = ownProcesses): Limits {
  return countsAlone(identity, kernel) ? limits : { ...limits, processes: limits.processes + count() }
}

/** Processes and threads of our user, now. */
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
