import type { Hash, FileIdentity, FilePart } from '../../types.js'
import type { Examiner, FileFacts, ReadOptions } from '../file/examine.js'
import { ABSENT, identityAt } from '../file/identity.js'
import type { ScanLimits } from '../file/limits.js'
import { launchesOf, launchesUnder, type Launch, type Script } from './launches.js'
import type { ScriptEnvironment } from './machine.js'

/** The files that a script leads to. */
export interface Followed {
  parts: FilePart[]
  /** The hashes of the parts that affect what the script does, in the order in which it names them. */
  hashes: Hash[]
  /** The hash of its package's manifest. */
  manifest?: Hash
  mentionsAtip: boolean
  /** The limit because of which some files were not followed. */
  cutBy?: 'launchedFiles' | 'dependencies'
}

export interface Follower {
  machine: ScriptEnvironment
  /** Reads a file, or returns the facts from an earlier read. */
  read: Examiner['read']
  limits: Pick<ScanLimits, 'launchedFiles' | 'dependencies'>
  /** The launches of wrapped files, by path: a hundred shims may wrap the same file. */
  wrapped: Map<string, Launch[]>
}

/**
 * Reads the files that a script launches. The interpreter is recorded, but its hash and contents do not count: an
 * upgrade of Node would change every script, and the words in its bytes say nothing about scripts.
 */
export async function follow(script: Script & { identity: FileIdentity }, follower: Follower): Promise<Followed> {
  const { machine, read, limits, wrapped } = follower
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
    const wrappedAs = `${launch.path}\0${launch.instead?.runner?.path}`
    const facts = await read(launch.path, { text: wrapped.has(wrappedAs) ? undefined : textWantedOf(launch) })
    if ('reason' in facts || facts.identity === script.identity) continue
    // Most of the dozens of dependencies do not matter; only those that mention ATIP are recorded.
    if (launch.role === 'dependency' && !facts.mentionsAtip) continue
    followed.parts.push({ path: launch.path, identity: facts.identity })
    followed.hashes.push(facts.hash)
    if (launch.role === 'manifest') followed.manifest ??= facts.hash
    followed.mentionsAtip ||= facts.mentionsAtip
    if (launch.instead === undefined) continue
    if (!wrapped.has(wrappedAs)) wrapped.set(wrappedAs, launchesInstead(launch, facts, machine))
    queue.push(...wrapped.get(wrappedAs)!)
  }
  return followed
}

function textWantedOf({ instead }: Launch): ReadOptions['text'] {
  if (instead === undefined) return undefined
  return instead.runner === undefined ? 'of script' : 'of any'
}

/** A wrapper does not count as a hop: the file it wraps is followed in its place, but only one level deep. */
function launchesInstead({ path, instead }: Launch, { text }: FileFacts, machine: ScriptEnvironment): Launch[] {
  if (instead === undefined || text === undefined) return []
  const script = { path, text }
  const launches = instead.runner ? launchesUnder(instead.runner, script, machine) : launchesOf(script, machine)
  return launches.map((launch) => ({ ...launch, instead: undefined }))
}
