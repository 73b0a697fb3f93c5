import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import type { Hash, ShimKey } from '@atip/protocol'
import { FormatError } from '../format/format-error.js'
import { fileNameOf, sha256 } from '../format/names.js'
import { readPattern, readPatternIndex } from '../format/patterns.js'
import { readPolicy } from '../format/policy.js'
import { RegistryError } from '../http/registry-error.js'
import { acceptedBuild, type AcceptedBuild } from '../stored/manifest-state.js'
import { storedPolicyOf, storePolicy } from '../stored/stored-policies.js'
import type { ShimAcceptance } from '../stored/accepted-shims.js'
import { shimFile, type ShimRecord } from '../stored/shim-record.js'
import { PATTERN_LIST } from '../stored/stored-patterns.js'
import { removeShims, removeStoredShim, storeShim } from './store-shim.js'
import type { RegistryClient } from './client.js'
import type { ProgramKey } from './contents.js'
import { asRegistryError, type OpenedRegistry } from './open-registry.js'
import type { RegistryPolicy } from './policies.js'

export interface SyncOptions {
  data: string
  /** Whether a shim that was stored earlier may still be used; refused ones are removed. */
  accepts?: () => (record: ShimRecord) => ShimAcceptance
  now?: Date
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface SyncReport {
  /** The number of hashes looked up. */
  asked: number
  /** How many shims registries have for this machine, and how many of them a trusted signer vouches for. */
  found: number
  trusted: number
  removed: number
  /** Programs that the organisation has not approved. */
  notApproved: number
  /** Hashes about which a registry could not be asked, or whose answer was refused. */
  unanswered: number
  patterns: number
  /** The state of each registry; only the name of one that cannot be opened. */
  registries: SyncedRegistry[]
  /** Each names its registry. A problem that many programs share is reported once. */
  problems: RegistryError[]
}

export interface SyncedRegistry {
  name: string
  url: string
  /** The number of the build in use. */
  build?: number
  /** For an organisation: what its policy demands of programs, or that it has none. If unknown, calls are denied. */
  policy?: 'allowlist' | 'open' | 'none' | 'unknown'
  /** The earlier build whose policy applies, because the current one is not available. */
  policyBuild?: number
  /** When the last accepted build expired. */
  expired?: string
}

/** Parallel requests, so that a distant registry does not take minutes. */
const AT_ONCE = 16

/** Updates everything stored from registries. What cannot be renewed stays as it is. */
export async function syncPrograms(
  client: RegistryClient,
  programs: Iterable<ProgramKey>,
  options: SyncOptions,
): Promise<SyncReport> {
  const { data, now = new Date(), onProgress = () => {}, signal } = options
  const counts = { asked: 0, found: 0, trusted: 0, removed: 0, notApproved: 0, unanswered: 0, patterns: 0 }
  const report: SyncReport = { ...counts, registries: [], problems: [] }
  const told = new Set<string>()
  const tell = (problem: RegistryError) => {
    if (told.has(problem.message)) return
    told.add(problem.message)
    report.problems.push(problem)
  }
  const policies = await client.policies()
  const opened = await client.open()
  for (const { problem } of opened) if (problem !== undefined) tell(problem)
  // Without its policy, it is unknown what the organisation approves.
  const isPolicyKnown = policies.every(({ problem }) => problem === undefined)
  for (const { config, bytes, problem } of policies) {
    if (bytes !== undefined) storePolicy(data, config.url, bytes)
    if (problem !== undefined) tell(problem)
  }
  report.registries.push(...opened.map((registry) => syncedRegistry(registry, policies, data, now)))

  const keys = keysByHash(programs)
  const waiting = [...keys]
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      signal?.throwIfAborted()
      await syncOne(...next)
      onProgress(++report.asked, keys.size)
    }
  }
  const syncOne = async (hash: Hash, all: readonly ShimKey[]) => {
    let isNotApproved = false
    let hasProblem = false
    for (const key of all) {
      const looked = await client.lookUp({ hash, ...key })
      for (const problem of looked.problems) tell(problem)
      hasProblem ||= looked.problems.length > 0
      isNotApproved ||= looked.isNotApproved
      if (looked.shim === undefined) continue
      const { bytes, registry, signer, isTrusted } = looked.shim
      storeShim(shimFile(data, hash), bytes, {
        content: sha256(bytes),
        registry: { name: registry.name, url: registry.url },
        ...(signer && { signer }),
        isTrusted,
        isOrganisation: registry.organization,
        fetched: now.toISOString(),
      })
      report.found++
      if (isTrusted) report.trusted++
      return
    }
    if (hasProblem) report.unanswered++
    else if (isNotApproved && isPolicyKnown) report.notApproved++
    // Only a clear answer removes a stored shim.
    if (!hasProblem && removeStoredShim(shimFile(data, hash))) report.removed++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // Opened only now, because the policies stored above also apply.
  const accepts = options.accepts?.()
  if (accepts !== undefined) {
    report.removed += removeShims(data, (record) => {
      const acceptance = accepts(record)
      return !acceptance.ok && acceptance.isCertain
    })
  }
  report.patterns = await syncPatterns(client, data, tell)
  client.cache.removeOld()
  return report
}

function syncedRegistry(
  registry: OpenedRegistry,
  policies: readonly RegistryPolicy[],
  data: string,
  now: Date,
): SyncedRegistry {
  const { name, url } = registry.config
  const build = registry.ok ? registry.manifest.serial : undefined
  const accepted = acceptedBuild(data, url, now)
  const own = policies.find(({ config }) => config === registry.config)
  return {
    name,
    url,
    ...(build !== undefined && { build }),
    ...(accepted?.isExpired && { expired: accepted.expires! }),
    ...(own &&
      (own.problem === undefined ? { policy: own.policy?.approval ?? 'none' } : policyInUse(own, accepted, data))),
  }
}

/** What everybody obeys who does not wait for the network: the policy that was stored before, or else a denial. */
function policyInUse(
  { config }: RegistryPolicy,
  accepted: AcceptedBuild | undefined,
  data: string,
): Pick<SyncedRegistry, 'policy' | 'policyBuild'> {
  try {
    const stored = storedPolicyOf(data, config)
    if (stored?.ok === false) return { policy: 'unknown' }
    const policy = stored === undefined ? 'none' : readPolicy(Buffer.from(stored.text)).approval
    return { policy, ...(accepted && { policyBuild: accepted.serial }) }
  } catch (error) {
    if (error instanceof FormatError) return { policy: 'unknown' }
    throw error
  }
}

function keysByHash(programs: Iterable<ProgramKey>): Map<Hash, ShimKey[]> {
  const keys = new Map<Hash, ShimKey[]>()
  for (const { hash, ...key } of programs) keys.set(hash, [...(keys.get(hash) ?? []), key])
  return keys
}

/** The user's own files in `patterns` are never touched. */
async function syncPatterns(
  client: RegistryClient,
  data: string,
  tell: (problem: RegistryError) => void,
): Promise<number> {
  const folder = join(data, 'patterns')
  const before = listIn(folder)
  const now = new Map<string, string>()
  let isCertain = true
  for (const registry of await client.open()) {
    try {
      if (!registry.ok) throw registry.problem
      if (registry.manifest.patterns === undefined) continue
      const { patterns } = readPatternIndex(await registry.remote.file(registry.manifest.patterns))
      for (const [name, reference] of Object.entries(patterns)) {
        const file = `${fileNameOf(name)}.json`
        if (now.has(file)) continue
        const bytes = await registry.remote.file(reference)
        if (readPattern(bytes).name !== name) throw new FormatError(`the pattern ${name} calls itself otherwise`)
        const there = readIfThere(join(folder, file))
        if (there !== undefined && !before.includes(file)) continue
        now.set(file, bytes.toString('utf8'))
      }
    } catch (error) {
      isCertain = false
      tell(asRegistryError(error, registry.config.url))
    }
  }
  if (now.size === 0 && before.length === 0) return 0
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = isCertain ? [] : before.filter((file) => !now.has(file))
  // Write the list first: an entry for a file that does not exist yet does no harm.
  writeWhole(join(folder, PATTERN_LIST), JSON.stringify([...new Set([...before, ...now.keys()])]), { mode: 0o600 })
  for (const [file, text] of now) writeWhole(join(folder, file), text, { sync: false, mode: 0o600 })
  for (const file of before) if (!now.has(file) && !kept.includes(file)) rmSync(join(folder, file), { force: true })
  writeWhole(join(folder, PATTERN_LIST), JSON.stringify([...now.keys(), ...kept]), { mode: 0o600 })
  return now.size
}

function listIn(folder: string): string[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, PATTERN_LIST), 'utf8'))
    const names = new Set(readdirSync(folder))
    return Array.isArray(list) ? list.filter((one): one is string => names.has(one as string)) : []
  } catch {
    return []
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
