import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
// Inside node_modules, so that the module's imports resolve.
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'tooli-type-cost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A builder chain that accumulates types costs 540,000 instantiations at this size. */
const MOST = 100_000
const MOST_SHARING = 150_000
const COMMANDS = 200

/** The cost of a module without commands: this repository's own sources are checked along with it. */
let nothing: Checked | undefined

test.each([
  ['called by path', false, MOST],
  ['called by path, with middleware and shared options', true, MOST_SHARING],
])(`a tool of ${COMMANDS} commands, all %s, is cheap to check`, async (_, isSharing, most) => {
  nothing ??= await check(moduleOf(0, false))
  const everything = await check(moduleOf(COMMANDS, isSharing))
  expect(nothing.problems + everything.problems).toBe('')
  const cost = everything.instantiations - nothing.instantiations
  expect(cost, `${COMMANDS} commands cost ${cost} type instantiations`).toBeLessThan(most)
  // Fails if the compiler counts nothing.
  expect(cost).toBeGreaterThan(COMMANDS * 10)
})

interface Checked {
  instantiations: number
  problems: string
}

async function check(text: string): Promise<Checked> {
  writeFileSync(join(folder, 'cli.ts'), text)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['.'], exclude: [] }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const words = [compiler, '-p', folder, '--noEmit', '--extendedDiagnostics']
  const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => error)
  const [, count] = /^Instantiations:\s+(\d+)$/m.exec(stdout) ?? []
  const problems = stdout.split('\n').filter((line) => line.includes('error TS'))
  return { instantiations: Number(count), problems: problems.join('\n') }
}

/** Commands as authors write them, ten to a group, each with its own types; and calls of each, right and wrong. */
function moduleOf(count: number, isSharing: boolean): string {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const groups = Array.from({ length: Math.ceil(count / 10) }, (_, group) => numbers.slice(group * 10, group * 10 + 10))
  const members = groups.map(
    (own, group) => `group${group}: { '': 'Group', ${own.map((index) => `run${index}`).join()} },`,
  )
  return [
    "import { command, defineCli, t, use } from 'tooli'",
    'export const used = [command, t, use]',
    ...(isSharing ? [SHARED] : []),
    ...numbers.map((index) => commandText(index, isSharing)),
    `export const cli = defineCli({ name: 'big', version: '1.0.0', description: 'Big', ${isSharing ? 'use: account,' : ''} commands: {`,
    ...members,
    '} })',
    ...numbers.map(callText),
    // An error only if the types are really checked, and only for one command, because errors are expensive.
    ...(count === 0 ? [] : ['// @ts-expect-error -- not text', "void cli.call('group0 run0', { name0: 5 })"]),
  ].join('\n')
}

const SHARED = `export const account = use(t.object({ profile: t.string('Account').default('main'), trace: t.boolean().optional() }))
  .use(async ({ options }, next) => next({ user: options.profile }))
  .use(async ({ ctx }, next) => next({ greeting: 'Hello ' + ctx.user }))`

function commandText(index: number, isSharing: boolean): string {
  return `const run${index} = command({
  description: 'Command ${index}',
  ${isSharing ? 'use: account,' : ''}
  args: t.object({ name${index}: t.string('Name') }),
  options: t.object({
    root: t.path('Where').default('.'),
    depth${index}: t.integer('Depth').min(1).default(10),
    all: t.boolean('All').optional(),
  }),
  output: t.object({ path: t.string(), size${index}: t.integer() }),
  effects: { filesystem: { read: true, write: false }, network: false },
  run: async ({ args, options${isSharing ? ', ctx' : ''} }) => ({
    path: args.name${index} + options.root${isSharing ? ' + options.profile + ctx.greeting + ctx.user' : ''},
    size${index}: options.depth${index},
  }),
})`
}

function callText(index: number): string {
  const call = `cli.call('group${Math.floor(index / 10)} run${index}', { name${index}: 'x', depth${index}: 1 })`
  return `export const size${index}: number = (await ${call}).size${index}`
}
