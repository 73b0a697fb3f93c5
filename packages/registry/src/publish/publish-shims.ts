import { keyOf } from '../format/filter.js'
import { packOf } from '../format/pack.js'
import { sha256 } from '../format/names.js'
import { logEntry } from '../log/entry.js'
import type { LogAppender } from '../log/tiles.js'
import type { CatalogWriter } from './catalog.js'
import { checkShim, type CheckedShim, type ShimRules } from './check-shim.js'
import { createKeys, type FilterKeys } from './filter-keys.js'
import { openPacks, type WrittenPacks } from './pack-writer.js'
import { readShim, writeShim } from './published-files.js'
import { readSourceIfThere } from './read-source.js'
import { RefusedFile, type ShimRefusal, type ShimWithdrawal } from './refusal.js'
import { signaturesBeside, type ShimSource, type SourceShim } from './source.js'
import type { PreviousBuild, PublishedShim, StateLine, StateWriter } from './state.js'
import type { TargetFolder } from './target.js'

export interface PublishTools {
  target: TargetFolder
  source: ShimSource
  previous: PreviousBuild | undefined
  rules: ShimRules
  log: LogAppender
  catalog: CatalogWriter
  state: StateWriter
  prefixLength: number
  /** Check every file again, because the rules changed or the last build was interrupted. */
  isWhole: boolean
  refuse: (refusal: ShimRefusal) => void
  /** Its files are removed only after the new build is published, because the old build still needs them. */
  withdraw: (hex: string) => void
  /** Reports a shim that is withdrawn although its file exists. */
  strike: (withdrawal: ShimWithdrawal) => void
  onProgress: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface PublishedShims {
  count: number
  added: number
  updated: number
  removed: number
  packs: WrittenPacks
  keys: FilterKeys
  /** The number of shims by signer; '' for shims without a verified signature of their own. */
  signers: Map<string, number>
}

/**
 * Merges the source with what was published before, both in the order of hashes, and publishes the differences. Shims
 * of a pack are adjacent in that order, so that memory holds one pack at a time.
 */
export async function publishShims(tools: PublishTools): Promise<PublishedShims> {
  const { target, source, previous, state, catalog, prefixLength, isWhole } = tools
  const counts = { count: 0, added: 0, updated: 0, removed: 0 }
  const keys = createKeys()
  const signers = new Map<string, number>()
  const packs = openPacks(target, previous?.manifest.packs, prefixLength, isWhole)
  let done = 0
  for (const { hex, line } of merged(source.hashes, previous?.lines() ?? [])) {
    const outcome = await outcomeFor(tools, hex, line, source)
    if (outcome === undefined) continue
    const { before, now, isChanged } = outcome
    const [was, is] = [before, now].map((one) => one !== undefined && one.removed !== true)
    packs.add(packOf(hex, prefixLength), isChanged, is ? { hex, facts: now } : undefined)
    if (isChanged || isWhole) catalog.change(hex, before, now)
    state.add(outcome.line)
    if (is) {
      counts.count++
      keys.add(keyOf(hex), now.index)
      signers.set(now.signer ?? '', (signers.get(now.signer ?? '') ?? 0) + 1)
    }
    if (is && !was) counts.added++
    else if (was && !is) counts.removed++
    else if (isChanged) counts.updated++
    if (++done % BREATH === 0) {
      tools.onProgress(done, source.hashes.length)
      tools.signal?.throwIfAborted()
      // Let timers and signals run; the build itself never waits.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  tools.onProgress(done, done)
  return { ...counts, packs: packs.close(), keys, signers }
}

const BREATH = 256

/** Merges both lists in the order of hashes. The file of a known hash may be gone. */
function* merged(hashes: readonly string[], lines: Iterable<StateLine>) {
  let next = 0
  for (const line of lines) {
    while (next < hashes.length && hashes[next]! < line.hex) yield { hex: hashes[next++]!, line: undefined }
    const isThere = hashes[next] === line.hex
    if (isThere) next++
    yield { hex: line.hex, line: { ...line, isThere } }
  }
  while (next < hashes.length) yield { hex: hashes[next++]!, line: undefined }
}

interface Outcome {
  before: PublishedShim | undefined
  now: PublishedShim
  line: StateLine
  isChanged: boolean
}

type KnownLine = StateLine & { isThere: boolean }

/** Handles one hash. Returns undefined if it was never published and is not now. */
async function outcomeFor(
  tools: PublishTools,
  hex: string,
  line: KnownLine | undefined,
  source: ShimSource,
): Promise<Outcome | undefined> {
  const before = line === undefined ? undefined : (JSON.parse(line.facts) as PublishedShim)
  if (line !== undefined && !line.isThere) return withdrawn(tools, hex, line, before!)
  const file = source.shim(hex)
  if (line?.identity === file.identity && !tools.isWhole) {
    return { before, now: before!, line, isChanged: false }
  }
  try {
    const bytes = readSourceIfThere(source.folder, file.file)
    if (bytes === undefined) throw new RefusedFile('file', 'it is gone, or a link to a file that is not there')
    const checked = await checkShim(hex, bytes, signaturesBeside(file.file, source.folder), tools.rules, before)
    return published(tools, hex, file, checked, before)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    tools.refuse({ file: file.file, code: error.code, reason: error.message })
    return kept(tools, hex, line, before)
  }
}

function withdrawn({ log, withdraw }: PublishTools, hex: string, line: StateLine, before: PublishedShim): Outcome {
  if (before.removed === true) return { before, now: before, line, isChanged: false }
  log.append(logEntry(`sha256:${hex}`, undefined))
  withdraw(hex)
  const now = { ...before, removed: true as const }
  return { before, now, line: lineOf(hex, '-', now), isChanged: true }
}

function published(
  { target, log }: PublishTools,
  hex: string,
  { identity }: SourceShim,
  checked: CheckedShim,
  before: PublishedShim | undefined,
): Outcome {
  const isLive = before !== undefined && before.removed !== true
  const isSame = isLive && before.content === checked.facts.content
  const signatures =
    Object.keys(checked.signatures).length === 0 ? {} : { signatures: sha256(JSON.stringify(checked.signatures)) }
  const entry = isSame ? before.index : log.append(logEntry(`sha256:${hex}`, checked.facts.content))
  const now: PublishedShim = { ...checked.facts, ...signatures, index: isLive ? before.index : entry }
  const isChanged = !isLive || JSON.stringify(now) !== JSON.stringify(before)
  if (isChanged || !isPublished(target, hex, now)) writeShim(target, hex, checked)
  return { before, now, line: lineOf(hex, identity, now), isChanged }
}

function isPublished(target: TargetFolder, hex: string, { content }: PublishedShim): boolean {
  const files = readShim(target, hex)
  return files !== undefined && sha256(files.bytes) === content
}

/**
 * Keeps what was published before a refused file, unless that is no longer acceptable either, such as after its signer
 * was removed. After an interrupted build, it may be newer than the state says.
 */
async function kept(
  tools: PublishTools,
  hex: string,
  line: StateLine | undefined,
  before: PublishedShim | undefined,
): Promise<Outcome | undefined> {
  if (line === undefined || before === undefined) return undefined
  if (before.removed === true || !tools.isWhole) return { before, now: before, line, isChanged: false }
  try {
    const files = readShim(tools.target, hex)
    if (files === undefined) return withdrawn(tools, hex, line, before)
    const checked = await checkShim(hex, files.bytes, files.signatures, tools.rules, before)
    return published(tools, hex, { hex, file: '', identity: line.identity }, checked, before)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    tools.strike({ name: before.name, reason: error.message })
    return withdrawn(tools, hex, line, before)
  }
}

const lineOf = (hex: string, identity: string, facts: PublishedShim): StateLine => ({
  hex,
  identity,
  facts: JSON.stringify(facts),
})
