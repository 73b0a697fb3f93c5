import { command } from '../callable/command.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { t } from '../schema/t.js'

const nothing = () => undefined as never

export const findFiles = command({
  description: 'Find files matching a glob pattern',
  details: `
    Searches from the root directory down. Rules of .gitignore
    are respected.

    - * is anything but a slash
    - ** is anything
  `,
  args: t.object({ pattern: t.string('Glob pattern'), places: t.array(t.path(), 'More places to search').optional() }),
  options: t.object({
    root: t.path('Where to search', { kind: 'directory' }).default('.').short('r').env('FILES_ROOT'),
    maxDepth: t.integer('How many directories to go down at most').min(1).max(100).default(10),
    includeHidden: t.boolean('Include hidden files').default(false),
    followLinks: t.boolean('Follow symbolic links').default(true),
    sort: t.enum(['name', 'size'], 'Order of the result').default('name'),
    encoding: t.enum(['utf-8', 'utf-16le', 'latin1', 'windows-1252'], 'How names are encoded').optional(),
    exclude: t.array(t.string(), 'Leave out what matches').optional(),
    token: t.secret('Access token').default('hunter2').env('FILES_TOKEN'),
    linesMustMatchThisExpression: t.string('Only files with such a line').cli({ group: 'Filters' }).optional(),
    trace: t.boolean('For ourselves').cli({ hidden: true }).default(false),
    limit: t.integer('Our own limit').optional(),
  }),
  effects: { filesystem: { read: true, write: false, delete: false }, network: false, idempotent: true },
  examples: [
    { run: "find-files '*.ts' --root src", description: 'All TypeScript files' },
    { run: 'file-tools find-files README --max-depth 1', description: 'The one at the top' },
  ],
  errors: { E3001: 'No files matched the pattern' },
  aliases: ['find'],
  run: nothing,
})

export const removeAll = command({
  description: 'Delete files for good\nReally.',
  options: t.object({ target: t.string('What to delete') }),
  effects: { destructive: true },
  group: 'Dangerous',
  deprecated: 'use trash instead',
  run: nothing,
})

const quiet = command({ description: 'Not shown', hidden: true, run: nothing })

export const fileTools: CliDefinition<CommandMap> = {
  name: 'file-tools',
  version: '1.2.0',
  description: 'Works with files',
  homepage: 'https://example.org',
  commands: {
    'find-files': findFiles,
    'remove-all': removeAll,
    sync: { description: 'Copy what changed', load: async () => ({}), aliases: ['s'] },
    remote: { add: command({ description: 'Add one', dryRun: true, run: nothing }), list: findFiles, debug: quiet },
    internal: { debug: quiet },
    debug: quiet,
  },
}
