import { validate } from '@atip/protocol'
import { lint } from '@atip/protocol/lint'
import { expect, test } from 'vitest'
import { command } from '../callable/command.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { t } from '../schema/t.js'
import { describeTool } from './agent.js'

const findFiles = command({
  description: 'Find files matching a glob pattern',
  args: t.object({ pattern: t.string('Glob pattern') }),
  options: t.object({
    root: t.path('Where to search', { kind: 'directory' }).default('.'),
    maxDepth: t.integer().default(10).short('d'),
    token: t.secret('Access token').env('FILES_TOKEN').default('hush'),
  }),
  output: t.array(t.object({ path: t.string().cli({ placeholder: 'P' }), size: t.integer() })),
  effects: { filesystem: { read: true, write: false }, network: false, idempotent: true, destructive: false },
  examples: [{ run: "find-files '*.ts' --root src", description: 'All TypeScript files' }],
  errors: { E3001: 'No files matched the pattern' },
  timeout: '60s',
  aliases: ['ff'],
  run: async () => [],
})

const watch = command({
  description: 'Report changes as they happen',
  effects: { interactive: { stdin: 'none', prompts: false, tty: false } },
  async *run() {
    yield { path: 'a' }
  },
})

const cli: CliDefinition<CommandMap> = {
  name: 'file-tools',
  version: '1.2.0',
  description: 'Work with files',
  homepage: 'https://example.org',
  authentication: { required: false },
  commands: {
    'find-files': findFiles,
    live: { '': 'Follow what happens', watch: { description: 'x', aliases: ['w'], load: async () => ({ watch }) } },
    secret: { debug: command({ description: 'Internal', hidden: true, run: async () => ({}) }) },
  },
}

test('a command is described with its parameters, effects, aliases, and what ATIP has no field for', async () => {
  const { commands } = await describeTool(cli)
  expect(commands!['find-files']).toEqual({
    description: 'Find files matching a glob pattern',
    arguments: [{ name: 'pattern', type: 'string', description: 'Glob pattern', required: true }],
    options: [
      { name: 'root', flags: ['--root'], type: 'directory', description: 'Where to search', default: '.' },
      { name: 'maxDepth', flags: ['-d', '--max-depth'], type: 'integer', description: 'max depth', default: 10 },
      {
        name: 'token',
        flags: ['--token'],
        type: 'string',
        description: 'Access token (write @FILE or @stdin)',
        envVar: 'FILES_TOKEN',
        'x-atip': { value: { kind: 'secret' } },
      },
    ],
    effects: { filesystem: { read: true, write: false }, network: false, idempotent: true, destructive: false },
    examples: ["file-tools find-files '*.ts' --root src"],
    'x-atip': { aliases: ['ff'] },
    'x-tooli': {
      output: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, size: { type: 'integer' } },
          required: ['path', 'size'],
          additionalProperties: false,
        },
      },
      errors: { E3001: 'No files matched the pattern' },
      timeout: '60s',
    },
  })
})

test('a lazy command is loaded, and goes by the aliases that lead to it', async () => {
  const { commands } = await describeTool(cli)
  expect(commands!.live).toEqual({
    description: 'Follow what happens',
    commands: {
      watch: {
        description: 'Report changes as they happen',
        effects: { interactive: { stdin: 'none', prompts: false, tty: false } },
        'x-atip': { aliases: ['w'] },
        'x-tooli': { streaming: true },
      },
    },
  })
})

test('the head of the document says where it comes from and what it uses', async () => {
  const { commands, globalOptions, ...head } = await describeTool(cli)
  expect(head).toEqual({
    atip: { version: '0.6', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
    name: 'file-tools',
    version: '1.2.0',
    description: 'Work with files',
    homepage: 'https://example.org',
    authentication: { required: false },
    trust: { source: 'native' },
    'x-atip': { syntax: expect.objectContaining({ interspersed: true, abbreviatedOptions: false }) },
  })
  expect(Object.keys(commands!)).toEqual(['find-files', 'live', 'prime'])
  expect(globalOptions!.map(({ name }) => name)).toEqual(expect.arrayContaining(['output', 'noColor', 'agent']))
})

test('patterns are a feature only where there are some', async () => {
  const patterns = [{ name: 'p', description: 'x', steps: [{ command: 'file-tools find-files a' }] }]
  expect((await describeTool({ ...cli, patterns })).atip.features).toContain('patterns-v1')
  expect((await describeTool({ ...cli, patterns: [] })).atip.features).not.toContain('patterns-v1')
})

test('only commands that keep its promise have --dry-run', async () => {
  const remove = command({ description: 'Remove', dryRun: true, run: async () => null })
  const { commands, globalOptions } = await describeTool({ ...cli, commands: { remove, 'find-files': findFiles } })
  expect(globalOptions!.flatMap(({ flags }) => flags)).not.toContain('--dry-run')
  expect(commands!.remove!.options).toMatchObject([{ flags: ['--dry-run'], 'x-atip': { harmless: 'dry-run' } }])
})

test('a program that is one command has it under the empty name, and keeps the flags it replaces', async () => {
  const own = command({ description: 'Grep', options: t.object({ limit: t.string('Own') }), run: async () => null })
  const tool = await describeTool({ name: 'grep2', version: '1', description: 'Grep', command: own })
  expect(Object.keys(tool.commands!)).toEqual([''])
  expect(tool.commands!['']!.options).toMatchObject([{ name: 'limit', flags: ['--limit'] }])
  expect(tool.globalOptions!.map(({ name }) => name)).not.toContain('limit')
})

test('an author may replace prime, and an option renamed away from a built-in flag does not hide it', async () => {
  const prime = command({
    description: 'Prime numbers',
    options: t.object({ output: t.string('To').cli({ flag: 'to' }) }),
    run: async () => null,
  })
  const { commands, globalOptions } = await describeTool({ ...cli, commands: { prime } })
  expect(commands!.prime).toMatchObject({ description: 'Prime numbers', options: [{ name: 'to', flags: ['--to'] }] })
  expect(globalOptions!.map(({ name }) => name)).toContain('output')
})

test('only the command that it leads to has an alias', async () => {
  const named = (...aliases: string[]) => command({ description: 'x', aliases, run: async () => ({}) })
  const commands = { a: named('x', 'b', 'prime'), b: named('x', 'y'), c: { ...cli, load: async () => named('z') } }
  const tool = await describeTool({ ...cli, commands: commands as CommandMap })
  const aliases = Object.entries(tool.commands!).map(([name, entry]) => [name, entry['x-atip']?.aliases])
  expect(Object.fromEntries(aliases)).toEqual({ a: ['x'], b: ['y'], c: undefined, prime: undefined })
})

test.each([
  [{ type: 'integer', default: 1.5 }, undefined],
  [{ type: 'integer', default: '1' }, undefined],
  [{ type: 'boolean', default: 'yes' }, undefined],
  [{ type: 'string', default: null }, undefined],
  [{ enum: ['a', 'b'], default: 'c' }, undefined],
  [{ type: 'array', items: { enum: ['a'] }, default: ['b'] }, undefined],
  [{ type: 'array', items: { enum: ['a'] }, default: ['a'] }, ['a']],
  [{ type: 'object', default: { a: 1 } }, '{"a":1}'],
  [{ enum: ['a', 'a', null], default: 'a' }, 'a'],
  [{ enum: [{}] }, undefined],
])('of %j the default is %j, and nothing is wrong with the document', async (form, preset) => {
  const odd = command({ description: 'x', options: { properties: { odd: form } }, run: async () => ({}) })
  const tool = await describeTool({ ...cli, commands: { odd } })
  expect(tool.commands!.odd!.options![0]!.default).toEqual(preset)
  expect(validate(tool, { profile: 'strict' }).problems).toEqual([])
})

test('a long description is cut at a word and kept whole beside it', async () => {
  const long = `${'word '.repeat(60)}end`
  const tool = await describeTool({ ...cli, description: long, commands: {} })
  expect(tool.description).toMatch(/^(?:word )+word…$/)
  expect(tool.description.length).toBeLessThanOrEqual(200)
  expect(tool['x-tooli']).toEqual({ description: long })
})

test('our own lint has nothing against what the framework itself adds', async () => {
  const tool = await describeTool({ ...cli, commands: {} })
  expect(lint(tool)).toEqual([])
  expect(validate(tool, { profile: 'strict' }).problems).toEqual([])
})
