import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTool, statedEffects, type AtipTool } from '@atip/protocol'
import { diff, type Change } from '@atip/protocol/diff'
import { readQueue, removeSubmission, type QueuedSubmission } from '@atip/registry'
import { command, EXIT, t, ToolError } from 'tooli'
import { printable } from 'tooli/terminal'
import { readBytes } from '../documents/read-file.js'
import { unknownEffects } from '../documents/shim-document.js'
import { WRITE_ERRORS } from '../documents/write-file.js'
import { count } from '../report/words.js'
import { WRITES } from './parameters.js'
import { SIGN_OPTIONS } from './registry-options.js'
import { promoted, PROMOTIONS, requireValid, SIGN_ERRORS, signatureOf, writeSigned } from './shim-sign.js'

export const shimReviewCommand = command({
  description: 'Review the shims that others proposed, and accept or reject them',
  details:
    'Shows what each proposed shim would change, the most dangerous first. --accept signs it with your key and puts it into the folder that the registry is built from; who proposed it has no say in that. Of a new shim, everything that it states is listed. An id is the one that is shown in front; it is the hash of the proposal, not of the program.',
  args: t.object({
    queue: t
      .path('The folder that atip registry serve --queue fills', { kind: 'directory' })
      .cli({ placeholder: 'QUEUE' }),
    source: t.path('The folder that the registry is built from', { kind: 'directory' }).cli({ placeholder: 'SOURCE' }),
  }),
  options: t.object({
    accept: t.string('Accept this one').optional().cli({ placeholder: 'ID' }),
    reject: t.string('Reject this one').optional().cli({ placeholder: 'ID' }),
    as: t.enum(PROMOTIONS, 'What an accepted shim is from now on').default('community'),
    ...SIGN_OPTIONS,
  }),
  output: t.object({
    accepted: t.string('The file that was written').optional(),
    rejected: t.string().optional(),
    waiting: t.array(
      t.object({
        id: t.string(),
        name: t.string(),
        hash: t.string(),
        submitter: t.string('Who signed the proposal'),
        received: t.string(),
        isNew: t.boolean('Nothing is published for this program yet'),
        unknown: t.integer('Commands with effects that are not known'),
        file: t.string('The proposal'),
        changes: t.array(
          t.object({ kind: t.string(), message: t.string() }),
          'Against what is there now; of a new shim, what each command does or may do',
        ),
      }),
    ),
  }),
  effects: { ...WRITES, idempotent: false },
  errors: { ...WRITE_ERRORS, ...SIGN_ERRORS, E4204: 'Nothing in the queue has this id' },
  examples: [
    { run: 'atip shim review queue shims', description: 'What waits' },
    { run: 'atip shim review queue shims --accept 2c26b4 --as org --minisign-key acme.key', description: 'Accept one' },
  ],

  async run({ args, options, ctx }) {
    const { queue, source } = args
    const { accept, reject } = options
    let accepted: string | undefined
    let rejected: string | undefined
    if (accept !== undefined) {
      const one = found(queue, accept)
      const file = fileFor(source, one.tool)
      const { text } = promoted(one.shim, options.as, file)
      await requireValid(file, text)
      const signatures = await signatureOf(text, options)
      await ctx.effect(`write ${file}`, () => {
        mkdirSync(source, { recursive: true })
        writeSigned(file, text, signatures)
        removeSubmission(queue, one.content)
      })
      accepted = file
    }
    if (reject !== undefined) {
      const { content } = found(queue, reject)
      await ctx.effect(`reject ${content}`, () => removeSubmission(queue, content))
      rejected = content
    }
    const waiting = readQueue(queue).map((one) => waitingOf(one, queue, source))
    return { ...(accepted !== undefined && { accepted }), ...(rejected !== undefined && { rejected }), waiting }
  },

  text: ({ accepted, rejected, waiting }) =>
    [
      ...(accepted === undefined ? [] : [`Accepted: ${accepted}. Next: atip registry build`]),
      ...(rejected === undefined ? [] : [`Rejected ${rejected.slice(0, ID)}.`]),
      ...waiting.flatMap(({ id, name, hash, file, submitter, isNew, unknown, changes }) => [
        `${id}  ${printable(name)}, proposed by ${printable(submitter)}${isNew ? ', new' : ''}`,
        ...(isNew ? [`  for the program ${hash}; the text is in ${printable(file)}`] : []),
        ...changes.map(({ kind, message }) => `  ${kind}: ${printable(message)}`),
        ...(unknown === 0 ? [] : [`  effects of ${count(unknown, 'command')} not known`]),
      ]),
      ...(waiting.length === 0 ? ['Nothing waits for a review.'] : []),
    ].join('\n'),
})

const ID = 12

function found(queue: string, id: string): QueuedSubmission {
  const matches = readQueue(queue).filter(({ content }) => id !== '' && content.startsWith(id))
  if (matches.length === 1) return matches[0]!
  const message = `${matches.length === 0 ? 'nothing' : 'more than one thing'} in the queue has the id ${JSON.stringify(id)}`
  throw new ToolError('E4204', message, { exitCode: EXIT.noInput })
}

const fileFor = (source: string, { binary }: AtipTool) => join(source, `${binary!.hash.slice('sha256:'.length)}.json`)

function waitingOf({ content, tool, submitter, received }: QueuedSubmission, queue: string, source: string) {
  const before = existing(fileFor(source, tool))
  const { identity, issuer } = submitter
  return {
    id: content.slice(0, ID),
    name: tool.name,
    hash: tool.binary!.hash,
    submitter: issuer === undefined ? identity : `${identity} (${issuer})`,
    received,
    isNew: before === undefined,
    unknown: unknownEffects(tool).length,
    file: join(queue, `${content}.json`),
    changes:
      before === undefined
        ? statedEffects(tool)
        : diff(before, tool).map(({ kind, message }: Change) => ({ kind, message })),
  }
}

function existing(file: string): AtipTool | undefined {
  if (!existsSync(file)) return undefined
  const reading = readTool(readBytes(file))
  return reading.ok ? reading.tool : undefined
}
