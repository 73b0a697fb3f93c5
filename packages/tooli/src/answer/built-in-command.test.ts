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

test('a person may look at prime without saying who they are; an agent that says half of it is refused', async () => {
  const { document, code } = await run(hub, ['prime'])
  expect(code).toBe(0)
  expect(document).toMatchObject({ session: { sessionId: 'terminal' } })
  for (const [words, missing] of [
    [['--agent-id', 'a'], '--session-id is missing'],
    [['--session-id=s'], '--agent-id is missing'],
    [['--input', '{}'], '--agent-id and --session-id are missing'],
  ] as const) {
    const failed = await run(hub, ['prime', ...words])
    expect({ code: failed.code, document: failed.document }).toMatchObject({
      code: 2,
      document: { error: { code: 'E1005', message: missing } },
    })
  }
})
