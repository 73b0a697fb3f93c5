import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeAll } from './describe-many.js'
import { PlantedTools, FROB, isSkipped, recorded } from '../../../describe/testing/planted-tools.js'

let field: PlantedTools
beforeEach(() => (field = new PlantedTools()))
afterEach(() => field.clear())

describe.skipIf(isSkipped)('many tools', () => {
  test('are described with their commands; one that hangs and one that is gone end nothing', async () => {
    const sandbox = recorded(700)
    const gone = { ...field.tool('gone', FROB), path: '/nonexistent/gone' }
    const programs = [
      field.tool('hang', '*) exec sleep 60 ;;'),
      field.tool('frob', FROB),
      gone,
      field.tool('mute', '*) ;;'),
    ]
    const seen: string[] = []
    const options = { cache: field.cache, sandbox: sandbox.open, depth: 2 }
    const result = await describeAll(programs, { ...options, onProgress: (_, __, name) => seen.push(name) })
    expect(result.described).toEqual(['frob'])
    expect(result.silent.sort()).toEqual(['gone', 'hang', 'mute'])
    expect(seen.sort()).toEqual(['frob', 'gone', 'hang', 'mute'])
    expect(sandbox.asked).toContain('deploy now --help')

    sandbox.asked.length = 0
    const again = await describeAll(programs, options)
    expect(again.described).toEqual(['frob'])
    // A sandbox that could not be started may work the next time.
    expect(sandbox.asked).toEqual(['--help'])
  })

  test('a failure is told of, with its reason', async () => {
    const sandbox = recorded()
    const programs = [field.tool('one', FROB), field.tool('two', FROB)]
    const open = () =>
      sandbox.opened === 0 ? sandbox.open().then(() => Promise.reject(new Error('broken'))) : sandbox.open()
    const result = await describeAll(programs, { cache: field.cache, sandbox: open, depth: 0, concurrency: 1 })
    expect(result.failed).toEqual([{ path: programs[0]!.path, reason: 'broken' }])
    expect(result.described).toEqual(['two'])
  })

  test('go on where they were called off', async () => {
    const sandbox = recorded()
    const programs = ['a', 'b', 'c'].map((name) => field.tool(name, FROB))
    const calling = new AbortController()
    const options = { cache: field.cache, sandbox: sandbox.open, depth: 0, concurrency: 1 }
    const broken = describeAll(programs, { ...options, signal: calling.signal, onProgress: () => calling.abort() })
    await expect(broken).rejects.toThrow('aborted')
    expect(sandbox.asked.length).toBe(1)
    const { described, asked } = await describeAll(programs, options)
    expect([described, asked]).toEqual([['a', 'b', 'c'], 2])
  })
})

test('without a sandbox it is counted what help would have said', async () => {
  field.put('share/man/man1/frob.1', '.TH X 1\n.SH NAME\nfrob \\- frob\n.SH OPTIONS\n.TP\n.B \\-\\-all\nAll of it.\n')
  const result = await describeAll([field.tool('frob', FROB)], { cache: field.cache, depth: 1 })
  expect(result).toMatchObject({ described: ['frob'], failed: [], asked: 1, withoutHelp: 1 })
})
