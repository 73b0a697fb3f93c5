import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

/** `--output` is a flag of the framework. */
const taking = command({ description: 'Broken', options: t.object({ output: t.string('Where to') }), run: () => 1 })
/** A mistake that is detected only when the command is used. */
const broken = { description: 'Broken', load: async () => taking }
const sound = command({ description: 'Sound', run: () => 1 })
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { broken, sound } })

const MISTAKE = 'the option "output" would take --output, which every command has'

test.each(['broken', 'broken --help', '--agent', 'broken --version'])(
  '%s reports a mistake in the definition as a failure with one document',
  async (line) => {
    const { code, document, stderr } = await run(cli, line.split(' '))
    expect(code).toBe(1)
    expect(document).toMatchObject({ ok: false, error: { message: expect.stringContaining(MISTAKE) } })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'E5000' } })
  },
)

test('a mistake in one command does not keep an MCP client from the others', async () => {
  const client = await connect(cli)
  expect((await client.tools()).map(({ name }) => name)).toEqual(['broken', 'sound', 'prime'])
  expect((await client.call('sound')).document).toEqual({ ok: true, data: 1 })
  const failed = await client.call('broken')
  expect(failed.isError).toBe(true)
  expect(failed.document).toMatchObject({ error: { message: expect.stringContaining(MISTAKE) } })
  await client.close()
})

const named = (options: object, more: object = {}) =>
  defineCli({
    name: 'demo',
    version: '1.0.0',
    description: 'Demo',
    commands: { group: { act: command({ description: 'Act', options: options as { type: 'object' }, run: () => 1 }) } },
    ...more,
  })

test.each([
  ['output', t.object({ output: t.string('x') }), '--output'],
  ['verbose', { type: 'object', properties: { verbose: { type: 'string' } } }, '--verbose'],
  ['color', t.object({ color: t.boolean('x') }), '--no-color'],
  ['where', t.object({ where: t.string('x').short('o') }), '-o'],
  ['where', t.object({ where: t.string('x').cli({ flag: 'timeout' }) }), '--timeout'],
])('an option %s that would take a flag of the framework is refused when the tool is defined', (key, options, flag) => {
  const message = `demo group act: the option "${key}" would take ${flag}, which every command has`
  expect(() => named(options)).toThrow(message)
  expect(() => named(options)).toThrow(/rename it with \.cli|choose another letter/)
  expect(() => named(options)).toThrow('defineCli({ flags })')
})

test('a name that is free, or that the framework gives up, is not refused', () => {
  expect(() => named(t.object({ outputs: t.string('x'), limit: t.integer('x') }))).not.toThrow()
  expect(() => named(t.object({ output: t.string('x').cli({ flag: 'to' }) }))).not.toThrow()
  expect(() => named(t.object({ output: t.string('x') }), { flags: { output: '--format' } })).not.toThrow()
})
