import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const echo = command({
  description: 'Echo',
  args: t.object({ words: t.array(t.string('Words')).optional() }),
  run: ({ args }) => args.words ?? [],
})
const lazily = { description: 'Later', aliases: ['soon'], load: async () => ({ echo }) }
const cli = defineCli({
  name: 'demo',
  version: '1.0.0',
  description: 'x',
  commands: { cache: { load: echo, clear: echo }, later: lazily },
})

test.each([
  ['a group with a command called load is a group', ['cache', 'load', 'a'], ['a']],
  ['and has its other commands', ['cache', 'clear', 'a'], ['a']],
  ['a lazy command is found by its alias', ['soon', 'a'], ['a']],
  ['also on a line that needs thought', ['soon', '--', '-a'], ['-a']],
])('%s', async (_, line, data) => {
  expect((await run(cli, line)).document).toMatchObject({ ok: true, data })
})

test('a module with two commands and no default is refused', async () => {
  const load = async () => ({ one: echo, two: command({ description: 'Two', run: () => 2 }) })
  const unclear = defineCli({ ...cli.definition, commands: { later: { description: 'x', load } } })
  expect((await run(unclear, ['later'])).document).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('must export one command; found 2') },
  })
})
