import { command } from '../../callable/command.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import { t } from '../../schema/t.js'

/** Counts how often the lazy command was loaded. */
export const loads = { count: 0 }

const deploy = command({
  description: 'Put a version: live',
  aliases: ['ship'],
  args: t.object({
    stage: t.enum(['staging', 'production'], 'Where to'),
    branch: t
      .string('What to put there')
      .cli({ complete: async () => ['main', 'maintenance', 'it\'s "odd" $HOME', 'a:b', 'a:c'] })
      .optional(),
  }),
  options: t.object({
    root: t.path('Where the\tcode is', { kind: 'directory' }).short('r').default('.'),
    config: t.path('Settings').short('c').optional(),
    force: t.boolean('Even with\nopen changes').short('f').default(false),
    tag: t.array(t.enum(['red', 'green blue', 'x=y']), 'Marks').default([]),
    secretly: t.boolean('Hidden').cli({ hidden: true }).default(false),
    limit: t.integer('Own limit').default(1),
  }),
  run: () => ({}),
})

const add = command({
  description: 'Add a remote',
  args: t.object({ name: t.string('Name'), url: t.url('Where') }),
  run: () => ({}),
})

const copy = command({
  description: 'Copy files',
  args: t.object({ mode: t.enum(['fast', 'safe']), sources: t.array(t.path()) }),
  run: () => ({}),
})

const broken = (complete: () => readonly string[] | Promise<readonly string[]>) =>
  command({
    description: 'Completes badly',
    args: t.object({ value: t.string().cli({ complete }) }),
    run: () => ({}),
  })

const lazy = {
  description: 'Loaded when needed',
  aliases: ['slow'],
  load: async () => {
    loads.count++
    return {
      default: command({
        description: 'Loaded when needed',
        options: t.object({ level: t.enum([1, 2, 3], 'How much').short('l').optional() }),
        run: () => ({}),
      }),
    }
  },
}

/** Everything that completion must handle, in one tool. */
export const fixture: CliDefinition<CommandMap> = {
  name: 'shop',
  version: '1.0.0',
  description: 'A tool to complete',
  commands: {
    deploy,
    copy,
    remote: { '': 'Other places', add, purge: command({ description: 'Hidden', hidden: true, run: () => ({}) }) },
    lazy,
    hidden: { description: 'Hidden', hidden: true, load: async () => ({}) },
    throwing: broken(() => {
      throw new Error('no values today')
    }),
    noisy: broken(() => {
      console.log('noise on stdout')
      console.error('noise on stderr')
      return ['quiet']
    }),
    sleepy: broken(() => new Promise((resolve) => setTimeout(resolve, 60_000, ['late']))),
    odd: broken(() => [1, null, 'two\nlines', 'fine'] as never),
  },
}
