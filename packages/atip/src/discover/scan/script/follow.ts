import type { Hash, Identity, Part } from '../../types.js'
import type { Examiner, FileFacts } from '../examine.js'
import { ABSENT, identityAt } from '../identity.js'
import type { ScanLimits } from '../limits.js'
import { launchesOf, launchesUnder, type Launch, type Machine, type Script } from './launches.js'

/** What was found behind a script. */
export interface Followed {
  parts: Part[]
  /** Of the parts that count for what the script does, in the order in which it names them. */
  hashes: Hash[]
  mentionsAtip: boolean
  /** The limit that kept some of it from being followed. */
  cutBy?: 'launchedFiles' | 'dependencies'
}

export interface Follower {
  machine: Machine
  /** Reads a file, or remembers what was read before. */
  read: Examiner['read']
  limits: Pick<ScanLimits, 'launchedFiles' | 'dependencies'>
}

/**
 * Reads what a script launches. The interpreter is a part but not one that counts: an upgrade of Node would make every
 * script a new one, and what its bytes mention says nothing about the scripts that it runs.
 */
export async function follow(script: Script & { identity: Identity }, follower: Follower): Promise<Followed> {
  const { machine, read, limits } = follower
  const followed: Followed = { parts: [], hashes: [], mentionsAtip: false }
  const seen = new Set([script.path])
  const counts = { launchedFiles: 0, dependencies: 0 }
  const queue = launchesOf(script, machine)
  for (let index = 0; index < queue.length; index++) {
    const launch = queue[index]!
    if (seen.has(launch.path)) continue
    seen.add(launch.path)
    if (launch.role === 'interpreter') {
      followed.parts.push({ path: launch.path, identity: identityAt(launch.path) })
      continue
    }
    const limit = launch.role === 'dependency' ? 'dependencies' : 'launchedFiles'
    if (++counts[limit] > limits[limit]) {
      followed.cutBy = limit
      continue
    }
    if (launch.role === 'missing') {
      followed.parts.push({ path: launch.path, identity: ABSENT })
      continue
    }
    const facts = await read(launch.path, { wantsText: launch.instead !== undefined })
    if ('reason' in facts || facts.identity === script.identity) continue
    // Dozens of dependencies say nothing; only those that speak ATIP are worth watching.
    if (launch.role === 'dependency' && !facts.mentionsAtip) continue
    followed.parts.push({ path: launch.path, identity: facts.identity })
    followed.hashes.push(facts.hash)
    followed.mentionsAtip ||= facts.mentionsAtip
    queue.push(...launchesInstead(launch, facts, machine))
  }
  return followed
}

/** A wrapper is no hop: what it wraps is followed in its place, but not what that may wrap again. */
function launchesInstead({ path, instead }: Launch, { text }: FileFacts, machine: Machine): Launch[] {
  if (instead === undefined || text === undefined) return []
  const script = { path, text }
  const launches = instead.runner ? launchesUnder(instead.runner, script, machine) : launchesOf(script, machine)
  return launches.map((launch) => ({ ...launch, instead: undefined }))
}
