import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Hash } from '@atip/protocol'
import type { CatalogLine, CatalogTool } from '../format/catalog.js'
import { catalogPath, sha256 } from '../format/names.js'
import type { PublishedShim } from './state.js'
import type { TargetFolder } from './target.js'

export function catalogLine(hex: string, facts: PublishedShim): CatalogLine {
  const { name, version, platform, aliases, source, description, signatures, signer } = facts
  return {
    hash: `sha256:${hex}`,
    name,
    ...(version !== undefined && { version }),
    ...(platform !== undefined && { platform }),
    ...(aliases !== undefined && { aliases }),
    source,
    description,
    signed: signatures !== undefined,
    ...(signer !== undefined && { signer }),
  }
}

interface Change {
  name: string
  hash: Hash
  /** Absent if the name no longer has this shim. */
  line?: CatalogLine
}

/**
 * Writes the catalog by name, although shims come by hash. Changes are first sorted into 256 files, so that memory
 * holds one of them at a time.
 */
export interface CatalogWriter {
  /** Records the change of a hash; either side may be missing. */
  change(hex: string, before: PublishedShim | undefined, now: PublishedShim | undefined): void
  /** With `isWhole`, every shim was recorded, so `write` removes everything else from the catalog. */
  write(isWhole: boolean): void
  /** The names whose entries `write` changed, each with its current shims. */
  changed(): Generator<CatalogTool>
  close(): void
}

const BUCKETS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
const FLUSH = 1 << 16

export function openCatalog(target: TargetFolder, root: string, spill: string): CatalogWriter {
  rmSync(spill, { recursive: true, force: true })
  mkdirSync(spill, { recursive: true })
  const waiting = new Map<string, string[]>()
  const flush = (bucket: string) => {
    const lines = waiting.get(bucket)
    if (lines !== undefined) appendFileSync(join(spill, bucket), lines.join(''))
    waiting.delete(bucket)
  }
  const tell = (change: Change) => {
    const bucket = sha256(change.name).slice(0, 2)
    const lines = waiting.get(bucket) ?? []
    waiting.set(bucket, lines)
    lines.push(`${JSON.stringify(change)}\n`)
    if (lines.length * 256 > FLUSH) flush(bucket)
  }
  return {
    change(hex, before, now) {
      const hash: Hash = `sha256:${hex}`
      const names = now === undefined ? [] : namesOf(now)
      for (const name of before === undefined ? [] : namesOf(before)) if (!names.includes(name)) tell({ name, hash })
      for (const name of names) tell({ name, hash, line: catalogLine(hex, now!) })
    },
    write(isWhole) {
      for (const bucket of BUCKETS) {
        flush(bucket)
        const changes = changesIn(spill, bucket)
        for (const [name, list] of changes) writeCatalog(target, name, list, isWhole)
        if (isWhole) sweep(target, root, bucket, new Set([...changes.keys()].map(catalogPath)))
      }
    },
    *changed() {
      for (const bucket of BUCKETS) {
        for (const name of changesIn(spill, bucket).keys())
          yield { name, shims: readCatalog(target, catalogPath(name)) }
      }
    },
    close: () => rmSync(spill, { recursive: true, force: true }),
  }
}

const namesOf = ({ name, aliases = [], removed }: PublishedShim) => (removed ? [] : [...new Set([name, ...aliases])])

/** The changes of a bucket by name, in order. */
function changesIn(spill: string, bucket: string): Map<string, Change[]> {
  let text = ''
  try {
    text = readFileSync(join(spill, bucket), 'utf8')
  } catch {
    // No file means no changes.
  }
  const byName = new Map<string, Change[]>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const change = JSON.parse(line) as Change
    byName.set(change.name, [...(byName.get(change.name) ?? []), change])
  }
  return new Map([...byName].sort(([one], [other]) => compare(one, other)))
}

function writeCatalog(target: TargetFolder, name: string, changes: readonly Change[], isWhole: boolean): void {
  const path = catalogPath(name)
  const lines = new Map((isWhole ? [] : readCatalog(target, path)).map((line) => [line.hash, line]))
  for (const { hash, line } of changes) {
    if (line === undefined) lines.delete(hash)
    else lines.set(hash, line)
  }
  if (lines.size === 0) return target.remove(path)
  const sorted = [...lines.values()].sort(inOrder)
  target.write(path, sorted.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export function readCatalog(target: TargetFolder, path: string): CatalogLine[] {
  const text = target.readIfThere(path)?.toString() ?? ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CatalogLine)
}

/** Orders by version, comparing numbers in versions as numbers. */
function inOrder(one: CatalogLine, other: CatalogLine): number {
  return (
    compareVersions(one.version ?? '', other.version ?? '') ||
    compare(one.platform ?? '', other.platform ?? '') ||
    compare(one.hash, other.hash)
  )
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.match(/\d+|\D+/g) ?? [])
  for (const [index, part] of left!.entries()) {
    const against = right![index]
    if (against === undefined) return 1
    const isNumber = /^\d/.test(part) && /^\d/.test(against)
    const order = (isNumber ? Number(part) - Number(against) : 0) || compare(part, against)
    if (order !== 0) return order
  }
  return left!.length - right!.length
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Removes catalog files without shims. */
function sweep(target: TargetFolder, root: string, bucket: string, kept: ReadonlySet<string>): void {
  for (const path of catalogsIn(root, bucket)) if (!kept.has(path)) target.remove(path)
}

/** The catalog files of a bucket, in order. */
function* catalogsIn(root: string, bucket: string): Generator<string> {
  for (const folder of namesIn(join(root, 'catalog', bucket))) {
    for (const file of namesIn(join(root, 'catalog', bucket, folder))) {
      if (file.endsWith('.jsonl')) yield `/catalog/${bucket}/${folder}/${file}`
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Every name of a registry, one at a time. */
export function* allCatalogs(target: TargetFolder, root: string): Generator<CatalogTool> {
  for (const bucket of BUCKETS) {
    for (const path of catalogsIn(root, bucket)) {
      const shims = readCatalog(target, path)
      const name = shims
        .flatMap((line) => [line.name, ...(line.aliases ?? [])])
        .find((one) => catalogPath(one) === path)
      if (name !== undefined) yield { name, shims }
    }
  }
}
