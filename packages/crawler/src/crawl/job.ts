import { createHash } from 'node:crypto'
import type { AtipTool } from '@atip/protocol'
import { canonical } from '../facts/canonical.js'
import { GENERATOR } from '../facts/to-shim.js'
import type { PackageSourceKind, ToolManifest } from '../manifest/types.js'
import type { Method } from '../programs/describe-program.js'
import type { NoProgram } from '../programs/find-programs.js'
import type { ReleasedArtifact } from '../sources/types.js'

/** One artifact of one version of a tool, with everything that a worker on any machine needs. */
export interface CrawlJob {
  tool: Pick<ToolManifest, 'name' | 'homepage' | 'description' | 'template'>
  source: PackageSourceKind
  /** The name at the source: package, repository, formula. */
  from: string
  version: string
  artifact: ReleasedArtifact
}

/** The result of a job. It contains no time, path or host, so that the same job has the same result everywhere. */
export interface JobResult {
  tool: string
  source: PackageSourceKind
  platform: ReleasedArtifact['platform']
  version: string
  archive: `sha256:${string}`
  programs: ProgramResult[]
  /** Files that looked like programs. */
  skipped: NoProgram[]
}

export type ProgramResult =
  | { name: string; place: string; outcome: 'described'; methods: Method[]; shim: AtipTool }
  /** Another name of a described program, which becomes an alias in its shim. */
  | { name: string; place: string; outcome: 'alias'; of: string }
  | { name: string; place: string; outcome: 'silent'; reason: string }

/** Hashes what a job depends on: the same bytes and manifest give the same id. */
export function jobId({ tool, source, version, artifact }: CrawlJob): string {
  const { from, ...rest } = artifact
  const bytes = from.digest ?? ('url' in from ? from.url : from.folder)
  return createHash('sha256')
    .update(canonical([GENERATOR, tool, source, version, bytes, rest]))
    .digest('hex')
    .slice(0, 40)
}
