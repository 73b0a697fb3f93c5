import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const found = t.object({ found: t.integer() })
const missing = t.object({ missing: t.array(t.string()) })

const look = command({
  description: 'Look',
  options: t.object({ for: t.string('What').default('') }),
  output: t.union([found, missing], 'What came of it'),
  run({ options }): { found: number } | { missing: string[] } {
    if (options.for === 'nonsense') return { found: 'many' } as never
    return options.for === '' ? { found: 0 } : { missing: [options.for] }
  },
})
const cli = defineCli({ name: 'look', version: '1.0.0', description: 'Look', command: look })

test.each([
  [[], { ok: true, data: { found: 0 } }],
  [['--for', 'keys'], { ok: true, data: { missing: ['keys'] } }],
  [['--for', 'nonsense'], { ok: false, error: { code: 'E5001' } }],
])('%j is checked against each of the alternatives', async (words, expected) => {
  expect((await run(cli, words)).document).toMatchObject(expected)
})

test('agents see all of them', async () => {
  const { document } = await run(cli, ['--agent'])
  expect(document).toMatchObject({
    commands: { '': { 'x-tooli': { output: { anyOf: [{ required: ['found'] }, { required: ['missing'] }] } } } },
  })
})

test('the result has the type of any of them', async () => {
  const result = await look({})
  expect('found' in result ? result.found : result.missing.length).toBe(0)
})
