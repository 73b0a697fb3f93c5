import { CLOSURE, descriptionFor, type AtipTool } from '@atip/protocol'
import { isSameShim, joinShims } from '../facts/join-shims.js'
import { effectChanges } from './effect-changes.js'
import type { JobResult } from './job.js'
import type { CrawlLedger, LedgerEntry, Review } from './ledger.js'
import type { ShimFolder } from './shim-folder.js'

export interface PublishSettings {
  shims: ShimFolder
  ledger: CrawlLedger
  /** When the crawl began. */
  timestamp: string
  /** Publish new tools without review. Updates with changed effects still need one. */
  acceptNew: boolean
}

export interface Published {
  tool: string
  program: string
  version: string
  outcome: 'published' | 'unchanged' | 'review'
  file?: string
  review?: Review
}

/** Publishes the result of a job, or stores it for review. Idempotent. */
export function publish(result: JobResult, settings: PublishSettings): Published[] {
  const { shims, ledger, timestamp, acceptNew } = settings
  const { tool, platform, source, version } = result
  const entries = ledger.read(tool).entries
  const published = result.programs.flatMap((program): Published[] => {
    if (program.outcome !== 'described') return []
    const common = { tool, program: program.name, version }
    const { shim: added } = program
    const there = shims.read(added.binary!.hash)
    const closure = closureIn(added)
    const entry: LedgerEntry = {
      platform,
      program: program.name,
      source,
      version,
      hash: added.binary!.hash,
      ...(closure !== undefined && { closure }),
    }
    const shim = joined(there, added)
    if (there !== undefined && isSameShim(there, shim)) {
      record(entries, entry)
      return [{ ...common, outcome: 'unchanged' }]
    }
    const before = entries.find((one) => one.platform === platform && one.program === program.name)
    const old = partOf(there, entry) ?? (before && partOf(shims.read(before.hash), before))
    const changes = old === undefined ? [] : effectChanges(old, added)
    if (old === undefined ? !acceptNew : changes.length > 0) {
      const kind = old === undefined ? 'new' : 'update'
      const review: Review = { ...common, platform, source, kind, changes, shim: added }
      ledger.keepReview(review)
      return [{ ...common, outcome: 'review', review }]
    }
    const file = shims.write(shim, timestamp)
    record(entries, entry)
    ledger.dropReview({ tool, platform, program: program.name })
    return [{ ...common, outcome: 'published', file }]
  })
  if (entries.length > 0) ledger.write({ tool, entries })
  return published
}

/** Publishes an update after its review. */
export function accept(review: Review, { shims, ledger, timestamp }: Omit<PublishSettings, 'acceptNew'>): string {
  const { tool, platform, program, source, version, shim } = review
  const { hash } = shim.binary!
  const file = shims.write(joined(shims.read(hash), shim), timestamp)
  const { entries } = ledger.read(tool)
  const closure = closureIn(shim)
  record(entries, { platform, program, source, version, hash, ...(closure !== undefined && { closure }) })
  ledger.write({ tool, entries })
  ledger.dropReview(review)
  return file
}

/** Descriptions that people vouched for stay exactly as they were signed. */
function joined(there: AtipTool | undefined, added: AtipTool): AtipTool {
  if (there === undefined) return added
  return (there.trust?.source ?? 'inferred') === 'inferred' ? joinShims(there, added) : there
}

function closureIn({ binary }: AtipTool): string | undefined {
  const closure = binary?.[CLOSURE]
  return typeof closure === 'string' ? closure : undefined
}

/** The part of a shim that describes the program of a ledger entry. */
function partOf(shim: AtipTool | undefined, { program: name, closure }: LedgerEntry): AtipTool | undefined {
  return shim && descriptionFor(shim, { name, ...(closure !== undefined && { closure }) })
}

function record(entries: LedgerEntry[], entry: LedgerEntry): void {
  const at = entries.findIndex((one) => one.platform === entry.platform && one.program === entry.program)
  if (at === -1) entries.push(entry)
  else entries[at] = entry
  entries.sort((a, b) => (`${a.platform} ${a.program}` < `${b.platform} ${b.program}` ? -1 : 1))
}
