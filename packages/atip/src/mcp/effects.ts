import type { Effects } from '@atip/protocol'

/** The effects of our own lookups. */
export const OWN_READS: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
}

/** The effects of commands that are proven to change nothing, neither here nor remotely; they may read remote data. */
export const RUNS_READERS: Effects = {
  filesystem: { read: true, write: false, delete: false },
  network: true,
  destructive: false,
  creates: [],
  modifies: [],
  deletes: [],
}

/** The effects of running any command. */
export const RUNS_ANYTHING: Effects = { destructive: true, network: true }
