import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const list = command({ description: 'List', run: () => [] })
const hub = defineCli({ name: 'hub', version: '1.0.0', description: 'A hub', commands: { list } })

test.each(['prime', 'skill', 'contract'])('"%s --help" is about that command', async (word) => {
  const { stdout, code } = await run(hub, [word, '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain(`Usage: hub ${word}`)
})

test.each(['skill', 'contract'])("a tool's own command %s comes first", async (word) => {
  const own = command({ description: 'Its own', run: () => 'own' })
  const cli = defineCli({ name: 'hub', version: '1.0.0', description: 'A hub', commands: { [word]: own } })
  expect((await run(cli, [word])).document).toMatchObject({ data: 'own' })
})

test.each(['prime', 'skill', 'contract'])('to a tool that is one command, %s is an argument', async (word) => {
  const echo = command({ description: 'Say it', args: t.object({ word: t.string() }), run: ({ args }) => args.word })
  const cli = defineCli({ name: 'echo', version: '1.0.0', description: 'An echo', command: echo })
  expect((await run(cli, [word])).document).toMatchObject({ data: word })
})
