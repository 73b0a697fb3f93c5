import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { statedEffects } from '@atip/protocol'
import { command, EXIT, t, ToolError } from 'tooli'
import { printable } from 'tooli/terminal'
import type { Review } from '../crawl/ledger.js'
import { accept } from '../crawl/publish.js'
import { alone, CRAWLER_ERRORS, openPlaces, PLACES } from './places.js'

export const reviewCommand = command({
  description: 'Show what waits for review, and accept or reject it',
  details:
    'Shows new tools with everything that they state, and updates whose effects differ from those of the version before. --accept publishes and --reject drops what has the ids that were shown. An id is the hash of the content, so that only what you have seen is published.',
  args: t.object({ tool: t.string('A tool').optional().cli({ placeholder: 'TOOL' }) }),
  options: t.object({
    work: PLACES.work,
    shims: PLACES.shims,
    accept: t
      .array(t.string('An id'), 'Publish what has this id; repeat it for more')
      .optional()
      .cli({ placeholder: 'ID' }),
    reject: t
      .array(t.string('An id'), 'Drop what has this id; repeat it for more')
      .optional()
      .cli({ placeholder: 'ID' }),
    reviewer: t.string('Who looked at it; the shim says so').optional(),
  }),
  output: t.array(
    t.object({
      id: t.string('The id of exactly this content'),
      tool: t.string(),
      program: t.string(),
      platform: t.string(),
      version: t.string(),
      kind: t.enum(['new', 'update']),
      changes: t.array(t.string(), 'How its effects changed; of a new tool, what each command does or may do'),
      outcome: t.enum(['waiting', 'accepted', 'rejected']),
      text: t.string('The file with all that waits').optional(),
      file: t.string('What was published').optional(),
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
    {
      run: 'atip-crawler review curl --accept 2c26b46b68ff --reviewer "A. Person"',
      description: 'Publish what was shown with this id',
    },
  ],

  async run({ args, options, ctx }) {
    const { accept: accepted = [], reject: rejected = [], reviewer: reviewedBy } = options
    const { ledger, shims } = openPlaces({ ...options, tools: '' })
    const isShown = accepted.length + rejected.length === 0
    const answered = () => {
      const reviews = ledger.reviews(args.tool)
      if (args.tool !== undefined && reviews.length === 0) {
        throw new ToolError('E3401', `nothing of ${JSON.stringify(args.tool)} waits for review`, {
          exitCode: EXIT.noInput,
        })
      }
      const [toAccept, toReject] = [accepted, rejected].map((ids) => ids.map((id) => withId(reviews, id)))
      const both = toAccept!.find((one) => toReject!.includes(one))
      if (both !== undefined) throw new ToolError('E1005', `use either --accept or --reject for ${idOf(both)}`)
      const shown = isShown ? reviews : reviews.filter((one) => toAccept!.includes(one) || toReject!.includes(one))
      return Promise.all(shown.map((one) => answer(one, toAccept!.includes(one), toReject!.includes(one))))
    }
    const answer = async (review: Review, isAccepted: boolean, isRejected: boolean) => {
      const { tool, program, platform, version, kind, changes, shim } = review
      let file: string | undefined
      if (isAccepted) {
        const generation = { ...(shim._generation as object), ...(reviewedBy && { reviewedBy }) }
        const published = { ...review, shim: { ...shim, _generation: generation } }
        file = await ctx.effect(`publish ${program} ${version}`, () =>
          accept(published, { ledger, shims, timestamp: new Date().toISOString() }),
        )
      }
      if (isRejected) await ctx.effect(`drop ${program} ${version}`, () => ledger.dropReview(review))
      const outcome = isAccepted ? ('accepted' as const) : isRejected ? ('rejected' as const) : ('waiting' as const)
      return {
        id: idOf(review),
        tool,
        program,
        platform,
        version,
        kind,
        changes: (kind === 'new' ? statedEffects(shim) : changes).map(({ message }) => message),
        outcome,
        ...(outcome === 'waiting' && { text: ledger.reviewFile(review) }),
        ...(file !== undefined && { file }),
      }
    }
    return isShown ? answered() : alone([resolve(options.work), resolve(options.shims)], answered)
  },

  text: (reviews) =>
    reviews.length === 0
      ? 'Nothing waits for review.'
      : reviews
          .flatMap(({ id, tool, program, platform, version, kind, changes, outcome, text }) => [
            `${id}  [${tool}] ${program} ${version} for ${platform}: ${kind === 'new' ? 'new' : 'its effects changed'}${outcome === 'waiting' ? '' : `, ${outcome}`}`,
            ...(outcome === 'waiting' ? changes.map((message) => `[${tool}]   ${printable(message)}`) : []),
            ...(text === undefined ? [] : [`[${tool}]   the text is in ${printable(text)}`]),
          ])
          .join('\n'),
})

const ID = 12

const contentOf = ({ tool, program, platform, version, kind, changes, shim }: Review) =>
  createHash('sha256')
    .update(JSON.stringify([tool, program, platform, version, kind, changes, shim]))
    .digest('hex')

const idOf = (review: Review) => contentOf(review).slice(0, ID)

function withId(reviews: readonly Review[], id: string): Review {
  const found = id.length < ID ? undefined : reviews.find((one) => contentOf(one).startsWith(id))
  if (found !== undefined) return found
  throw new ToolError(
    'E3401',
    `nothing that waits has the id ${JSON.stringify(id)}: atip-crawler review shows the ids`,
    {
      exitCode: EXIT.noInput,
    },
  )
}
