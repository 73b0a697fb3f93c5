/** Checked by `tsc` alone: an author's definition decides what callers may give and get. */
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import {
  command,
  defineCli,
  group,
  t,
  type AnyCli,
  type CommandMap,
  type CommandPath,
  type InputOf,
  type OutputOf,
  use,
} from '../index.js'

/** Whether two types are the same, `any`, optional and readonly keys included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type InputTo<C> = C extends (input: infer I, ...rest: never[]) => unknown ? I : never
type ResultOf<C> = C extends (...args: never[]) => Promise<infer R> ? R : never

/** Compiles only for `true`. */
function holds<_ extends true>(): void {}

/* Fields of t.* */

const everything = t.object({
  text: t.string(),
  whole: t.integer(),
  real: t.number(),
  flag: t.boolean(),
  place: t.path(),
  link: t.url(),
  token: t.secret(),
  mode: t.enum(['fast', 'slow']),
  level: t.enum([1, 2]),
  tags: t.array(t.string()),
  sizes: t.record(t.integer()),
  inner: t.object({ a: t.string().optional(), b: t.integer() }),
  maybe: t.string().optional(),
  preset: t.integer().default(3),
  nothing: t.string().nullable(),
  anything: t.unknown(),
  chained: t
    .string('x')
    .min(1)
    .max(9)
    .pattern(/a/)
    .describe('y')
    .deprecated()
    .short('c')
    .env('C')
    .cli({ hidden: true }),
})
interface Everything {
  text: string
  whole: number
  real: number
  flag: boolean
  place: string
  link: string
  token: string
  mode: 'fast' | 'slow'
  level: 1 | 2
  tags: string[]
  sizes: Record<string, number>
  nothing: string | null
  anything: unknown
  chained: string
}
interface WhatCommandsGet extends Everything {
  inner: { a: string | undefined; b: number }
  maybe: string | undefined
  preset: number
}
interface WhatCallersGive extends Everything {
  inner: { a?: string | undefined; b: number }
  maybe?: string | undefined
  preset?: number | undefined
}
type Plain<T> = { [K in keyof T]: T[K] }
holds<Same<Plain<OutputOf<typeof everything>>, Plain<WhatCommandsGet>>>()
holds<Same<Plain<InputOf<typeof everything>>, Plain<WhatCallersGive>>>()
t.enum(['fast', 'slow']).default('fast')
// @ts-expect-error -- no such choice
t.enum(['fast', 'slow']).default('quick')
// @ts-expect-error -- not a number
t.integer().default('3')
// @ts-expect-error -- a default says that there is a value
t.integer().optional().default(undefined)

/* A command of t.* */

const findFiles = command({
  description: 'Find files',
  args: t.object({ pattern: t.string('Pattern') }),
  options: t.object({ root: t.path('Where').default('.'), maxDepth: t.integer('Depth').optional() }),
  output: t.array(t.object({ path: t.string(), size: t.integer().default(0) })),
  run({ args, options, ctx }) {
    holds<Same<typeof args, { pattern: string }>>()
    holds<Same<typeof options, { root: string; maxDepth: number | undefined }>>()
    holds<Same<typeof ctx.isDryRun, boolean>>()
    // @ts-expect-error -- no such option
    void options.depth
    return [{ path: args.pattern }]
  },
})
holds<Same<InputTo<typeof findFiles>, { pattern: string; root?: string | undefined; maxDepth?: number | undefined }>>()
holds<Same<ResultOf<typeof findFiles>, { path: string; size: number }[]>>()

void findFiles({ pattern: '*' })
void findFiles({ pattern: '*', root: 'src', maxDepth: 2 }, { yes: true, dryRun: true, timeout: '1s' })
// @ts-expect-error -- a required argument is missing
void findFiles({ root: 'src' })
// @ts-expect-error -- an unknown option
void findFiles({ pattern: '*', rot: 'src' })
// @ts-expect-error -- a wrong type
void findFiles({ pattern: '*', maxDepth: '2' })
// @ts-expect-error -- an unknown call option
void findFiles({ pattern: '*' }, { force: true })
// @ts-expect-error -- no input at all
void findFiles()

/* What run() may give back */

const text = { description: 'x', output: t.object({ name: t.string() }) }
command({ ...text, run: () => ({ name: 'a' }) })
command({ ...text, run: async () => ({ name: 'a' }) })
// @ts-expect-error -- the wrong shape
command({ ...text, run: () => ({ nme: 'a' }) })
// @ts-expect-error -- the wrong shape, later
command({ ...text, run: async () => ({ name: 1 }) })
async function* names() {
  yield { name: 'a' }
}
async function* numbers() {
  yield { name: 1 }
}
// @ts-expect-error -- items come only where the result is a list
command({ ...text, run: names })

const rows = { description: 'x', output: t.array(t.object({ name: t.string() })) }
command({ ...rows, run: names })
// @ts-expect-error -- items of the wrong shape
command({ ...rows, run: numbers })

const untold = command({ description: 'x', run: async () => 7 })
holds<Same<ResultOf<typeof untold>, unknown>>()

/* Commands that take nothing */

const ping = command({
  description: 'Ping',
  output: t.string(),
  run({ args, options }) {
    holds<Same<typeof args, {}>>()
    holds<Same<typeof options, {}>>()
    // @ts-expect-error -- there are none
    void args.host
    return 'pong'
  },
})
void ping({})
// @ts-expect-error -- it takes nothing
void ping({ host: 'a' })

const onlyOptions = command({ description: 'x', options: t.object({ all: t.boolean().default(false) }), run: () => 1 })
holds<Same<InputTo<typeof onlyOptions>, { all?: boolean | undefined }>>()
void onlyOptions({})
// @ts-expect-error -- an unknown option
void onlyOptions({ al: true })

/* Plain JSON Schema: nothing is known of its types */

const fromJson = command({
  description: 'x',
  args: { type: 'object', properties: { name: { type: 'string' } } },
  output: { type: 'array' },
  run({ args, options }) {
    holds<Same<typeof args, Record<string, unknown>>>()
    holds<Same<typeof options, {}>>()
    return [args.name]
  },
})
holds<Same<InputTo<typeof fromJson>, Record<string, unknown>>>()
holds<Same<ResultOf<typeof fromJson>, unknown>>()

/* zod */

const withZod = command({
  description: 'x',
  args: z.object({ host: z.string(), port: z.number().int().default(80) }),
  options: z.object({ mode: z.enum(['tcp', 'udp']).optional(), since: z.string().transform((day) => day.length) }),
  output: z.object({ open: z.boolean(), note: z.string().default('') }),
  run({ args, options }) {
    holds<Same<typeof args, { host: string; port: number }>>()
    holds<Same<typeof options, { mode?: 'tcp' | 'udp' | undefined; since: number }>>()
    return { open: true }
  },
})
holds<
  Same<
    InputTo<typeof withZod>,
    { host: string; port?: number | undefined; mode?: 'tcp' | 'udp' | undefined; since: string }
  >
>()
holds<Same<ResultOf<typeof withZod>, { open: boolean; note: string }>>()
// @ts-expect-error -- no such choice
void withZod({ host: 'a', since: 'b', mode: 'icmp' })
// @ts-expect-error -- a required argument is missing
void withZod({ since: 'b' })
// @ts-expect-error -- an unknown option
void withZod({ host: 'a', since: 'b', sinc: 'c' })
// @ts-expect-error -- the wrong shape
command({ description: 'x', output: z.object({ open: z.boolean() }), run: () => ({ open: 'yes' }) })

/* valibot, through its converter */

const withValibot = command({
  description: 'x',
  args: toStandardJsonSchema(v.object({ host: v.string() })),
  options: toStandardJsonSchema(
    v.object({ port: v.optional(v.pipe(v.number(), v.integer()), 80), mode: v.optional(v.picklist(['tcp', 'udp'])) }),
  ),
  output: toStandardJsonSchema(v.array(v.object({ open: v.boolean() }))),
  run({ args, options }) {
    holds<Same<typeof args, { host: string }>>()
    holds<Same<typeof options, { port: number; mode?: 'tcp' | 'udp' | undefined }>>()
    return [{ open: true }]
  },
})
holds<
  Same<InputTo<typeof withValibot>, { host: string; port?: number | undefined; mode?: 'tcp' | 'udp' | undefined }>
>()
holds<Same<ResultOf<typeof withValibot>, { open: boolean }[]>>()
// @ts-expect-error -- a wrong type
void withValibot({ host: 1 })
// @ts-expect-error -- an unknown option
void withValibot({ host: 'a', prt: 1 })
// @ts-expect-error -- the wrong shape
command({ description: 'x', output: toStandardJsonSchema(v.object({ open: v.boolean() })), run: () => ({ open: 1 }) })

/* arktype */

const withArktype = command({
  description: 'x',
  args: type({ host: 'string' }),
  options: type({ port: 'number.integer = 80', 'mode?': "'tcp' | 'udp'" }),
  output: type({ open: 'boolean' }),
  run({ args, options }) {
    holds<Same<typeof args, { host: string }>>()
    holds<Same<Plain<typeof options>, { port: number; mode?: 'tcp' | 'udp' }>>()
    return { open: true }
  },
})
holds<Same<InputTo<typeof withArktype>, { host: string; port?: number; mode?: 'tcp' | 'udp' }>>()
holds<Same<ResultOf<typeof withArktype>, { open: boolean }>>()
// @ts-expect-error -- no such choice
void withArktype({ host: 'a', mode: 'icmp' })
// @ts-expect-error -- a required argument is missing
void withArktype({ port: 1 })
// @ts-expect-error -- the wrong shape
command({ description: 'x', output: type({ open: 'boolean' }), run: () => ({ open: 'yes' }) })

/* A tool: paths, calls, lazy commands */

const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'Demo',
  commands: {
    'find-files': findFiles,
    ping,
    remote: {
      '': 'Remotes',
      add: command({
        description: 'Add',
        args: t.object({ name: t.string() }),
        output: t.object({ added: t.string() }),
        run: ({ args }) => ({ added: args.name }),
      }),
      deep: { scan: withZod },
    },
    cache: {
      // A command of this name does not make the group a lazy command.
      load: ping,
      prune: { description: 'Prune', load: () => import('../../testing/lazy/default-export.js') },
    },
    sync: { description: 'Synchronise', load: () => import('../../testing/lazy/named-export.js') },
    direct: { description: 'Direct', load: async () => ping },
  },
})
type Paths =
  | 'find-files'
  | 'ping'
  | 'remote add'
  | 'remote deep scan'
  | 'cache load'
  | 'cache prune'
  | 'sync'
  | 'direct'
holds<Same<CommandPath<typeof cli.definition.commands & {}>, Paths>>()

const found = cli.call('find-files', { pattern: '*' })
holds<Same<typeof found, Promise<{ path: string; size: number }[]>>>()
const added = cli.call('remote add', { name: 'a' })
holds<Same<typeof added, Promise<{ added: string }>>>()
const scanned = cli.call('remote deep scan', { host: 'a', since: 'b' })
holds<Same<typeof scanned, Promise<{ open: boolean; note: string }>>>()
const pruned = cli.call('cache prune', { before: 'today' })
holds<Same<typeof pruned, Promise<{ pruned: number }>>>()
const synced = cli.call('sync', {}, { timeout: '1s' })
holds<Same<typeof synced, Promise<string[]>>>()
void cli.call('sync', { depth: 3 })
const pinged = [cli.call('ping', {}), cli.call('cache load', {}), cli.call('direct', {})]
holds<Same<typeof pinged, Promise<string>[]>>()

// @ts-expect-error -- no such path
void cli.call('find', { pattern: '*' })
// @ts-expect-error -- a group is no command
void cli.call('remote', {})
// @ts-expect-error -- the words in the wrong order
void cli.call('add remote', { name: 'a' })
// @ts-expect-error -- the program has no command of its own
void cli.call('', {})
// @ts-expect-error -- a required argument is missing
void cli.call('remote add', {})
// @ts-expect-error -- an unknown option
void cli.call('remote add', { name: 'a', url: 'b' })
// @ts-expect-error -- a wrong type in a lazy command
void cli.call('sync', { depth: '3' })
// @ts-expect-error -- a lazy command's required argument is missing
void cli.call('cache prune', {})
// @ts-expect-error -- it takes nothing
void cli.call('ping', { host: 'a' })

/* A program that is one command */

const single = defineCli({ name: 'find', version: '1.0.0', description: 'Find', command: findFiles })
const own = single.call('', { pattern: '*' })
holds<Same<typeof own, Promise<{ path: string; size: number }[]>>>()
// @ts-expect-error -- it has no other
void single.call('find', { pattern: '*' })
// @ts-expect-error -- a required argument is missing
void single.call('', {})

/* Any tool fits where any is wanted; one whose commands are known only later takes any path */

const tools: AnyCli[] = [cli, single]
void tools
declare const commands: CommandMap
const later = defineCli({ name: 'later', version: '1.0.0', description: 'Later', commands })
const unknown = later.call('whatever it is', { some: 'input' })
holds<Same<typeof unknown, Promise<unknown>>>()

/* What is shared */

const account = use(t.object({ profile: t.string().default('main'), trace: t.boolean().optional() }))
  .use(async ({ options }, next) => next({ user: options.profile.length }))
  .use(async ({ ctx }, next) => (ctx.user > 3 ? { data: null } : next({ greeting: `${ctx.user}` })))
const shares = command({
  description: 'Shares',
  use: account,
  options: t.object({ depth: t.integer() }),
  run({ options, ctx }) {
    holds<Same<typeof options.profile, string>>()
    holds<Same<typeof options.trace, boolean | undefined>>()
    holds<Same<typeof options.depth, number>>()
    holds<Same<typeof ctx.user, number>>()
    holds<Same<typeof ctx.greeting, string>>()
    // @ts-expect-error -- no middleware adds it
    void ctx.nothing
    return ctx.greeting
  },
})
holds<Same<InputTo<typeof shares>, { depth: number; profile?: string | undefined; trace?: boolean | undefined }>>()
const onlyShared = command({ description: 'x', use: account, run: ({ ctx }) => ctx.user })
holds<Same<InputTo<typeof onlyShared>, { profile?: string | undefined; trace?: boolean | undefined }>>()
const sharing = defineCli({
  name: 'sharing',
  version: '1.0.0',
  description: 'x',
  use: account,
  commands: { box: group({ use: account }, { shares }) },
})
void sharing.call('box shares', { depth: 1, profile: 'work' })
// @ts-expect-error -- not text
void sharing.call('box shares', { depth: 1, profile: 5 })
// @ts-expect-error -- what a middleware adds is an object
void use(async (_, next) => next(5))

/* Bytes, whole or as they come */

void command({ description: 'x', output: t.bytes(), run: () => new Uint8Array() })
void command({
  description: 'x',
  output: t.bytes(),
  async *run() {
    yield new Uint8Array()
  },
})
// @ts-expect-error -- text is no bytes
void command({ description: 'x', output: t.bytes(), run: () => 'text' })
