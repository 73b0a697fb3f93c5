import { resolve } from 'node:path'
import { command, t, ToolError } from 'tooli'
import { QUEUE_SETTINGS } from '../queue/types.js'
import type { CrawlReport } from '../crawl/crawl.js'
import type { CrawlJob } from '../crawl/job.js'
import { SOURCES } from '../sources/all.js'
import { counted } from './counted.js'
import { CRAWLER_ERRORS, manifestsFor, openPlaces, PLACES, queuePlace, tellIfLocked } from './places.js'

const COUNTS = t.record(t.integer(), 'How many, by name')

const REPORT = t.object({
  tools: t.integer(),
  jobs: t.integer('Artifacts: one for each platform of a tool'),
  published: t.array(
    t.object({
      tool: t.string(),
      program: t.string(),
      version: t.string(),
      outcome: t.string(),
      file: t.string().optional(),
    }),
  ),
  failed: t.array(
    t.object({ tool: t.string(), source: t.string(), platform: t.string().optional(), reason: t.string() }),
    'What could not be crawled, and why',
  ),
  programs: t.object({
    described: t.integer(),
    aliases: t.integer(),
    silent: t.array(t.object({ tool: t.string(), name: t.string(), reason: t.string() })),
  }),
  methods: COUNTS,
  traffic: t.object({ requests: t.integer(), unchanged: t.integer(), bytes: t.integer() }),
})

export const crawlCommand = command({
  description: 'Describe the newest versions of tools',
  details:
    'Asks the sources of each tool for its newest version, downloads what is new, describes its programs from their manual pages and completions, and asks the rest for help in a sandbox. New tools wait for review; updates whose effects stay the same are published to the folder of shims. What was interrupted goes on where it was.',
  args: t.object({ tool: t.array(t.string('A tool'), 'Tools to crawl').optional().cli({ placeholder: 'TOOL' }) }),
  options: t.object({
    ...PLACES,
    all: t.boolean('Crawl all tools that have a manifest').default(false),
    queue: t.string('redis://… for a queue that several machines share').optional().cli({ placeholder: 'URL' }),
    lease: t
      .integer('Seconds after which the job of a silent worker is given to another')
      .min(1)
      .max(86_400)
      .default(60),
    jobs: t.integer('Artifacts at a time').min(1).max(64).default(2),
    ask: t.enum(['gaps', 'all', 'never'], 'Which programs to ask for help in the sandbox').default('gaps'),
    depth: t.integer('How many levels of commands to describe').min(0).max(8).default(1),
    acceptNew: t.boolean('Publish new tools without review').default(false),
    retry: t.boolean('Try again what was set aside before').default(false),
  }),
  output: REPORT,
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: true,
    subprocess: true,
    destructive: false,
    reversible: true,
    idempotent: true,
    interactive: { stdin: 'none', prompts: false, tty: false },
    cost: { billable: false },
  },
  errors: CRAWLER_ERRORS,
  examples: [
    { run: 'atip-crawler crawl curl', description: 'One tool' },
    { run: 'atip-crawler crawl --all', description: 'All tracked tools' },
  ],

  async run({ args, options, ctx }) {
    const names = options.all ? 'all' : (args.tool ?? [])
    if (names.length === 0) throw new ToolError('E1005', 'name a tool, or use --all')
    const { manifests, problems } = manifestsFor(options, names, (line) => ctx.log(line))
    const { openWorkshop } = await import('../crawl/workshop.js')
    const { openQueue } = await import('../queue/open-queue.js')
    const { crawl } = await import('../crawl/crawl.js')
    const { ask, depth, acceptNew, retry: retryPoison, jobs: concurrency } = options
    const shop = openWorkshop({ folder: resolve(options.work), ask, depth, signal: ctx.signal })
    const queue = await openQueue<CrawlJob, never>(queuePlace(options.queue, options), {
      ...QUEUE_SETTINGS,
      leaseMs: options.lease * 1000,
    })
    const say = (tool: string, line: string) => ctx.log(`[${tool}] ${line}`)
    try {
      const report = await crawl({
        manifests,
        shop,
        queue,
        ...openPlaces(options),
        concurrency,
        acceptNew,
        retryPoison,
        onCheck: (tool) => say(tool, 'Checking for new releases...'),
        onPlan: ({ tool, version }) => version !== undefined && say(tool, `Found version: ${version}`),
        onBegin: ({ tool, source, artifact }) => ({
          onDownload: () => say(tool.name, `Downloading ${artifact.platform} from ${SOURCES[source].label}...`),
          onHash: (name, hash) => say(tool.name, `  Hash of ${name}: ${hash}`),
        }),
        onEnd: ({ tool }, ending) => {
          if (!ending.ok) say(tool.name, `  ${ending.willRetry ? 'Will be tried again' : 'Failed'}: ${ending.reason}`)
        },
        onPublish: ({ tool, program, outcome, file, review }) => {
          if (outcome === 'published') say(tool, `  Generated: ${file}`)
          if (outcome === 'review')
            say(tool, `  ${program} waits for review (${review?.kind}): atip-crawler review ${tool}`)
        },
        onProgress: (done, total, text) => ctx.progress(done, total, text),
      }).catch(tellIfLocked)
      for (const { file, message } of problems) report.failed.push({ tool: file, source: 'manifest', reason: message })
      if (report.failed.length > 0) ctx.exitWith(1)
      return { ...withoutReviews(report), traffic: shop.fetcher.traffic }
    } finally {
      await queue.close()
    }
  },

  text: (report) => reportText(report),
})

/** The command `review` shows what waits for review. */
function withoutReviews(report: CrawlReport) {
  const published = report.published.map(({ tool, program, version, outcome, file }) => ({
    tool,
    program,
    version,
    outcome,
    ...(file !== undefined && { file }),
  }))
  return { ...report, published }
}

function reportText({
  tools,
  published,
  failed,
  programs,
}: Omit<CrawlReport, 'published'> & { published: { outcome: string }[] }): string {
  const count = (outcome: string) => published.filter((one) => one.outcome === outcome).length
  const lines = [
    `${counted(tools, 'tool')}: ${counted(count('published'), 'shim')} published, ${count('unchanged')} unchanged, ${count('review')} waiting for review.`,
    ...(programs.silent.length > 0 ? [`${counted(programs.silent.length, 'program')} could not be described:`] : []),
    ...programs.silent.slice(0, 20).map(({ tool, name, reason }) => `  ${name} (${tool}): ${reason}`),
    ...(failed.length > 0 ? [failedText(failed)] : []),
    ...failed.slice(0, 20).map(({ tool, platform = '', reason }) => `  ${tool} ${platform}: ${reason}`),
  ]
  return lines.join('\n')
}

/** A tool may have several problems, one for each of its sources and platforms. */
function failedText(failed: readonly { tool: string }[]): string {
  const tools = new Set(failed.map(({ tool }) => tool)).size
  const problems = failed.length === tools ? '' : `, with ${failed.length} problems`
  return `${tools} ${tools === 1 ? 'tool' : 'tools'} could not be crawled completely${problems}:`
}
