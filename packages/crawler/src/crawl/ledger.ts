import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import type { AtipTool } from '@atip/protocol'
import type { EffectChange } from './effect-changes.js'
import type { Platform, PackageSourceKind } from '../manifest/types.js'

/** The published shims of a tool, by platform and program. */
export interface ToolLedger {
  tool: string
  entries: LedgerEntry[]
}

export interface LedgerEntry {
  platform: Platform
  program: string
  source: PackageSourceKind
  version: string
  hash: string
  /** For a script in a package. */
  closure?: string
}

/** An update that waits for a human. */
export interface Review {
  tool: string
  version: string
  platform: Platform
  program: string
  source: PackageSourceKind
  kind: 'new' | 'update'
  /** How the effects differ from those of the previous version. */
  changes: EffectChange[]
  shim: AtipTool
}

/** Maps a tool, which may have any name, to a valid file name. */
export function fileNameOf(...parts: string[]): string {
  const readable = parts
    .join('.')
    .replace(/[^\w.+-]/g, '_')
    .slice(0, 80)
  return `${readable}-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)}.json`
}

export interface CrawlLedger {
  read(tool: string): ToolLedger
  write(ledger: ToolLedger): void
  tools(): ToolLedger[]
  reviews(tool?: string): Review[]
  /** The file of a review, for a person to read. */
  reviewFile(review: Pick<Review, 'tool' | 'platform' | 'program'>): string
  keepReview(review: Review): void
  dropReview(review: Pick<Review, 'tool' | 'platform' | 'program'>): void
}

/** Stores what was published and what waits for review: one file for each tool, one for each review. */
export function openLedger(folder: string): CrawlLedger {
  const published = join(folder, 'published')
  const waiting = join(folder, 'review')
  for (const place of [published, waiting]) mkdirSync(place, { recursive: true })
  const reviewFile = ({ tool, platform, program }: Pick<Review, 'tool' | 'platform' | 'program'>) =>
    join(waiting, fileNameOf(tool, platform, program))
  return {
    read(tool) {
      return jsonIn<ToolLedger>(join(published, fileNameOf(tool))) ?? { tool, entries: [] }
    },
    write(ledger) {
      writeWhole(join(published, fileNameOf(ledger.tool)), `${JSON.stringify(ledger, null, 1)}\n`, { sync: false })
    },
    tools: () => allIn<ToolLedger>(published),
    reviews: (tool) => allIn<Review>(waiting).filter((one) => tool === undefined || one.tool === tool),
    reviewFile,
    keepReview: (review) => writeWhole(reviewFile(review), `${JSON.stringify(review, null, 1)}\n`, { sync: false }),
    dropReview: (review) => rmSync(reviewFile(review), { force: true }),
  }
}

function allIn<T>(folder: string): T[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .flatMap((name) => jsonIn<T>(join(folder, name)) ?? [])
}

function jsonIn<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
