import { expect, test, vi } from 'vitest'
import { nodeIo } from '../../program/node-io.js'
import { command, defineCli, t } from '../../index.js'
import { run } from '../../testing/index.js'
import { completeDynamic as completeWith } from './dynamic.js'
import type { DynamicSource } from './types.js'
import { fixture, loads } from './fixture.js'

const completeDynamic = (cli: typeof fixture, asked: DynamicSource) => completeWith(cli, asked, [], nodeIo)

const source = (path: string[], value = '', key = 'value') => ({
  from: 'dynamic' as const,
  prefix: '',
  value,
  path,
  key,
})

test('asks the command for values and keeps those that begin as typed', async () => {
  const found = await completeDynamic(fixture, { ...source(['deploy'], 'ma', 'branch'), prefix: '-b' })
  expect(found).toEqual([{ word: '-bmain' }, { word: '-bmaintenance' }])
})

test('loads no other command', async () => {
  const before = loads.count
  await completeDynamic(fixture, source(['deploy'], '', 'branch'))
  expect(loads.count).toBe(before)
})

test.each([[['throwing']], [['nowhere']], [['remote', 'add']], [['remote']], [[]]])(
  'finds nothing, without an error, in %j',
  async (path) => {
    expect(await completeDynamic(fixture, source(path))).toEqual([])
  },
)

test('does not wait for a command that is too slow', async () => {
  vi.useFakeTimers()
  try {
    const found = completeDynamic(fixture, source(['sleepy']))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await found).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('leaves out what is no text', async () => {
  expect(await completeDynamic(fixture, source(['odd']))).toEqual([{ word: 'two\nlines' }, { word: 'fine' }])
})

test('a command that computes values knows what was given so far, the environment and the defaults', async () => {
  const complete = (typed: string, given: object) => [typed + JSON.stringify(given)]
  const remove = command({
    description: 'Remove',
    args: t.object({ box: t.string(), id: t.string().cli({ complete }) }),
    options: t.object({
      file: t.path('File').default('tasks.json'),
      home: t.string('Home').env('TODO_HOME').optional(),
      size: t.integer('Size').env('TODO_SIZE').optional(),
    }),
    run: () => null,
  })
  const cli = defineCli({ name: 'todo', version: '1', description: 'x', commands: { remove } })
  const given = async (...words: string[]) => {
    const env = { TODO_HOME: '/h', TODO_SIZE: '5' }
    const { stdout } = await run(cli, ['__complete', 'fish', '--', 'remove', ...words, ''], { env })
    return JSON.parse(stdout.split('\n')[1]!) as object
  }
  expect(await given('a')).toEqual({ args: { box: 'a' }, options: { file: 'tasks.json', home: '/h', size: 5 } })
  expect(await given('--file', 'x', 'a', '--home=/i')).toEqual({
    args: { box: 'a' },
    options: { file: 'x', home: '/i', size: 5 },
  })
})
