import { effectsOf, parseArgv, type AtipTool } from '@atip/protocol'
import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false } as const
const tidy = command({
  description: 'Tidy',
  args: t.object({ file: t.string('A file').optional() }),
  options: t.object({
    fix: t
      .boolean('Write')
      .default(false)
      .cli({ effects: { filesystem: { write: true } } }),
    purge: t
      .string('What to drop')
      .optional()
      .cli({ effects: { destructive: true } }),
  }),
  effects: READS,
  run: ({ options }) => options,
})
const cli = defineCli({ name: 'tidy', version: '1.0.0', description: 'Tidy', command: tidy })
const env = { TOOLI_POLICY: 'read-only' }

test.each<[string[], number]>([
  [[], 0],
  [['--no-fix'], 0],
  [['--fix'], 77],
  [['--input', '{"fix": true}'], 77],
  [['--fix', '--no-fix'], 0],
  [['--purge', 'old', '--yes'], 77],
])('where only reading is allowed, %j exits with %i', async (words, code) => {
  expect((await run(cli, words, { env })).code).toBe(code)
})

test('an option that destroys needs a yes, and the command without it does not', async () => {
  expect((await run(cli, [])).code).toBe(0)
  expect((await run(cli, ['--purge', 'old'])).document).toMatchObject({ error: { code: 'E3900' } })
  expect((await run(cli, ['--purge', 'old', '--yes'])).code).toBe(0)
  await expect(tidy({ purge: 'old' })).rejects.toMatchObject({ code: 'E3900' })
})

test('no slip of the pen becomes such an option without a second look', async () => {
  const { document } = await run(cli, ['--purg', 'old', '--yes'])
  expect(document).toMatchObject({ error: { suggestion: { applicability: 'maybe_incorrect' } } })
})

test('agents see the same', async () => {
  const { document } = await run(cli, ['--agent'])
  const tool = document as AtipTool
  const effects = (...words: string[]) => effectsOf(tool, parseArgv(tool, ['tidy', ...words])).effects
  expect(effects('x')).toMatchObject({ destructive: false, filesystem: { write: false } })
  expect(effects('x', '--fix')).toMatchObject({ destructive: false, filesystem: { write: true } })
  expect(effects('x', '--purge', 'old')).toMatchObject({ destructive: true })
})
