import type { AtipTool } from '@atip/protocol'
import { defineCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import { asForeign } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { t } from '../schema/t.js'

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, idempotent: true }
const run = () => null

/** A tool that uses everything a skill can describe. */
export const shop = defineCli({
  name: 'shop',
  version: '2.1.0',
  description: 'Sell things',
  details: 'Prices are in cents.\n\n    shop stock list\n\nNothing is sold twice.',
  config: true,
  authentication: {
    required: true,
    methods: [{ type: 'token', envVar: 'SHOP_TOKEN', setupCommand: 'shop login' }],
    checkCommand: 'shop whoami',
  },
  prime: {
    primaryIntents: ['sell something'],
    do: ['Look before you sell'],
    dont: ["Don't guess prices", 'Never sell twice'],
    preferredCommands: ['stock list'],
    deprecatedCommands: ['old'],
    rateLimits: { requestsPerMinute: 30, burst: 3 },
    examples: [{ description: 'Sell one', sequence: ['stock list', 'shop sell 1'] }],
  },
  commands: {
    stock: {
      '': 'What there is',
      list: command({
        description: 'List what there is',
        options: t.object({
          kind: t.enum(['food', 'drink', 'a longer kind of thing'], 'Only these').optional(),
          maxPrice: t.integer('At most').min(1).max(900).default(500).env('SHOP_MAX').short('m'),
          base_url: t.url('Where').optional(),
          where: t.object({ shelf: t.integer(), room: t.string().optional() }).optional(),
        }),
        output: t.array(t.object({ id: t.integer(), tags: t.array(t.string()).optional() })),
        effects: READS,
        aliases: ['ls'],
        async *run() {
          yield { id: 1 }
        },
      }),
      empty: command({
        description: 'Throw everything away',
        effects: { filesystem: { write: true, delete: true }, network: false, destructive: true, idempotent: true },
        options: t.object({ token: t.secret('Who you are').default('HUSH') }),
        errors: { E3001: 'Nothing is there', E2001: 'Not logged in' },
        dryRun: true,
        timeout: '90s',
        run,
      }),
    },
    sell: command({
      description: 'Sell a thing',
      args: t.object({ id: t.integer('Which').min(1), notes: t.array(t.string(), 'Words').max(3).default([]) }),
      options: t.object({
        force: t
          .boolean('At any price')
          .default(false)
          .cli({ effects: { destructive: true } }),
        bill: t.boolean('Send a bill').default(true),
        to: t.string('Whom').pattern(/^[a-z|`]+$/),
        inner: t.string('Not for you').optional().cli({ hidden: true }),
      }),
      effects: { network: true, reversible: true, idempotent: false, creates: ['an order'], cost: { billable: true } },
      examples: [{ run: 'sell 1 --to ann', description: 'To Ann' }],
      errors: { E3001: 'Nothing is there', E4001: 'The till is broken' },
      run,
    }),
    old: command({ description: 'The old way', deprecated: 'use sell', run }),
    secret: command({ description: 'Nobody knows', hidden: true, errors: { E3999: 'Never' }, run }),
  },
})

/** A program of another framework, as it would describe itself. */
export function foreignCli(): CliDefinition<CommandMap> {
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 'legacy',
    version: '9',
    description: 'Old but good',
    globalOptions: [{ name: 'verbose', flags: ['-V', '--verbose'], type: 'boolean', description: 'Say more' }],
    commands: {
      build: {
        description: 'Build it',
        arguments: [{ name: 'target', type: 'enum', enum: ['web', 'app'], description: 'What', required: true }],
        options: [
          { name: 'jobs', flags: ['-j', '--jobs'], type: 'integer', default: 4, envVar: 'JOBS' },
          { name: 'key', flags: ['--key'], type: 'string', default: 'HUSH', 'x-atip': { value: { kind: 'secret' } } },
        ],
        examples: ['build web'],
      },
      remote: { description: 'Remotes', commands: { '': { description: 'List remotes' } } },
      wipe: { description: 'Wipe it', effects: { destructive: true, filesystem: { write: true, delete: true } } },
      status: {
        description: 'Look',
        effects: { network: false, filesystem: { read: true, write: false, delete: false } },
      },
    },
  }
  // Calls go through our definitions, which know nothing about the program.
  const commands = { wipe: command({ description: 'Ours', dryRun: true, errors: { E1001: 'Ours' }, run }) }
  return asForeign({ name: 'legacy', version: '9', description: 'Old but good', commands }, { tool })
}

/** A tool with this many commands, in groups of ten. */
export function bigCli(size: number): CliDefinition<CommandMap> {
  const commands: Record<string, Record<string, ReturnType<typeof one> | string>> = {}
  for (let index = 0; index < size; index++) {
    const group = (commands[`group${Math.floor(index / 10)}`] ??= { '': 'Ten things' })
    group[`verb${index}`] = one(index)
  }
  return { name: 'big', version: '1', description: 'Big', commands: commands as unknown as CommandMap }
}

function one(index: number) {
  return command({
    description: `Do thing ${index}`,
    args: t.object({ what: t.string('What') }),
    options: t.object({ how: t.string('How').optional() }),
    effects: index % 10 === 0 ? { destructive: true } : READS,
    errors: { [`E3${String(index % 900).padStart(3, '0')}`]: `Thing ${index} failed` },
    run,
  })
}
