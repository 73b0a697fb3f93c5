import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, readTool, type AtipTool } from '@atip/protocol'
import type { Platform, ToolManifest } from '../manifest/types.js'
import type { CrawlLedger } from './ledger.js'

/** The share of tracked tools that are described (RFC 4.10.5). */
export interface Coverage {
  tracked_tools: number
  total_shims: number
  /** Tools with a shim, by platform. */
  platforms: Record<string, number>
  /** Shims by the source that vouches for them. */
  by_source: Record<string, number>
  missing: { name: string; platforms: Platform[] }[]
  /** Shims by reviewer. */
  attribution: Record<string, number>
}

export function coverageOf(manifests: readonly ToolManifest[], folder: string, ledger: CrawlLedger): Coverage {
  const coverage: Coverage = {
    tracked_tools: manifests.length,
    total_shims: 0,
    platforms: {},
    by_source: {},
    missing: [],
    attribution: {},
  }
  const add = (counts: Record<string, number>, key: string) => (counts[key] = (counts[key] ?? 0) + 1)
  for (const shim of shimsIn(folder)) {
    coverage.total_shims++
    add(coverage.by_source, shim.trust?.source ?? 'inferred')
    const generation = shim._generation
    const reviewer = isObject(generation) ? generation.reviewedBy : undefined
    if (typeof reviewer === 'string') add(coverage.attribution, reviewer)
  }
  for (const manifest of manifests) {
    const known = new Set(ledger.read(manifest.name).entries.map(({ platform }) => platform))
    for (const platform of known) add(coverage.platforms, platform)
    const missing = platformsOf(manifest).filter((platform) => !known.has(platform))
    if (missing.length > 0) coverage.missing.push({ name: manifest.name, platforms: missing })
  }
  return coverage
}

/** The platforms on which a tool should be described, by its manifest. */
function platformsOf({ sources }: ToolManifest): Platform[] {
  const { github, homebrew, apt, npm, scoop, url, folder } = sources
  return [
    ...new Set<Platform>([
      ...(Object.keys(github?.asset_patterns ?? {}) as Platform[]),
      ...[homebrew, apt, scoop, url].flatMap((source) => source?.platforms ?? []),
      ...(npm === undefined ? [] : ['linux-amd64' as const]),
      ...(folder === undefined ? [] : [folder.platform]),
    ]),
  ].sort()
}

function* shimsIn(folder: string): Generator<AtipTool> {
  for (const name of filesIn(join(folder, 'sha256'))) {
    const reading = readTool(readFileSync(join(folder, 'sha256', name), 'utf8'))
    if (reading.ok) yield reading.tool
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  } catch {
    return []
  }
}
