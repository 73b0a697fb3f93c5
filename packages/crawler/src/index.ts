export { readManifest, type ManifestProblem, type ToolManifestReading } from './manifest/read-manifest.js'
export { readManifests, type ManifestFolder } from './manifest/read-folder.js'
export {
  PLATFORMS,
  type ManifestSources,
  type Platform,
  type PackageSourceKind,
  type ToolManifest,
} from './manifest/types.js'
export { CrawlFailure, type FailureCode } from './failure.js'
export { crawl, type CrawlOptions, type CrawlReport } from './crawl/crawl.js'
export { planTool, type PlannedJob, type ToolPlan } from './crawl/plan.js'
export { openWorkshop, type Stage, type Workshop, type WorkshopSettings } from './crawl/workshop.js'
export { work, type CrawlQueue } from './crawl/work.js'
export { runJob } from './crawl/run-job.js'
export type { CrawlJob, JobResult, ProgramResult } from './crawl/job.js'
export { openLedger, type CrawlLedger, type Review } from './crawl/ledger.js'
export { openShimFolder, type ShimFolder } from './crawl/shim-folder.js'
export { accept, publish, type Published } from './crawl/publish.js'
export { openFileQueue } from './queue/file-queue.js'
export { QUEUE_SETTINGS, type Queue, type QueueSettings } from './queue/types.js'
export { extract, type ExtractOptions } from './archive/extract.js'
export { openQueue } from './queue/open-queue.js'
export { coverageOf, type Coverage } from './crawl/coverage.js'
export { generateShim } from './crawl/generate.js'
export { crawlerArgv, crawlerCli } from './cli.js'
