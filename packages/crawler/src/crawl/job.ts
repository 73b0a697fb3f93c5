import { createHash } from 'node:crypto'
import type { AtipTool } from '@atip/protocol'
import { canonical } from '../facts/canonical.js'
import { GENERATOR } from '../facts/to-shim.js'
import type { PackageSourceKind, ToolManifest } from '../manifest/types.js'
import type { Method } from '../programs/describe-program.js'
import type { NoProgram } from '../programs/find-programs.js'
import type { ReleasedArtifact } from '../sources/types.js'

/** One artifact of one version of a tool. All a worker needs to know, on any machine. */
export interface CrawlJob {
  tool: Pick<ToolManifest, 'name' | 'homepage' | 'description' | 'template'>
  source: PackageSourceKind
  /** What the source calls it: package, repository, formula. */
  from: string
  version: string
  artifact: ReleasedArtifact
}

/** What a job found. It contains no time, no path and no host: the same job has the same result everywhere. */
export interface JobResult {
  tool: string
  source: PackageSourceKind
  platform: ReleasedArtifact['platform']
  version: string
  archive: `sha256:${string}`
  programs: ProgramResult[]
  /** What looked like programs. */
  skipped: NoProgram[]
}

export type ProgramResult =
  | { name: string; place: string; outcome: 'described'; methods: Method[]; shim: AtipTool }
  /** Another name of a program that is described: the shim names it as an alias. */
  | { name: string; place: string; outcome: 'alias'; of: string }
  | { name: string; place: string; outcome: 'silent'; reason: string }

/** The same bytes, described in the same way, are the same job. */
export function jobId({ tool, source, version, artifact }: CrawlJob): string {
  const { from, ...rest } = artifact
  const bytes = from.digest ?? ('url' in from ? from.url : from.folder)
  return createHash('sha256')
    .update(canonical([GENERATOR, tool, source, version, bytes, rest]))
    .digest('hex')
    .slice(0, 40)
}
