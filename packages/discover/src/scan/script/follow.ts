import type { Hash, FileIdentity, FilePart } from '../../types.js'
import type { Examiner, FileFacts, ReadOptions } from '../file/examine.js'
import { ABSENT, identityAt } from '../file/identity.js'
import type { ScanLimits } from '../file/limits.js'
import { launchesOf, launchesUnder, type Launch, type Script } from './launches.js'
import type { ScriptEnvironment } from './machine.js'

/** What was found behind a script. */
export interface Followed {
  parts: FilePart[]
  /** Of the parts that count for what the script does, in the order in which it names them. */
  hashes: Hash[]
  /** Of the manifest of its package. */
  manifest?: Hash
  mentionsAtip: boolean
  /** The limit that kept some of it from being followed. */
  cutBy?: 'launchedFiles' | 'dependencies'
}

export interface Follower {
  machine: ScriptEnvironment
  /** Reads a file, or remembers what was read before. */
  read: Examiner['read']
  limits: Pick<ScanLimits, 'launchedFiles' | 'dependencies'>
  /** What wrapped files launch, once it is known: a hundred shims may wrap the same one. */
  wrapped: Map<string, Launch[]>
}

/**
 * Reads what a script launches. The interpreter is a part but not one that counts: an upgrade of Node would make every
 * script a new one, and what its bytes mention says nothing about the scripts that it runs.
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
    // Dozens of dependencies say nothing; only those that speak ATIP are worth watching.
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

/** A wrapper is no hop: what it wraps is followed in its place, but not what that may wrap again. */
function launchesInstead({ path, instead }: Launch, { text }: FileFacts, machine: ScriptEnvironment): Launch[] {
  if (instead === undefined || text === undefined) return []
  const script = { path, text }
  const launches = instead.runner ? launchesUnder(instead.runner, script, machine) : launchesOf(script, machine)
  return launches.map((launch) => ({ ...launch, instead: undefined }))
}
