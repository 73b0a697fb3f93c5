import type { Machine } from '@atip/discover/machine'
import { late, type ProgramEvidence } from '@atip/guard'
import type { ToolLookup } from '@atip/protocol/calls'
import { findLocks } from './lock/find-locks.js'

export interface EvidenceOptions {
  /** Where the line would run; without it there is no project. */
  cwd: string | undefined
  home: string
  machine: Machine
  lookup: ToolLookup
}

const pins = late(() => import('./lock/pins.js'))
const programs = late(() => import('./lock/programs.js'))

/**
 * What this machine knows about programs beside their descriptions. Nothing is loaded or read until something asks: a policy that
 * demands trust, or the call of a program in a project that has a lock file. Make one for all attempts at a judgement.
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

/** A value that is made when it is first asked for, and kept unless making it fails. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
