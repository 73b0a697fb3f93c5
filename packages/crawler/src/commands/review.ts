import { resolve } from 'node:path'
import { command, EXIT, t, ToolError } from 'tooli'
import type { Review } from '../crawl/ledger.js'
import { accept } from '../crawl/publish.js'
import { alone, CRAWLER_ERRORS, openPlaces, PLACES } from './places.js'

export const reviewCommand = command({
  description: 'Show what waits for review, and accept or reject it',
  details:
    'Shows new tools, and updates whose effects differ from those of the version before. --accept publishes what is shown, --reject drops it.',
  args: t.object({ tool: t.string('A tool').optional().cli({ placeholder: 'TOOL' }) }),
  options: t.object({
    work: PLACES.work,
    shims: PLACES.shims,
    accept: t.boolean('Publish it').default(false),
    reject: t.boolean('Drop it').default(false),
    reviewer: t.string('Who looked at it; the shim says so').optional(),
  }),
  output: t.array(
    t.object({
      tool: t.string(),
      program: t.string(),
      platform: t.string(),
      version: t.string(),
      kind: t.enum(['new', 'update']),
      changes: t.array(t.string(), 'How its effects changed'),
      outcome: t.enum(['waiting', 'accepted', 'rejected']),
      file: t.string().optional(),
    }),
  ),
  effects: {
    filesystem: { read: true, write: true, delete: true },
    network: false,
    subprocess: false,
    destructive: false,
  },
  errors: CRAWLER_ERRORS,
  examples: [
    { run: 'atip-crawler review', description: 'What waits' },
    { run: 'atip-crawler review curl --accept --reviewer "A. Person"', description: 'Publish it' },
  ],

  async run({ args, options, ctx }) {
    if (options.accept && options.reject) throw new ToolError('E1005', 'use either --accept or --reject')
    const { ledger, shims } = openPlaces({ ...options, tools: '' })
    const reviews = ledger.reviews(args.tool)
    if (args.tool !== undefined && reviews.length === 0) {
      throw new ToolError('E3401', `nothing of ${JSON.stringify(args.tool)} waits for review`, {
        exitCode: EXIT.noInput,
      })
    }
    const isShown = !options.accept && !options.reject
    const answered = () => Promise.all(reviews.map(answer))
    const answer = async (review: Review) => {
      const { tool, program, platform, version, kind, changes } = review
      let outcome: 'waiting' | 'accepted' | 'rejected' = 'waiting'
      let file: string | undefined
      if (options.accept) {
        const { reviewer: reviewedBy } = options
        const generation = { ...(review.shim._generation as object), ...(reviewedBy && { reviewedBy }) }
        const accepted = { ...review, shim: { ...review.shim, _generation: generation } }
        file = await ctx.effect(`publish ${program} ${version}`, () =>
          accept(accepted, { ledger, shims, timestamp: new Date().toISOString() }),
        )
        outcome = 'accepted'
      }
      if (options.reject) {
        await ctx.effect(`drop ${program} ${version}`, () => ledger.dropReview(review))
        outcome = 'rejected'
      }
      const messages = changes.map(({ message }) => message)
      return {
        tool,
        program,
        platform,
        version,
        kind,
        changes: messages,
        outcome,
        ...(file !== undefined && { file }),
      }
    }
    return isShown ? answered() : alone([resolve(options.work), resolve(options.shims)], answered)
  },

  text: (reviews) =>
    reviews.length === 0
      ? 'Nothing waits for review.'
      : reviews
          .flatMap(({ tool, program, platform, version, kind, changes, outcome }) => [
            `[${tool}] ${program} ${version} for ${platform}: ${kind === 'new' ? 'new' : 'its effects changed'}${outcome === 'waiting' ? '' : `, ${outcome}`}`,
            ...changes.map((message) => `[${tool}]   ${message}`),
          ])
          .join('\n'),
})
