import { resolve } from 'node:path'
import { command, t } from 'tooli'
import { QUEUE_SETTINGS } from '../queue/types.js'
import type { CrawlJob, JobResult } from '../crawl/job.js'
import { alone, CRAWLER_ERRORS, PLACES } from './places.js'

export const workCommand = command({
  description: 'Do jobs of a queue that several machines share',
  details:
    'Takes jobs from the queue until it is empty, or until it is stopped with --wait. The crawl that planned the jobs publishes what they find.',
  options: t.object({
    work: PLACES.work,
    queue: t.string('redis://…').cli({ placeholder: 'URL' }),
    lease: t
      .integer('Seconds after which the job of a silent worker is given to another')
      .min(1)
      .max(86_400)
      .default(60),
    jobs: t.integer('Artifacts at a time').min(1).max(64).default(2),
    wait: t.boolean('Wait for more when the queue is empty').default(false),
  }),
  output: t.object({ done: t.integer(), failed: t.integer() }),
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: true,
    subprocess: true,
    destructive: false,
    idempotent: true,
  },
  errors: CRAWLER_ERRORS,
  examples: [
    { run: 'atip-crawler work --queue redis://queue.example', description: 'Help a crawl on another machine' },
  ],

  async run({ options, ctx }) {
    const { openWorkshop } = await import('../crawl/workshop.js')
    const { openQueue } = await import('../queue/open-queue.js')
    const { work } = await import('../crawl/work.js')
    const { tidyWorkshop } = await import('../crawl/only-one.js')
    const folder = resolve(options.work)
    const queue = await openQueue<CrawlJob, JobResult>(options.queue, {
      ...QUEUE_SETTINGS,
      leaseMs: options.lease * 1000,
    })
    const counts = { done: 0, failed: 0 }
    try {
      await alone([folder], async () => {
        tidyWorkshop(folder)
        await work(queue, openWorkshop({ folder, signal: ctx.signal }), {
          concurrency: options.jobs,
          untilEmpty: !options.wait,
          signal: ctx.signal,
          onEnd: ({ tool }, ending) => {
            if (ending.ok) counts.done++
            else if (!ending.willRetry) counts.failed++
            ctx.log(`[${tool.name}] ${ending.ok ? `${ending.result.programs.length} programs` : ending.reason}`)
          },
        })
      })
      return counts
    } finally {
      await queue.close()
    }
  },

  text: ({ done, failed }) => `${done} jobs done, ${failed} failed.`,
})
