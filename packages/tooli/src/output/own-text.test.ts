import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const measure = command({
  description: 'Measure',
  output: t.object({ metres: t.integer(), by: t.string() }),
  run: () => ({ metres: 3, by: 'Ann' }),
  text: async ({ metres }, { width, color }) => `${metres} m, ${width} columns, ${color ? 'colour' : 'plain'}`,
})
const definition = { name: 'demo', version: '1.0.0', description: 'Demo' }
const cli = defineCli({
  ...definition,
  commands: { measure, later: { description: 'x', load: async () => ({ measure }) } },
})

test.each(['measure', 'later'])('%s shows its result in its own words on a terminal', async (name) => {
  const { stdout } = await run(cli, [name], { terminal: { columns: 66 } })
  expect(stdout).toBe('3 m, 66 columns, colour\n')
})

test('programs get the data as ever, and so does who asks for some fields of it', async () => {
  expect((await run(cli, ['measure'])).document).toMatchObject({ data: { metres: 3, by: 'Ann' } })
  const { stdout } = await run(cli, ['measure', '--fields', 'by'], { terminal: true, env: { NO_COLOR: '1' } })
  expect(stdout).toBe('by  Ann\n')
})
