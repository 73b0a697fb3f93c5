import { command, t } from 'tooli'
import type { CrawlJob } from '../crawl/job.js'
import { CRAWLER_ERRORS, openPlaces, PLACES, queuePlace, READS_ONLY } from './places.js'

export const statusCommand = command({
  description: 'Show what is done, what waits and what was set aside',
  options: t.object({ ...PLACES, queue: t.string('redis://…').optional().cli({ placeholder: 'URL' }) }),
  output: t.object({
    queue: t.object({ waiting: t.integer(), leased: t.integer(), done: t.integer(), poison: t.integer() }),
    published: t.integer('Programs with a shim'),
    review: t.integer('Shims that wait for a person'),
    poison: t.array(t.object({ tool: t.string(), platform: t.string(), reason: t.string() })),
  }),
  effects: { ...READS_ONLY, network: true },
  errors: CRAWLER_ERRORS,
  examples: [{ run: 'atip-crawler status', description: 'Of the crawl in this folder' }],

  async run({ options }) {
    const { openQueue } = await import('../queue/open-queue.js')
    const queue = await openQueue<CrawlJob, never>(queuePlace(options.queue, options))
    try {
      const { ledger } = openPlaces(options)
      return {
        queue: await queue.counts(),
        published: ledger.tools().reduce((sum, { entries }) => sum + entries.length, 0),
        review: ledger.reviews().length,
        poison: (await queue.poison()).map(({ data, reason }) => ({
          tool: data.tool.name,
          platform: data.artifact.platform,
          reason,
        })),
      }
    } finally {
      await queue.close()
    }
  },

  text: ({ queue, published, review, poison }) =>
    [
      `Jobs: ${queue.waiting} waiting, ${queue.leased} under way, ${queue.done} done, ${queue.poison} set aside.`,
      `Programs: ${published} published, ${review} waiting for review.`,
      ...poison.map(({ tool, platform, reason }) => `[${tool}] ${platform}: ${reason}`),
    ].join('\n'),
})
