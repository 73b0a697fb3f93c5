import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const check = command({
  description: 'Check',
  args: t.object({ word: t.string('A word') }),
  output: t.object({ isFine: t.boolean() }),
  run({ args, ctx }) {
    const isFine = args.word === 'fine'
    if (!isFine) ctx.exitWith(1)
    return { isFine }
  },
})
const cli = defineCli({ name: 'check', version: '1.0.0', description: 'Check', command: check })

test('a result that is a verdict has its exit code, and is a result all the same', async () => {
  expect(await run(cli, ['bad'])).toMatchObject({
    code: 1,
    stderr: '',
    document: { ok: true, data: { isFine: false }, meta: { exit_code: 1 } },
  })
  const good = await run(cli, ['fine'])
  expect(good.code).toBe(0)
  expect(good.document).not.toHaveProperty('meta.exit_code')
})

test('who calls the command gets the result', async () => {
  expect(await check({ word: 'bad' })).toEqual({ isFine: false })
})
