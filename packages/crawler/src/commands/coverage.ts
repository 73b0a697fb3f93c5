import { resolve } from 'node:path'
import { command, t } from 'tooli'
import { coverageOf } from '../crawl/coverage.js'
import { counted } from './counted.js'
import { CRAWLER_ERRORS, manifestsFor, openPlaces, PLACES, READS_ONLY } from './places.js'

const COUNTS = t.record(t.integer())

export const coverageCommand = command({
  description: 'Show how much of what is tracked is described',
  options: t.object(PLACES),
  output: t.object({
    coverage: t.object({
      tracked_tools: t.integer(),
      total_shims: t.integer(),
      platforms: COUNTS,
      by_source: COUNTS,
      missing: t.array(t.object({ name: t.string(), platforms: t.array(t.string()) })),
      attribution: COUNTS,
    }),
  }),
  effects: READS_ONLY,
  errors: CRAWLER_ERRORS,
  examples: [{ run: 'atip-crawler coverage --output json', description: 'For a dashboard' }],

  async run({ options, ctx }) {
    const { manifests } = manifestsFor(options, 'all', (line) => ctx.log(line))
    return { coverage: coverageOf(manifests, resolve(options.shims), openPlaces(options).ledger) }
  },

  text: ({ coverage: { tracked_tools, total_shims, platforms, by_source, missing, attribution } }) => {
    const list = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ') || 'none'
    return [
      `${counted(tracked_tools, 'tool')} tracked, ${counted(total_shims, 'shim')}.`,
      `Tools by platform: ${list(platforms)}`,
      `Shims by source: ${list(by_source)}`,
      `Reviewed by: ${list(attribution)}`,
      ...missing.map(({ name, platforms: where }) => `Missing: ${name} for ${where.join(', ')}`),
    ].join('\n')
  },
})
