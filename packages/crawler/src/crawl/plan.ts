import { failureFrom } from '../failure.js'
import type { ManifestSources, Platform, PackageSourceKind, ToolManifest } from '../manifest/types.js'
import { SOURCES } from '../sources/all.js'
import type { Release, PackageSource, SourceContext } from '../sources/types.js'
import { jobId, type CrawlJob } from './job.js'

/** A job with its id. */
export interface PlannedJob {
  id: string
  job: CrawlJob
}

export interface ToolPlan {
  tool: string
  version?: string
  jobs: PlannedJob[]
  problems: { source: PackageSourceKind; platform?: Platform; code: string; reason: string }[]
}

/** Plans the jobs of a tool: asks each of its sources for the newest version. */
export async function planTool(manifest: ToolManifest, context: SourceContext): Promise<ToolPlan> {
  const plan: ToolPlan = { tool: manifest.name, jobs: [], problems: [] }
  const taken = new Set<Platform>()
  for (const kind of Object.keys(manifest.sources) as PackageSourceKind[]) {
    try {
      const release = await releaseOf(kind, manifest, context)
      plan.version ??= release.version
      for (const { platform, reason } of release.missing) {
        plan.problems.push({ source: kind, platform, code: 'not-found', reason })
      }
      for (const job of jobsOf(kind, manifest, release)) {
        // The first source that has an artifact for a platform is used.
        if (taken.has(job.artifact.platform)) continue
        taken.add(job.artifact.platform)
        plan.jobs.push({ id: jobId(job), job })
      }
    } catch (error) {
      const { code, message } = failureFrom(error)
      plan.problems.push({ source: kind, code, reason: message })
    }
  }
  // A platform that another source has is not missing.
  plan.problems = plan.problems.filter(({ platform }) => platform === undefined || !taken.has(platform))
  return plan
}

function releaseOf<Kind extends PackageSourceKind>(kind: Kind, manifest: ToolManifest, context: SourceContext) {
  const source: PackageSource<Kind> = SOURCES[kind]
  return source.release(manifest, manifest.sources[kind] as NonNullable<ManifestSources[Kind]>, context)
}

function jobsOf(
  source: PackageSourceKind,
  { name, homepage, description, template, sources }: ToolManifest,
  release: Release,
) {
  const tool = {
    name,
    ...(homepage && { homepage }),
    ...(description && { description }),
    ...(template && { template }),
  }
  return release.artifacts.map((artifact): CrawlJob => ({
    tool,
    source,
    from: nameAt(source, sources),
    version: release.version,
    artifact,
  }))
}

/** The name of the tool at a source; for a URL its template, which contains no version. */
function nameAt(kind: PackageSourceKind, { github, homebrew, apt, npm, scoop, url, folder }: ManifestSources): string {
  const names: Record<PackageSourceKind, string | undefined> = {
    github: github?.repo,
    homebrew: homebrew?.formula,
    apt: apt?.package,
    npm: npm?.package,
    scoop: scoop && `${scoop.bucket}/${scoop.manifest}`,
    url: url?.template,
    folder: folder && 'a folder',
  }
  return names[kind] ?? ''
}
