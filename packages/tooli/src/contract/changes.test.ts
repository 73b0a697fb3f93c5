import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defineCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import type { AnyDefinition, CliDefinition, CommandMap } from '../define/types.js'
import { Schema, t } from '../schema/t.js'
import { run } from '../testing/index.js'
import type { SurfaceChange } from './change.js'

const folder = mkdtempSync(join(tmpdir(), 'contract-changes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Fields = Record<string, Schema<unknown, unknown>>
type Tool = Partial<CliDefinition<CommandMap>>

/** A tool whose only command is `act`. */
const act = (definition: Partial<AnyDefinition>): Tool => tool({ act: made(definition) })
const tool = (commands: CommandMap, more: Tool = {}): Tool => ({ commands, ...more })
const made = (definition: Partial<AnyDefinition> = {}) =>
  command({ description: 'Acts', run: () => null, ...definition } as never)
const options = (fields: unknown) => act({ options: t.object(fields as Fields) })
const option = (schema: unknown) => options({ size: schema })
const args = (fields: unknown) => act({ args: t.object(fields as Fields) })
const gives = (output: unknown) => act({ output: output as AnyDefinition['output'] })
const effects = (stated: AnyDefinition['effects']) => act({ effects: stated })

let files = 0

/** Writes the contract of the first and checks the second against it, as their authors would. */
async function changesBetween(before: Tool, after: Tool): Promise<SurfaceChange[]> {
  const file = join(folder, `${files++}.json`)
  const cli = (definition: Tool) => defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', ...definition })
  expect((await run(cli(before), ['contract', file])).code).toBe(0)
  const { document, code } = await run(cli(after), ['contract', file, '--check'])
  const { ok, data, error } = document as {
    ok: boolean
    data: { changes: never }
    error: { details: { changes: never } }
  }
  const changes: SurfaceChange[] = ok ? data.changes : error.details.changes
  expect(code).toBe(changes.some(({ breaking }) => breaking) ? 1 : 0)
  return changes
}

const PURE = { destructive: false, network: false, idempotent: true, reversible: true } as const
const row = { name: t.string(), created: t.string() }

const pair = (hints: object) => options({ size: t.string().optional().cli(hints), other: t.string().optional() })

const BREAKING: [string, Tool, Tool, string][] = [
  // Options that depend on each other.
  [
    'an option excludes another',
    pair({}),
    pair({ conflicts: ['other'] }),
    '--size of "act" excludes "other" now; calls that do not obey that fail',
  ],
  [
    'an option needs another',
    pair({}),
    pair({ requires: ['other'] }),
    '--size of "act" needs "other" now; calls that do not obey that fail',
  ],
  // Commands and their names.
  ['a command goes', tool({ list: made(), show: made() }), tool({ list: made() }), '"show" is gone; calls of it fail'],
  [
    'a group goes',
    tool({ list: made(), tag: { add: made(), remove: made() } }),
    tool({ list: made() }),
    '"tag" is gone, with 2 commands below it; calls of them fail',
  ],
  [
    'a command inside a group goes',
    tool({ tag: { add: made(), remove: made() } }),
    tool({ tag: { add: made() } }),
    '"tag remove" is gone; calls of it fail',
  ],
  [
    'an alias goes',
    act({ aliases: ['do', 'run'] }),
    act({ aliases: ['do'] }),
    '"act" is no longer called "run"; calls by that name fail',
  ],
  [
    'an alias becomes another command',
    tool({ list: made({ aliases: ['show'] }) }),
    tool({ list: made(), show: made() }),
    '"show" meant "list" and means "show" now; calls by that name do something else',
  ],
  [
    'an alias that two commands claim goes to the other',
    tool({ list: made({ aliases: ['l'] }), look: made({ aliases: ['l'] }) }),
    tool({ look: made({ aliases: ['l'] }), list: made({ aliases: ['l'] }) }),
    '"list" is no longer called "l"; calls by that name fail',
  ],
  [
    'the tool is renamed',
    { ...act({}), name: 'demo' },
    { ...act({}), name: 'other' },
    'the tool is called "other" now, not "demo"; calls by the old name fail',
  ],
  // Options and arguments as a whole.
  [
    'an option goes',
    options({ force: t.boolean().default(false) }),
    act({}),
    '"act" no longer takes --force; calls that give it fail',
  ],
  [
    'an option that is called like a built-in flag goes',
    options({ output: t.string().optional().cli({ flag: 'my-output' }) }),
    act({}),
    '"act" no longer takes --my-output; calls that give it fail',
  ],
  [
    'an option gives way to a built-in flag',
    options({ limit: t.integer().optional() }),
    act({}),
    '--limit of "act" is the built-in one now, not its own; calls that give it mean something else',
  ],
  [
    'a required option comes',
    act({}),
    options({ target: t.string() }),
    '"act" now needs --target; calls without it fail',
  ],
  [
    'an option becomes required',
    option(t.integer().optional()),
    option(t.integer()),
    '--size of "act" is required now; calls without it fail',
  ],
  [
    'a short flag goes',
    option(t.integer().short('s')),
    option(t.integer()),
    '--size of "act" can no longer be written -s; calls that write it so fail',
  ],
  [
    'a long flag is renamed',
    option(t.integer().short('s')),
    option(t.integer().short('s').cli({ flag: 'bytes' })),
    '-s of "act" can no longer be written --size; calls that write it so fail',
  ],
  [
    'a key is renamed behind the same flag',
    option(t.integer()),
    options({ bytes: t.integer().cli({ flag: 'size' }) }),
    '--size of "act" is called "bytes" in JSON now; callers that name it there (--input, MCP, call) fail',
  ],
  [
    'a variable goes',
    option(t.integer().default(1).env('SIZE')),
    option(t.integer().default(1)),
    '--size of "act" is no longer read from SIZE; callers that set it run without it',
  ],
  [
    'an argument goes',
    args({ from: t.string(), to: t.string() }),
    args({ from: t.string() }),
    '"act" no longer takes the argument "to"; calls that give it fail',
  ],
  [
    'an argument comes and is required',
    args({ from: t.string() }),
    args({ from: t.string(), to: t.string() }),
    '"act" now needs the argument "to"; calls without it fail',
  ],
  [
    'arguments change places',
    args({ from: t.string(), to: t.string() }),
    args({ to: t.string(), from: t.string() }),
    'the arguments of "act" come as to, from now, not as from, to; calls mix them up',
  ],
  [
    'an argument comes before another',
    args({ to: t.string().optional() }),
    args({ from: t.string().optional(), to: t.string().optional() }),
    '"act" now takes the argument "from" before others; calls give their values to the wrong ones',
  ],
  [
    'an argument takes only one value',
    args({ files: t.array(t.string()) }),
    args({ files: t.string() }),
    'the argument "files" of "act" no longer accepts a list, only text; calls that give it fail',
  ],
  // Their values.
  [
    'a choice goes',
    option(t.enum(['json', 'xml'])),
    option(t.enum(['json'])),
    '--size of "act" no longer accepts "xml"; calls that give it fail',
  ],
  [
    'text becomes a choice',
    option(t.string()),
    option(t.enum(['json', 'xml'])),
    '--size of "act" now accepts only "json", "xml"; calls that give another value fail',
  ],
  [
    'a type is another',
    option(t.string()),
    option(t.integer()),
    '--size of "act" no longer accepts text, only a whole number; calls that give it fail',
  ],
  [
    'a type is narrower',
    option(t.number()),
    option(t.integer()),
    '--size of "act" no longer accepts a number, only a whole number; calls that give it fail',
  ],
  [
    'a switch takes a value',
    option(t.boolean()),
    option(t.union([t.boolean(), t.string()])),
    '--size of "act" was of the type boolean and is of the type string now; calls that give the old one fail',
  ],
  [
    'null is no longer accepted',
    option(t.string().nullable()),
    option(t.string()),
    '--size of "act" no longer accepts null, only text; calls that give it fail',
  ],
  [
    'a lower limit rises',
    option(t.integer().min(1)),
    option(t.integer().min(5)),
    '--size of "act" must now be at least 5; calls that give less fail',
  ],
  [
    'an upper limit comes',
    option(t.integer()),
    option(t.integer().max(9)),
    '--size of "act" must now be at most 9; calls that give more fail',
  ],
  [
    'a text must be longer',
    option(t.string()),
    option(t.string().min(3)),
    '--size of "act" must now have at least 3 characters; calls that give less fail',
  ],
  [
    'a list must be shorter',
    option(t.array(t.string())),
    option(t.array(t.string()).max(2)),
    '--size of "act" must now have at most 2 entries; calls that give more fail',
  ],
  [
    'a pattern is another',
    option(t.string().pattern(/^a/)),
    option(t.string().pattern(/^b/)),
    '--size of "act" must now match ^b; calls that do not fail',
  ],
  [
    'text must be a URL',
    option(t.string()),
    option(t.url()),
    '--size of "act" must now be a URL; calls that do not fail',
  ],
  [
    'a path must be there',
    option(t.path()),
    option(t.path(undefined, { exists: true })),
    '--size of "act" must now name something that is there; calls that name something new fail',
  ],
  [
    'a key of an object goes',
    option(t.object({ width: t.integer(), height: t.integer().optional() })),
    option(t.object({ width: t.integer() })),
    '--size of "act" no longer takes "height"; calls that give it fail',
  ],
  [
    'a key of an object becomes required',
    option(t.object({ width: t.integer().optional() })),
    option(t.object({ width: t.integer() })),
    '--size of "act" now needs "width"; calls without it fail',
  ],
  [
    'a limit deep inside rises',
    option(t.array(t.object({ width: t.integer() }))),
    option(t.array(t.object({ width: t.integer().min(1) }))),
    '"[].width" in --size of "act" must now be at least 1; calls that give less fail',
  ],
  [
    'a default is another',
    option(t.integer().default(10)),
    option(t.integer().default(20)),
    '--size of "act" is 20 by default, not 10; calls that leave it out do something else',
  ],
  [
    'a default goes',
    option(t.integer().default(10)),
    option(t.integer().optional()),
    '--size of "act" no longer has the default 10; calls that leave it out do something else',
  ],
  [
    'a default deep inside is another',
    option(t.object({ width: t.integer().default(1) })),
    option(t.object({ width: t.integer().default(2) })),
    '"width" in --size of "act" is 2 by default, not 1; calls that leave it out do something else',
  ],
  [
    'a value becomes a secret',
    option(t.string()),
    option(t.secret()),
    '--size of "act" is a secret now; calls that write its value on the command line fail',
  ],
  [
    'a keyword that cannot be compared comes',
    act({ options: { type: 'object', properties: { size: { type: 'object' } } } }),
    act({ options: { type: 'object', properties: { size: { type: 'object', dependentRequired: { a: ['b'] } } } } }),
    '--size of "act" changed in "dependentRequired", which cannot be compared; treated as breaking',
  ],
  // Results.
  [
    'a key of the result goes',
    gives(t.array(t.object(row))),
    gives(t.array(t.object({ name: t.string() }))),
    'the result of "act" no longer has "created"; programs that read it break',
  ],
  [
    'an optional key of the result goes',
    gives(t.object({ ...row, size: t.integer().optional() })),
    gives(t.object(row)),
    'the result of "act" no longer has "size"; programs that read it break',
  ],
  [
    'a key of the result becomes optional',
    gives(t.object(row)),
    gives(t.object({ ...row, created: t.string().optional() })),
    'the result of "act" may now lack "created"; programs that read it break',
  ],
  [
    'a key of the result is of a wider type',
    gives(t.object({ size: t.integer() })),
    gives(t.object({ size: t.number() })),
    '"size" in the result of "act" may now be a number; programs that expect a whole number break',
  ],
  [
    'a key of the result may be null',
    gives(t.object(row)),
    gives(t.object({ ...row, created: t.string().nullable() })),
    '"created" in the result of "act" may now be null; programs that expect text break',
  ],
  [
    'a choice of the result is new',
    gives(t.object({ state: t.enum(['open', 'done']) })),
    gives(t.object({ state: t.enum(['open', 'done', 'lost']) })),
    '"state" in the result of "act" may now be "lost"; programs that do not know it break',
  ],
  [
    'a limit of the result goes',
    gives(t.object({ size: t.integer().min(0) })),
    gives(t.object({ size: t.integer() })),
    '"size" in the result of "act" need no longer be at least 0; programs that rely on it break',
  ],
  [
    'the result is no longer described',
    gives(t.object(row)),
    act({}),
    'the result of "act" is no longer described; programs that read it cannot rely on anything',
  ],
  [
    'the result comes all at once',
    act({
      output: t.array(t.string()),
      async *run() {
        yield 'a'
      },
    }),
    act({ output: t.array(t.string()) }),
    '"act" no longer gives its entries as they come; programs that read them one by one wait for the end',
  ],
  // Effects.
  [
    'it destroys',
    effects(PURE),
    effects({ ...PURE, destructive: true }),
    '"act" now destroys data; agents that were allowed to run it must ask',
  ],
  [
    'every command of a large group destroys',
    tool({ list: made(), db: Object.fromEntries([...'abcde'].map((name) => [name, made({ effects: PURE })])) }),
    tool({
      list: made(),
      db: Object.fromEntries([...'abcde'].map((name) => [name, made({ effects: { ...PURE, destructive: true } })])),
    }),
    'each of the 5 commands of "db" now destroys data; agents that were allowed to run it must ask',
  ],
  [
    'it no longer says whether it destroys',
    effects(PURE),
    effects({ network: false, idempotent: true, reversible: true }),
    '"act" no longer promises to destroy nothing; agents that were allowed to run it must ask',
  ],
  [
    'it cannot be undone',
    effects(PURE),
    effects({ ...PURE, reversible: false }),
    '"act" can no longer be undone; agents that were allowed to run it must ask',
  ],
  [
    'it is not idempotent',
    effects(PURE),
    effects({ ...PURE, idempotent: false }),
    '"act" is no longer safe to repeat; agents that repeat a failed call may do it twice',
  ],
  [
    'it uses the network',
    effects(PURE),
    effects({ ...PURE, network: true }),
    '"act" now uses the network; calls without a network may fail',
  ],
  [
    'it writes',
    effects({ filesystem: { write: false } }),
    effects({ filesystem: { write: true } }),
    '"act" now writes files; agents that may only read must not run it',
  ],
  [
    'it deletes',
    act({ effects: { filesystem: { delete: false } } }),
    act({ effects: { filesystem: { delete: true } } }),
    '"act" now deletes files; agents that may only read must not run it',
  ],
  [
    'it asks',
    effects({ interactive: { prompts: false } }),
    effects({ interactive: { prompts: true } }),
    '"act" now asks questions; unattended calls hang or fail',
  ],
  [
    'it costs money',
    effects({ cost: { billable: false } }),
    effects({ cost: { billable: true } }),
    '"act" may now cost money; agents that were allowed to run it must ask',
  ],
  [
    'an option makes it destructive',
    options({ force: t.boolean().default(false) }),
    options({
      force: t
        .boolean()
        .default(false)
        .cli({ effects: { destructive: true } }),
    }),
    '--force of "act" makes a call worse now (destructive: true); agents that were allowed to give it must ask',
  ],
  // Everything else.
  [
    'a dry run is no longer supported',
    act({ dryRun: true }),
    act({}),
    '"act" no longer supports --dry-run; calls that give it fail',
  ],
  [
    'it gives up sooner',
    act({ timeout: '2m' }),
    act({ timeout: '90s' }),
    '"act" now gives up after 90s, not 2m; calls that take longer fail',
  ],
  ['it gives up at all', act({}), act({ timeout: '1h' }), '"act" now gives up after 1h; calls that take longer fail'],
  [
    'configuration files are not read',
    { ...act({}), config: true },
    act({}),
    'configuration files are no longer read; callers with values in .demo.json run without them',
  ],
  [
    'a key of configuration files is another',
    option(t.integer().cli({ config: 'bytes' })),
    option(t.integer()),
    '--size of "act" is read from the key "size" of configuration files now, not from the key "bytes"; callers that keep it there run without it',
  ],
  [
    'a login is needed',
    act({}),
    { ...act({}), authentication: { required: true } },
    'a login is needed now; calls without one fail',
  ],
]

/** Further changes that the same edit causes. */
const ALSO: Record<string, string[]> = {
  'an alias that two commands claim goes to the other': [
    '"l" meant "list" and means "look" now; calls by that name do something else',
  ],
  'an alias becomes another command': ['"list" is no longer called "show"; calls by that name fail'],
  'a switch takes a value': ['--size of "act" can no longer be written --no-size; calls that write it so fail'],
  'it writes': ['"act" no longer supports --dry-run; calls that give it fail'],
}

test.each(BREAKING)('%s: exactly that is said to break', async (name, before, after, sentence) => {
  const broken = (await changesBetween(before, after)).filter(({ breaking }) => breaking)
  const messages = broken.map(({ message }) => message)
  expect(messages).toEqual(
    [...(ALSO[name] ?? []), sentence].toSorted((a, b) => messages.indexOf(a) - messages.indexOf(b)),
  )
})

const COMPATIBLE: [string, Tool, Tool, string][] = [
  ['a command comes', act({}), tool({ act: made(), list: made() }), '"list" is new'],
  ['an alias comes', act({}), act({ aliases: ['do'] }), '"act" is also called "do" now'],
  ['an option comes', act({}), options({ force: t.boolean().default(false) }), '"act" also takes --force now'],
  ['a flag comes', option(t.integer()), option(t.integer().short('s')), '--size of "act" can also be written -s now'],
  [
    'an option need not be given',
    option(t.integer()),
    option(t.integer().optional()),
    '--size of "act" is no longer required',
  ],
  ['a choice comes', option(t.enum(['a'])), option(t.enum(['a', 'b'])), '--size of "act" now also accepts "b"'],
  [
    'a choice of numbers becomes any number',
    option(t.enum([1, 2])),
    option(t.integer()),
    '--size of "act" now accepts more than 1, 2',
  ],
  ['a limit goes', option(t.integer().min(1)), option(t.integer()), '--size of "act" need no longer be at least 1'],
  [
    'a keyword that cannot be compared goes',
    act({ options: { type: 'object', properties: { size: { type: 'object', dependentRequired: { a: ['b'] } } } } }),
    act({ options: { type: 'object', properties: { size: { type: 'object' } } } }),
    '--size of "act" is described otherwise, which changes nothing',
  ],
  [
    'a default comes',
    option(t.integer().optional()),
    option(t.integer().default(3)),
    '--size of "act" is 3 by default now',
  ],
  [
    'a variable comes',
    option(t.integer().default(1)),
    option(t.integer().default(1).env('SIZE')),
    '--size of "act" is also read from SIZE now',
  ],
  [
    'a key of the result comes',
    gives(t.array(t.object({ name: t.string() }))),
    gives(t.array(t.object(row))),
    'the result of "act" now has "created"',
  ],
  [
    'an optional key of the result comes',
    gives(t.object({ name: t.string() })),
    gives(t.object({ name: t.string(), size: t.integer().optional() })),
    'the result of "act" now has "size"',
  ],
  ['the result is described', act({}), gives(t.object(row)), 'the result of "act" is described now'],
  ['an error comes', act({}), act({ errors: { E3001: 'Lost' } }), '"act" may now fail with E3001'],
  ['an error goes', act({ errors: { E3001: 'Lost' } }), act({}), '"act" no longer fails with E3001'],
  ['it is deprecated', act({}), act({ deprecated: 'Use list' }), '"act" is now deprecated; calls of it still work'],
  [
    'an option is deprecated',
    option(t.integer()),
    option(t.integer().deprecated()),
    '--size of "act" is now deprecated',
  ],
  [
    'it gives up later',
    act({ timeout: '1m' }),
    act({ timeout: '2m' }),
    '"act" may now take longer: it gave up after 1m, now after 2m',
  ],
  [
    'it destroys no longer',
    effects({ ...PURE, destructive: true }),
    effects(PURE),
    '"act" does less, or says less: destructive was true and is now false',
  ],
  ['a dry run is supported', act({}), act({ dryRun: true }), '"act" supports --dry-run now'],
  [
    'agents are told to prefer another command',
    { ...act({}), prime: { preferredCommands: ['act'] } },
    { ...act({}), prime: {} },
    'agents are told to prefer or to avoid other commands ("prime")',
  ],
]

test.each(COMPATIBLE)('%s, which breaks no caller', async (_, before, after, sentence) => {
  const changes = await changesBetween(before, after)
  expect(changes.filter(({ breaking }) => breaking)).toEqual([])
  expect(changes.map(({ message }) => message)).toContain(sentence)
})

const SAME: [string, Tool, Tool][] = [
  [
    'another description',
    act({ description: 'One' }),
    act({ description: 'Two', examples: [{ run: 'act', description: 'x' }] }),
  ],
  ['another order of commands', tool({ a: made(), b: made() }), tool({ b: made(), a: made() })],
  [
    'another order of options and choices',
    options({ a: t.enum(['x', 'y']), b: t.string() }),
    options({ b: t.string(), a: t.enum(['y', 'x']) }),
  ],
  ['another order of columns', gives(t.object(row)), gives(t.object({ created: t.string(), name: t.string() }))],
  ['a command that is loaded late', act({}), tool({ act: { description: 'Acts', load: async () => made() } })],
  ['another version', { ...act({}), version: '1.0.0' }, { ...act({}), version: '2.0.0' }],
  ['prose inside a schema', option(t.object({ a: t.string('One') })), option(t.object({ a: t.string('Two') }))],
]

test.each(SAME)('%s is no change', async (_, before, after) => {
  expect(await changesBetween(before, after)).toEqual([])
})

test('what was hidden was never promised, and what becomes hidden is still checked', async () => {
  const hidden = (fields: object) => tool({ list: made(), act: made({ hidden: true, ...fields }) })
  expect(await changesBetween(hidden({}), tool({ list: made() }))).toMatchObject([
    { kind: 'command-removed', path: ['act'], breaking: false },
  ])
  const before = tool({ list: made(), act: made({ options: t.object({ force: t.boolean().default(false) }) }) })
  const messages = (await changesBetween(before, hidden({})))
    .filter(({ breaking }) => breaking)
    .map(({ message }) => message)
  expect(messages).toEqual([
    '"act" no longer takes --force; calls that give it fail',
    'MCP clients no longer find "act"; those that call "act" fail',
  ])
})

test('a change says what it is in data too', async () => {
  const [change] = await changesBetween(option(t.enum(['json', 'xml'])), option(t.enum(['json'])))
  expect(change).toEqual({
    kind: 'input-enum',
    path: ['act'],
    parameter: 'size',
    before: ['xml'],
    after: ['json'],
    breaking: true,
    message: '--size of "act" no longer accepts "xml"; calls that give it fail',
  })
})
