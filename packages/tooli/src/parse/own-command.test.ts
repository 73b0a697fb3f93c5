/** A command under the key `''` is the one that its group runs if no other is named. */
import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

const READS = { filesystem: { write: false }, network: false }

const show = command({
  description: 'Show remotes',
  args: t.object({ name: t.string('Which').optional() }),
  options: t.object({
    sort: t.string('By').short('s').optional(),
    long: t.boolean('More').default(false),
    page: t.object({ after: t.string('Which') }).optional(),
  }),
  effects: READS,
  run: ({ args, options }) => ({ shown: args.name ?? 'all', ...options }),
})
const add = command({ description: 'Add one', effects: READS, run: () => 'added' })
const status = command({ description: 'Tell the state', effects: READS, run: () => 'fine' })
const jump = command({
  description: 'Go to a page',
  args: t.object({ number: t.integer('Which').optional() }),
  options: t.object({ step: t.integer('How far').optional() }),
  run: ({ args }) => args.number,
})
const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'Demo',
  commands: {
    remote: { '': show, add },
    lazy: { '': { description: 'Loaded late', load: async () => show }, add },
    job: { '': status, restart: add },
    page: { '': jump, next: add },
  },
})

test.each([
  [['remote'], { shown: 'all', long: false }],
  [['remote', 'origin'], { shown: 'origin', long: false }],
  [['remote', '--long'], { shown: 'all', long: true }],
  // The value of an option is not the name of a command.
  [['remote', '--sort', 'add'], { shown: 'all', sort: 'add', long: false }],
  [['remote', '-s', 'add', 'origin'], { shown: 'origin', sort: 'add', long: false }],
  [['remote', '--', 'add'], { shown: 'add', long: false }],
  [['remote', 'add'], 'added'],
  [['remote', '--page.after', 'add'], { shown: 'all', page: { after: 'add' }, long: false }],
  [['lazy', '--sort', 'add'], { shown: 'all', sort: 'add', long: false }],
  [['lazy', '-s', 'add', 'origin'], { shown: 'origin', sort: 'add', long: false }],
  [['lazy', '--output', 'json', 'add'], 'added'],
  [['lazy', 'origin'], { shown: 'origin', long: false }],
  [['lazy'], { shown: 'all', long: false }],
  [['job'], 'fine'],
])('%j runs the command of the group', async (words, data) => {
  const { document, code } = await run(cli, words)
  expect(document).toMatchObject({
    ok: true,
    data,
    meta: { command: data === 'added' ? `${words[0]} add` : words[0] },
  })
  expect(code).toBe(0)
})

test.each([
  [['page', 'nxt'], 'demo page next', 'machine_applicable'],
  [['page', 'x'], 'demo page <number>', 'has_placeholders'],
  // The value of an option is not the name of a command.
  [['page', '--step', 'nxt'], 'demo page --step <step>', 'has_placeholders'],
])('%j, which the command of the group cannot take, is corrected', async (words, example, applicability) => {
  const { document } = await run(cli, words)
  expect(document).toMatchObject({ error: { code: 'E1004', suggestion: { example, applicability } } })
})

test('help of a group does not load its own command to find what is asked', async () => {
  let loads = 0
  const load = async () => (loads++, show)
  const tool = { name: 'tool', version: '1.0.0', description: 'Tool' }
  const lazy = defineCli({ ...tool, commands: { lazy: { '': { description: 'Loaded late', load }, add } } })
  await run(lazy, ['lazy', '--help', 'add'])
  expect(loads).toBe(0)
})

test('a word that its own command could not take is a typing error in the name of another', async () => {
  const { document } = await run(cli, ['job', 'restrat'])
  expect(document).toMatchObject({
    error: { code: 'E1001', message: 'demo job has no command "restrat"', suggestion: { example: 'demo job restart' } },
  })
})

test.each(['remote', 'lazy'])('help of %s shows how it is called by itself and what is below it', async (group) => {
  const { stdout } = await run(cli, [group, '--help'], { terminal: true, env: { NO_COLOR: '1' } })
  expect(stdout).toContain(`Usage: demo ${group} [OPTIONS] [NAME]\n       demo ${group} COMMAND [OPTIONS]`)
  expect(stdout).toContain('--sort')
  expect(stdout.match(/^ {2}\S.*Add one$/gm)).toHaveLength(1)
  expect(stdout).not.toMatch(/^ {4,}(?:Show remotes|Loaded late)$/m)
})

test('completion offers its own options beside the commands', async () => {
  const { stdout } = await run(cli, ['__complete', 'fish', '--', 'remote', ''])
  const { stdout: options } = await run(cli, ['__complete', 'fish', '--', 'remote', '--'])
  expect(
    stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[0]),
  ).toContain('add')
  expect(
    stdout
      .split('\n')
      .slice(1, -1)
      .every((line) => !line.startsWith('\t')),
  ).toBe(true)
  expect(options).toContain('--sort')
})

test('the command line, a call and MCP give the same result', async () => {
  const client = await connect(cli)
  const answer = await client.call('remote', { name: 'origin' })
  await client.close()
  const called = await cli.call('remote', { name: 'origin' })
  const { document } = await run(cli, ['remote', 'origin'])
  expect(answer.document).toMatchObject({ ok: true, data: called })
  expect(document).toMatchObject({ ok: true, data: called })
})

test('a tool runs its own command under that key without words', async () => {
  const tool = defineCli({ name: 'tool', version: '1.0.0', description: 'Tool', commands: { '': show, add } })
  expect((await run(tool, [])).document).toMatchObject({ data: { shown: 'all' } })
  expect((await run(tool, ['origin'])).document).toMatchObject({ data: { shown: 'origin' } })
  expect((await run(tool, ['add'])).document).toMatchObject({ data: 'added' })
  expect(await tool.call('', { name: 'x' })).toEqual({ shown: 'x', long: false })
})
