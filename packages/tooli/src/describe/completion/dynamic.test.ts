import { expect, test, vi } from 'vitest'
import { completeDynamic } from './dynamic.js'
import { fixture, loads } from './fixture.js'

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
