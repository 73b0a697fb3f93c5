import { diff, type ChangeKind } from '@atip/protocol/diff'
import { command, t, ToolError } from 'tooli'
import { DOCUMENT_ERRORS } from '../documents/errors.js'
import { STDIN } from '../documents/find-files.js'
import { oneFile, readToolFile } from '../documents/read-tool.js'
import { READS } from './parameters.js'

/** From the most to the least dangerous. */
const KINDS = ['danger', 'breaking', 'effect', 'compatible'] as const satisfies ChangeKind[]

const REPORT = t.object({
  danger: t.integer('Changes after which a call may do more harm, or a promise is gone'),
  breaking: t.integer('Changes after which a call may be refused or mean something else'),
  effect: t.integer('Other changes of effects'),
  compatible: t.integer('Everything else'),
  changes: t.array(
    t.object({
      kind: t.enum(KINDS),
      path: t.array(t.string(), 'The command, from the tool down'),
      subject: t.object({ type: t.string(), name: t.string().optional() }),
      field: t.string('What about the subject changed').optional(),
      before: t.unknown('null if it was not stated'),
      after: t.unknown('null if it is not stated'),
      count: t.integer('How many commands it holds for').optional(),
      message: t.string('The change as a sentence'),
    }),
    'The most dangerous first',
  ),
})

const file = (description: string) => t.path(description, { kind: 'file' })

export const diffCommand = command({
  description: 'Show what changed between two descriptions of a tool',
  details: 'The most dangerous changes come first. The exit code is 0, unless --fail-on names changes to fail for.',
  args: t.object({
    before: file('The old description, or - for stdin').cli({ placeholder: 'BEFORE' }),
    after: file('The new description, or - for stdin').cli({ placeholder: 'AFTER' }),
  }),
  options: t.object({
    failOn: t
      .enum(['danger', 'breaking', 'effect', 'any'], 'Exit with 1 for changes of this kind or a more dangerous one')
      .optional(),
  }),
  output: REPORT,
  effects: READS,
  pager: true,
  errors: DOCUMENT_ERRORS,
  examples: [
    { run: 'atip diff old.json new.json', description: 'What is different' },
    {
      run: 'git --agent | atip diff git.json - --fail-on breaking',
      description: 'In CI: has the tool changed under us?',
    },
  ],

  run({ args, options, ctx }) {
    if (args.before === STDIN && args.after === STDIN) throw new ToolError('E1004', 'only one of the two can be stdin')
    const [before, after] = [args.before, args.after].map((word) => readToolFile(oneFile(word)))
    const changes = diff(before!, after!).map((change) => ({
      ...change,
      before: change.before ?? null,
      after: change.after ?? null,
    }))
    const number = (kind: ChangeKind) => changes.filter((change) => change.kind === kind).length
    const [danger, breaking, effect, compatible] = KINDS.map(number) as [number, number, number, number]
    const limit =
      options.failOn === undefined ? -1 : options.failOn === 'any' ? KINDS.length : KINDS.indexOf(options.failOn)
    if (changes.some(({ kind }) => KINDS.indexOf(kind) <= limit)) ctx.exitWith(1)
    return { danger, breaking, effect, compatible, changes }
  },

  text: async ({ changes }, screen) => (await import('../report/diff-text.js')).diffText(changes, screen),
})
