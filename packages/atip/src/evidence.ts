import type { Machine } from '@atip/discover/machine'
import { late, type ProgramEvidence } from '@atip/guard'
import type { ToolLookup } from '@atip/protocol/calls'
import { findLocks } from './lock/find-locks.js'

export interface EvidenceOptions {
  /** The folder that the line would run in; without it there is no project. */
  cwd: string | undefined
  home: string
  machine: Machine
  lookup: ToolLookup
}

const pins = late(() => import('./lock/pins.js'))
const programs = late(() => import('./lock/programs.js'))

/**
 * Facts about programs besides their descriptions. They are loaded lazily, when a policy demands trust or a program is
 * called in a project with a lock file. Create one object for each judgement, including its retries.
 */
export function evidenceFor({ cwd, home, machine, lookup }: EvidenceOptions): ProgramEvidence {
  const read = once(() => programs().openPrograms(machine))
  const files = cwd === undefined ? [] : findLocks(cwd, home)
  const drift = once(() => pins().openPins({ files, programs: read(), lookup }))
  return {
    trustOf: (program, folder) => programs().trustOf(machine, read()(program, folder)),
    shimSignerOf: (program, folder) => programs().shimSignerOf(machine, program, read()(program, folder)),
    isApproved: (program, folder) => programs().isApproved(machine, program, read()(program, folder)),
    ...(files.length > 0 && { driftOf: (program: string, folder?: string) => drift()(program, folder) }),
  }
}

/** A value that is created on first use and then reused, unless creating it fails. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
