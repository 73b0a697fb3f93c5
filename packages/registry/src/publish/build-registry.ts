import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LockError, removeOldDrafts, withLock } from '@atip/files'
import { PROTOCOL_VERSION } from '@atip/protocol'
import type { RegistryManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { encodePackIndex, prefixLengthFor } from '../format/pack.js'
import { openLog } from '../log/tiles.js'
import type { OwnSigner, RegistrySigner } from '../signing/signer.js'
import { namesOfSigners, verifySignatures, type SignerSettings } from '../signing/verify.js'
import { acceptedSigners } from './accepted-signers.js'
import { openCatalog } from './catalog.js'
import { excludedBy, publishPatterns, publishPolicy, unreachableIn } from './extras.js'
import { publishFilters } from './filters.js'
import type { PageStep } from '../page/page-build.js'
import { writePages } from '../page/write-pages.js'
import { pageBuild } from './pages.js'
import { ENDPOINTS, filesOf, originOf, publishManifest } from './publish-manifest.js'
import { readSignatures, removeShim } from './published-files.js'
import { publishShims } from './publish-shims.js'
import { PublishError, type ShimRefusal, type ShimWithdrawal } from './refusal.js'
import { listSource } from './source.js'
import { BUILD_FOLDER, linesFile, linesIn, readPrevious, removeOldStates, writeLines } from './state.js'
import type { PreviousBuild, StateHead } from './state.js'
import { openTarget, type TargetFolder } from './target.js'
import { removeExpired, removeStrays } from './tidy.js'

export interface RegistryBuildOptions {
  /** The folder of shims, each named by the hash of its program: `{64 digits}.json`, with signatures beside it. */
  source: string
  /** The folder of the registry, for any web server to serve. */
  target: string
  /** The name and the address of the registry. Default: those of the last build. */
  name?: string
  url?: string
  /** Signs the manifest, which names every other file. Without it, the registry is unsigned. */
  signer?: RegistrySigner
  /** Publishes a build without a signature although the last one was signed. */
  unsigned?: boolean
  /** The number of this build; it must be higher than that of the last one. Default: the next, or 1. */
  serial?: number
  /**
   * The accepted signers of shims. A shim that is not `inferred` needs one. Default: the key of `signer`, the signers
   * that the last build accepted, and `moreTrust`.
   */
  trust?: SignerSettings
  moreTrust?: SignerSettings
  /** Publishes a build even if it withdraws every published shim. */
  withdrawAll?: boolean
  /** Signs shims that need a signature and have none with `signer`, so that the builder vouches for all of them. */
  signShims?: boolean
  /** How long clients may use this build. Default 30 days. */
  lifetimeDays?: number
  /** How long unused files stay, for clients with an older manifest. Default 7 days. */
  keepDays?: number
  /** Writes the pages of the registry; `false` disables them. Default: `writePages`. */
  pages?: PageStep | false
  now?: Date
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface BuildReport {
  /** False if nothing changed and the last build is not past half of its lifetime. */
  isNew: boolean
  serial: number
  count: number
  added: number
  updated: number
  removed: number
  /** Files that were not published. Earlier published versions stay. */
  refused: ShimRefusal[]
  /** Shims that are withdrawn although their files exist, because they are no longer acceptable. */
  struck: ShimWithdrawal[]
  /** Whether the policy or the patterns changed. */
  hasOtherPolicy: boolean
  /** The accepted signers of shims: the names of keys, and identities with their issuers. */
  signers: string[]
  warnings: string[]
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Builds a registry from a folder of shims, or updates one. New files are written first and the manifest last, so that
 * the registry is complete at any moment, even if the build is interrupted. Throws if another build of the same folder
 * is running.
 */
export async function buildRegistry(options: RegistryBuildOptions): Promise<BuildReport> {
  const folder = join(options.target, BUILD_FOLDER)
  try {
    mkdirSync(folder, { recursive: true })
    return await withLock(folder, () => build(options), { patienceMs: 0 })
  } catch (error) {
    if (!(error instanceof LockError)) throw asTargetError(error)
    const reason = error.code === 'locked' ? 'another build of this registry is running' : 'the lock cannot be taken'
    throw new PublishError(error.code === 'locked' ? 'locked' : 'target', `${reason}: ${error.message}`, error)
  }
}

/** An error of the file system, such as a full disk. */
function asTargetError(error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (error instanceof PublishError || syscall === undefined) return error
  const reason = code === 'ENOSPC' ? 'the disk is full' : message
  return new PublishError('target', `the registry cannot be built: ${reason}; the last build stays published`, error)
}

async function build(options: RegistryBuildOptions): Promise<BuildReport> {
  const { source: folder, target: root, now = new Date(), signer } = options
  const target = openTarget(root)
  const previous = readPrevious(root)
  const own = await signer?.own?.()
  const trust = acceptedSigners(options, previous?.head.trust, own)
  if (signer === undefined && options.unsigned !== true) requireUnsigned(previous)
  const source = listSource(folder)
  const refused: ShimRefusal[] = [...source.refused]
  const refuse = (refusal: ShimRefusal) => void refused.push(refusal)
  const withdrawn: string[] = []
  const struck: ShimWithdrawal[] = []
  const unfinished = join(root, BUILD_FOLDER, 'unfinished')
  const rules = sha256(JSON.stringify([trust, options.signShims ?? false]))
  const isWhole = previous === undefined || existsSync(unfinished) || previous.head.rules !== rules
  target.onFirstWrite(() => writeFileSync(unfinished, ''))

  const serial = serialFor(options.serial, previous)
  const state = writeLines(linesFile(root, serial))
  const catalog = openCatalog(target, root, join(root, BUILD_FOLDER, 'spill'))
  const log = openLog(previous?.manifest.log?.size ?? 0, target.read, ({ path, bytes }) =>
    target.write(path, bytes, { sync: true }),
  )
  const prefixLength = prefixLengthFor(source.hashes.length, previous?.manifest.packs?.prefixLength)
  const { packs, keys, signers, ...counts } = await publishShims({
    target,
    source,
    previous,
    rules: { trust, ...(options.signShims && signer && { signer }) },
    log,
    catalog,
    state,
    prefixLength,
    isWhole,
    refuse,
    withdraw: (hex) => void withdrawn.push(hex),
    strike: (withdrawal) => void struck.push(withdrawal),
    onProgress: options.onProgress ?? (() => {}),
    ...(options.signal && { signal: options.signal }),
  })
  state.close()
  if (options.withdrawAll !== true) requireSome(counts, struck)
  const registry = registryOf(options, previous)
  const policy = publishPolicy(folder, target)
  const patterns = publishPatterns(folder, target, refuse)
  const extras = { ...(policy && { policy: policy.reference }), ...(patterns && { patterns }) }
  const hasOtherPolicy = previous?.manifest.policy?.sha256 !== policy?.reference.sha256
  const warnings =
    policy === undefined ? [] : [...excludedBy(policy.policy, signers, own?.identity), ...unreachableIn(policy.policy)]
  const report = { ...counts, refused, struck, hasOtherPolicy, signers: namesOfSigners(trust), warnings }

  const isChanged = isWhole || counts.added + counts.updated + counts.removed > 0
  const isAsked = options.serial !== undefined
  const isSame = !isChanged && !isAsked && isStillGood(previous!.manifest, registry, extras, now)
  if (isSame && (await isSignedBy(target, previous!, signer, own))) {
    catalog.close()
    rmSync(linesFile(root, serial), { force: true })
    rmSync(unfinished, { force: true })
    return { isNew: false, serial: previous!.manifest.serial, ...report }
  }

  catalog.write(isWhole)
  const { pages = writePages } = options
  const pageFiles = (pages && (await pages(pageBuild(registry, target, root, catalog, isWhole)))) || NO_FILES
  const { size, root: logRoot } = log.finish()
  const filters = publishFilters(target, keys, size, previous)
  const index = target.writeNamed('/packs/index-{digest}.bin', encodePackIndex(prefixLength, packs.digests))
  const manifest: RegistryManifest = {
    atip: { version: PROTOCOL_VERSION },
    registry: { ...registry, type: 'static', version: now.toISOString().slice(0, 10).replaceAll('-', '.') },
    serial,
    issued: now.toISOString(),
    expires: new Date(now.getTime() + (options.lifetimeDays ?? LIFETIME_DAYS) * DAY_MS).toISOString(),
    endpoints: ENDPOINTS,
    trust: { requireSignatures: signer !== undefined, signers: [...trust.signers, ...(trust.minisignKeys ?? [])] },
    shims: { count: counts.count },
    packs: { prefixLength, index },
    filters: filters.files,
    log: { origin: originOf(registry.url), size, root: logRoot },
    ...extras,
  }
  const gone = [...packs.superseded, ...filesOf(previous?.manifest), ...pageFiles.superseded]
  const { kept, expired } = supersededFiles(
    previous,
    gone,
    new Set([...packs.paths, ...filesOf(manifest), ...pageFiles.used]),
    options,
  )
  const signedBy = signer && (own?.identity ?? AN_IDENTITY)
  const head: StateHead = {
    serial,
    count: counts.count,
    ...(signedBy !== undefined && { signedBy }),
    trust,
    rules,
    filterBase: filters.base,
    superseded: kept,
  }
  await publishManifest(target, root, manifest, head, signer)

  // The new build is published; the rest is cleanup.
  for (const hex of withdrawn) removeShim(target, hex)
  if (isWhole) removeStrays(root, linesIn(linesFile(root, serial)))
  rmSync(unfinished, { force: true })
  for (const path of expired) removeExpired(root, path)
  catalog.close()
  removeOldStates(root, serial)
  if (isWhole) removeOldDrafts(root, { isOnlyWriter: true })
  return { isNew: true, serial, ...report }
}

/** Such a build is usually a mistake, and machines with an allow-list would then deny everything. */
function requireSome({ count, removed }: { count: number; removed: number }, struck: readonly ShimWithdrawal[]): void {
  if (count > 0 || removed === 0) return
  const because = struck[0]?.reason ?? 'their files are gone'
  const what = removed === 1 ? 'the only published shim' : `all ${removed} published shims`
  throw new PublishError(
    'empty',
    `this build would withdraw ${what}: ${because}; nothing was published. If it is meant: --withdraw-all`,
  )
}

/** Clients that know the signer would refuse such a build. */
function requireUnsigned(previous: PreviousBuild | undefined): void {
  if (previous?.manifest.trust.requireSignatures !== true) return
  const { signedBy } = previous.head
  const by = signedBy === undefined ? '' : ` by ${signedBy}`
  throw new PublishError(
    'unsigned',
    `build ${previous.manifest.serial} was signed${by}, and nothing says how to sign this one: clients would refuse it. Nothing was published. If it is meant: --unsigned`,
  )
}

function serialFor(wanted: number | undefined, previous: PreviousBuild | undefined): number {
  const last = previous?.manifest.serial ?? 0
  if (wanted === undefined) return last + 1
  if (wanted > last) return wanted
  throw new PublishError('source', `the number of a build must be higher than that of the last one, which is ${last}`)
}

/** Recorded as the signer of a build that was signed without a key: the identity is known only afterwards. */
const AN_IDENTITY = 'an identity'

/** Whether the published manifest has the signature that this build would make. */
async function isSignedBy(
  target: TargetFolder,
  { manifestBytes, head }: PreviousBuild,
  signer: RegistrySigner | undefined,
  own: OwnSigner | undefined,
): Promise<boolean> {
  const signatures = readSignatures(target, sha256(manifestBytes))
  if (signer === undefined) return Object.keys(signatures).length === 0
  if (own === undefined) return head.signedBy === AN_IDENTITY && signatures.bundle !== undefined
  return (await verifySignatures(manifestBytes, signatures, own.settings)).verified
}

const NO_FILES = { used: [], superseded: [] }
const LIFETIME_DAYS = 30
const KEEP_DAYS = 7

function registryOf({ name, url }: RegistryBuildOptions, previous: PreviousBuild | undefined): RegistryName {
  const before = previous?.manifest.registry
  const registry = { name: name ?? before?.name, url: url ?? before?.url }
  if (registry.name === undefined || registry.url === undefined) {
    throw new PublishError('source', 'the first build of a registry needs its name and its address')
  }
  if (!URL.canParse(registry.url)) throw new PublishError('source', `${JSON.stringify(registry.url)} is not a URL`)
  return registry as RegistryName
}

interface RegistryName {
  name: string
  url: string
}

/** Whether the last build has the same content and is not past half of its lifetime. */
function isStillGood(
  manifest: RegistryManifest,
  { name, url }: RegistryName,
  { policy, patterns }: Pick<RegistryManifest, 'policy' | 'patterns'>,
  now: Date,
): boolean {
  const isSame =
    manifest.registry.name === name &&
    manifest.registry.url === url &&
    manifest.policy?.sha256 === policy?.sha256 &&
    manifest.patterns?.sha256 === patterns?.sha256
  const [issued, expires] = [manifest.issued, manifest.expires].map((time) => Date.parse(time)) as [number, number]
  return isSame && now.getTime() < (issued + expires) / 2
}

/** Unused files: those kept for clients with an older manifest, and those whose time has expired. */
function supersededFiles(
  previous: PreviousBuild | undefined,
  gone: readonly string[],
  used: ReadonlySet<string>,
  { now = new Date(), keepDays = KEEP_DAYS }: RegistryBuildOptions,
) {
  const all = [...(previous?.head.superseded ?? []), ...gone.map((path) => ({ path, since: now.getTime() }))]
  const unused = all.filter(({ path }) => !used.has(path))
  const isOver = ({ since }: { since: number }) => now.getTime() - since > keepDays * DAY_MS
  return { kept: unused.filter((one) => !isOver(one)), expired: unused.filter(isOver).map(({ path }) => path) }
}
