import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-origin-'))
const [cwd, home] = [join(folder, 'here'), join(folder, 'home')]
const [project, user] = [join(cwd, '.ev.json'), join(home, 'ev/config.json')]
beforeAll(() => {
  for (const path of [cwd, join(home, 'ev')]) mkdirSync(path, { recursive: true })
  writeFileSync(project, '{"most":"many"}')
  writeFileSync(user, '{"most":"few","least":"few"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cli = defineCli({
  name: 'ev',
  version: '1',
  description: 'Ev',
  config: true,
  command: command({
    description: 'Ev',
    options: t.object({
      n: t.integer('N').max(10).env('EV_N').cli({ config: false }).optional(),
      size: t.object({ cpu: t.integer('Cores').env('EV_CPU').optional() }).optional(),
      most: t.integer('Most').optional(),
      least: t.integer('Least').optional(),
      key: t.secret('Key').env('EV_KEY').optional(),
    }),
    run: ({ options }) => options,
  }),
})
const errorOf = async (words: string[], env: Record<string, string> = {}) => {
  const { document } = await run(cli, [...words, '-o', 'json'], { env: { XDG_CONFIG_HOME: home, ...env }, cwd })
  const { message, suggestion } = (document as { error: { message: string; suggestion: { fix: string } } }).error
  return [message, suggestion.fix]
}
const right = ['--most', '1', '--least', '1']

test.each<[string[], Record<string, string>, string, string]>([
  [right, { EV_N: 'abc' }, '$EV_N (for --n) must be a whole number; found "abc"', 'Correct $EV_N in the environment'],
  [right, { EV_N: '11' }, '$EV_N (for --n) must be at most 10; found 11', 'Correct $EV_N in the environment'],
  [
    right,
    { EV_CPU: 'x' },
    '$EV_CPU (for --size.cpu) must be a whole number; found "x"',
    'Correct $EV_CPU in the environment',
  ],
  [['--least', '1'], {}, `${project}: most must be a whole number; found "many"`, `Correct "most" in ${project}`],
  [['--most', '1'], {}, `${user}: least must be a whole number; found "few"`, `Correct "least" in ${user}`],
])('a wrong value that is not in the line is blamed on its source: %j %j', async (words, env, message, fix) => {
  expect(await errorOf(words, env)).toEqual([message, fix])
})

test.each([[['--n', '12']], [['--n=12']], [['--input', '{"n":12}']]])(
  'a wrong value in the line is blamed on the line, whatever the environment has: %j',
  async (words) => {
    const [message, fix] = await errorOf([...right, ...words], { EV_N: '11' })
    expect(message).toBe('--n must be at most 10; found 12')
    expect(fix).toContain('Correct --n')
  },
)
