import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { connect, run } from '../testing/index.js'

/** `--output` belongs to the framework. */
const broken = command({ description: 'Broken', options: t.object({ output: t.string('Where to') }), run: () => 1 })
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
