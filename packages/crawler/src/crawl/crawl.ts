import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeDrafts, removeOldDrafts, writeWhole } from '@atip/files'
import type { ToolManifest } from '../manifest/types.js'
import type { JobResult } from './job.js'
import type { CrawlLedger } from './ledger.js'
import { onlyOne, tidyWorkshop } from './only-one.js'
import { planTool, type PlannedJob, type ToolPlan } from './plan.js'
import { publish, type Published } from './publish.js'
import type { ShimFolder } from './shim-folder.js'
import { work, type CrawlQueue, type WorkEvents } from './work.js'
import type { Workshop } from './workshop.js'

export interface CrawlOptions extends WorkEvents {
  manifests: readonly ToolManifest[]
  shop: Workshop
  queue: CrawlQueue
  shims: ShimFolder
  ledger: CrawlLedger
  concurrency?: number
  acceptNew?: boolean
  /** Retry jobs that were set aside before. */
  retryPoison?: boolean
  onCheck?: (tool: string) => void
  onPlan?: (plan: ToolPlan) => void
  onPublish?: (published: Published) => void
  onProgress?: (done: number, total: number, text: string) => void
}

export interface CrawlReport {
  tools: number
  jobs: number
  published: Published[]
  /** Artifacts that could not be crawled. */
  failed: { tool: string; platform?: string; source: string; reason: string }[]
  /** The number of programs by outcome. */
  programs: {
    described: number
    aliases: number
    silent: { tool: string; name: string; reason: string }[]
  }
  methods: Record<string, number>
}

/** The number of plans made in parallel. */
const PLANS = 4

/**
 * Crawls tools: plans, runs the jobs, publishes. A killed crawl continues where it was: finished jobs are in the queue,
 * and publishing depends only on the results, in the order of the plan. A second crawl of the same folder fails with a
 * LockError, so partial files at the start come from a killed crawl.
 */
export function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const { shop, shims } = options
  return onlyOne([shop.folder, shims.folder], () => {
    tidyWorkshop(shop.folder)
    removeOldDrafts(shims.folder, { isOnlyWriter: true })
    removeDrafts(clockFile(shop.folder), { isOnlyWriter: true })
    return crawlAlone(options)
  })
}

async function crawlAlone(options: CrawlOptions): Promise<CrawlReport> {
  const { manifests, shop, queue, ledger, onProgress } = options
  const timestamp = timeOfCrawl(shop.folder)
  const plans = await planAll(options)
  const jobs = plans.flatMap((plan) => plan.jobs)
  let done = 0
  for (const { id, job } of jobs) {
    if (options.retryPoison) await queue.retry(id)
    if (!(await queue.enqueue({ id, data: job })) && (await queue.ending(id)) !== undefined) done++
  }
  onProgress?.(done, jobs.length, 'known already')
  await work(queue, shop, {
    concurrency: options.concurrency ?? 2,
    untilEmpty: true,
    ...(options.onBegin && { onBegin: options.onBegin }),
    onEnd: (job, ending) => {
      options.onEnd?.(job, ending)
      if (ending.ok || !ending.willRetry) onProgress?.(++done, jobs.length, job.tool.name)
    },
    ...(shop.signal && { signal: shop.signal }),
  })
  const report = emptyReport(manifests.length, jobs.length)
  for (const { tool, problems } of plans) {
    for (const { source, platform, reason } of problems) {
      report.failed.push({ tool, source, ...(platform && { platform }), reason })
    }
  }
  for (const planned of jobs) {
    await publishJob(planned, report, { ...options, timestamp, ledger })
  }
  rmSync(clockFile(shop.folder), { force: true })
  return report
}

async function planAll({ manifests, shop, onCheck, onPlan }: CrawlOptions): Promise<ToolPlan[]> {
  const plans: ToolPlan[] = []
  const queue = manifests.entries()
  const planner = async () => {
    for (const [index, manifest] of queue) {
      shop.signal?.throwIfAborted()
      onCheck?.(manifest.name)
      plans[index] = await planTool(manifest, shop)
      onPlan?.(plans[index])
    }
  }
  await Promise.all(Array.from({ length: PLANS }, planner))
  return plans
}

interface Publishing {
  queue: CrawlQueue
  shims: ShimFolder
  ledger: CrawlLedger
  timestamp: string
  acceptNew?: boolean
  onPublish?: (published: Published) => void
}

async function publishJob({ id, job }: PlannedJob, report: CrawlReport, publishing: Publishing): Promise<void> {
  const { queue, shims, ledger, timestamp, acceptNew = false } = publishing
  const ending = await queue.ending(id)
  const { source, tool, artifact } = job
  if (ending === undefined || !ending.ok) {
    const reason = ending?.reason ?? 'it was not done'
    report.failed.push({ tool: tool.name, source, platform: artifact.platform, reason })
    return
  }
  count(ending.result, report)
  for (const published of publish(ending.result, { shims, ledger, timestamp, acceptNew })) {
    report.published.push(published)
    publishing.onPublish?.(published)
  }
}

function emptyReport(tools: number, jobs: number): CrawlReport {
  const programs = { described: 0, aliases: 0, silent: [] }
  return { tools, jobs, published: [], failed: [], programs, methods: {} }
}

function count({ tool, programs }: JobResult, report: CrawlReport): void {
  for (const program of programs) {
    switch (program.outcome) {
      case 'described': {
        report.programs.described++
        const methods = program.methods.join('+')
        report.methods[methods] = (report.methods[methods] ?? 0) + 1
        break
      }
      case 'alias':
        report.programs.aliases++
        break
      case 'silent':
        report.programs.silent.push({ tool, name: program.name, reason: program.reason })
    }
  }
}

const clockFile = (folder: string) => join(folder, 'crawl-began')

/** The timestamp of this crawl's shims. A resumed crawl keeps the time at which it began. */
function timeOfCrawl(folder: string): string {
  const epoch = process.env.SOURCE_DATE_EPOCH
  if (epoch !== undefined && /^\d{1,12}$/.test(epoch)) return new Date(Number(epoch) * 1000).toISOString()
  const file = clockFile(folder)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const now = new Date().toISOString()
  writeWhole(file, now)
  return now
}
