import { expect, test } from 'vitest'
import { defineCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import { t } from '../schema/t.js'
import { run } from '../testing/index.js'

test('advice to add an option puts it before --, behind which it would be one more argument', async () => {
  const wrap = command({
    description: 'Wrap a command',
    args: t.object({ words: t.array(t.string('A word'), 'The command') }),
    options: t.object({ user: t.string('Who') }),
    run: () => 'done',
  })
  const cli = defineCli({ name: 'demo', version: '1.0.0', description: 'Demo', commands: { wrap } })
  const { document } = await run(cli, ['wrap', '--', 'ls', '-l'])
  expect(document).toMatchObject({ error: { suggestion: { example: 'demo wrap --user <user> -- ls -l' } } })
})
