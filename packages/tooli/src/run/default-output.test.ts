import { expect, test } from 'vitest'
import { command } from '../define/command.js'
import { defineCli } from '../define/cli.js'
import { t } from '../schema/t.js'
import { run } from '../testing/index.js'

const judge = command({
  description: 'Judge',
  options: t.object({ batch: t.boolean('Many').default(false) }),
  defaultOutput: ({ batch }) => (batch === true ? 'jsonl' : undefined),
  run: ({ options }) => (options.batch ? [{ id: 1 }, { id: 2 }] : { id: 0 }),
})
const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { judge } })

test('a command may say in which form it answers a batch, and whoever asks for another gets that', async () => {
  expect((await run(cli, ['judge', '--batch'])).stdout).toBe('{"id":1}\n{"id":2}\n')
  expect(JSON.parse((await run(cli, ['judge'])).stdout)).toMatchObject({ ok: true, data: { id: 0 } })
  expect(JSON.parse((await run(cli, ['judge', '--batch', '-o', 'json'])).stdout)).toMatchObject({ ok: true })
  const env = { TOOLI_OUTPUT: 'raw' }
  expect((await run(cli, ['judge', '--batch'], { env })).stdout).toBe('[{"id":1},{"id":2}]\n')
})
