import type { Effects } from '@atip/protocol'

/** Looks something up. */
export const OWN_READS: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
}

/** Runs what is proven to change nothing, here or elsewhere; what it reads may be elsewhere. */
export const RUNS_READERS: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: true,
  destructive: false,
  creates: [],
  modifies: [],
  deletes: [],
}

/** Runs anything. */
export const RUNS_ANYTHING: Effects = { destructive: true, network: true }
