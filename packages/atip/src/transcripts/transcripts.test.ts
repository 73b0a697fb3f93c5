import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { anyRecords } from './agents.js'
import { collectLines } from './collect-lines.js'
import { findTranscripts } from './find-transcripts.js'
import { readRecords } from './read-records.js'

const folder = mkdtempSync(join(tmpdir(), 'atip-transcripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, ...records: unknown[]) => {
  const file = join(folder, name)
  writeFileSync(file, records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'))
  return file
}
const bash = (command: string, id?: string, cwd = '/work') => ({
  type: 'assistant',
  cwd,
  message: {
    role: 'assistant',
    content: [
      { type: 'text', text: 'x' },
      { type: 'tool_use', id, name: 'Bash', input: { command } },
    ],
  },
})
const codexCall = (name: string, args: object | string, more: object = {}) => ({
  type: 'response_item',
  payload: { type: 'function_call', name, arguments: typeof args === 'string' ? args : JSON.stringify(args), ...more },
})
const callsIn = (...records: object[]) => {
  const read = anyRecords()
  return records.flatMap((record) => read(record as never)).map(({ line, cwd }) => [line, cwd])
}

describe('calls are found', () => {
  test('in transcripts of Claude Code', () => {
    expect(callsIn(bash('git push'))).toEqual([['git push', '/work']])
  })

  test('and nothing else in them is taken for one', () => {
    const other = { type: 'tool_use', name: 'Read', input: { file_path: '/x', command: 'rm x' } }
    const result = { type: 'tool_result', content: 'rm -rf /' }
    expect(callsIn({ cwd: '/work', message: { content: [other, result] } })).toEqual([])
    expect(callsIn({ message: { content: 'git push' } }, { message: null }, { summary: 'x' })).toEqual([])
  })

  test.each<[string, object, [string, string | undefined]]>([
    ['words in bash -lc', codexCall('shell', { command: ['bash', '-lc', 'ls | wc'] }), ['ls | wc', '/work']],
    ['words by a path', codexCall('shell', { command: ['/bin/zsh', '-lc', 'ls'] }), ['ls', '/work']],
    ['other words', codexCall('shell', { command: ['git', 'commit', '-m', 'a b'] }), ["git commit -m 'a b'", '/work']],
    ['a folder of its own', codexCall('shell', { command: ['ls'], workdir: '/other' }), ['ls', '/other']],
    [
      'a folder below that of the session',
      codexCall('shell', { command: ['ls'], workdir: 'src' }),
      ['ls', '/work/src'],
    ],
    ['a line', codexCall('exec_command', { cmd: 'ls -l' }), ['ls -l', '/work']],
    ['a line, in another tool', codexCall('shell_command', { command: 'ls -l', workdir: '/x' }), ['ls -l', '/x']],
    [
      'a call of the built-in shell',
      {
        type: 'response_item',
        payload: { type: 'local_shell_call', action: { type: 'exec', command: ['ls'], working_directory: '/y' } },
      },
      ['ls', '/y'],
    ],
    [
      'an item without an envelope',
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}' },
      ['ls', '/work'],
    ],
  ])('in transcripts of Codex: %s', (_, record, expected) => {
    expect(callsIn({ type: 'session_meta', payload: { cwd: '/work' } }, record)).toEqual([expected])
  })

  test('in the folder of the turn', () => {
    const turn = (cwd: string) => ({ type: 'turn_context', payload: { cwd } })
    const call = codexCall('exec_command', { cmd: 'ls' })
    expect(callsIn(call, turn('/a'), call, turn('/b'), call).map(([, cwd]) => cwd)).toEqual([undefined, '/a', '/b'])
  })

  test.each([
    codexCall('apply_patch', { command: ['ls'] }),
    codexCall('shell', 'not json'),
    codexCall('shell', 'null'),
    codexCall('shell', { command: ['ls', 1] }),
    codexCall('shell', { command: [] }),
    { type: 'response_item', payload: { type: 'local_shell_call' } },
  ])('but not in %j', (record) => {
    expect(callsIn(record)).toEqual([])
  })

  test('whatever a record is, reading it does not fail', () => {
    const keys = fc.constantFrom(
      'message',
      'content',
      'payload',
      'type',
      'name',
      'input',
      'command',
      'action',
      'arguments',
    )
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (record) => {
        expect(Array.isArray(callsIn(record))).toBe(true)
      }),
    )
  })
})

describe('a transcript', () => {
  test('is read line by line, in whatever pieces the file comes', async () => {
    const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(lines, async (texts) => {
        const file = write('pieces.jsonl', ...texts.map((text) => ({ text, pad: 'é'.repeat(9_000) })))
        const read: unknown[] = []
        for await (const record of readRecords(file)) read.push(record?.text)
        expect(read).toEqual(texts)
      }),
      { numRuns: 30 },
    )
  })

  test('may have lines that are broken or too long, which are counted', async () => {
    const file = write(
      'broken.jsonl',
      bash('a'),
      '{"cwd":',
      '[1]',
      '',
      JSON.stringify({ x: 'y'.repeat(2_000) }),
      bash('b'),
    )
    const read: unknown[] = []
    for await (const record of readRecords(file, 1_000)) read.push(record === undefined ? 'bad' : 'good')
    expect(read).toEqual(['good', 'bad', 'bad', 'bad', 'good'])
    const { badRecords, commands } = await collectLines([file], 10)
    expect({ badRecords, commands }).toEqual({ badRecords: 2, commands: 2 })
  })
})

describe('lines', () => {
  test('are counted once for each folder', async () => {
    const file = write('counted.jsonl', bash('ls'), bash('ls'), bash('ls', undefined, '/other'), bash('make'))
    const { lines, commands } = await collectLines([file], 10)
    expect(commands).toBe(4)
    expect(lines).toEqual([
      { line: 'ls', cwd: '/work', count: 2 },
      { line: 'ls', cwd: '/other', count: 1 },
      { line: 'make', cwd: '/work', count: 1 },
    ])
  })

  test('of a session that was resumed are not counted twice', async () => {
    const files = [
      write('one.jsonl', bash('make', 'toolu_1')),
      write('two.jsonl', bash('make', 'toolu_1'), bash('make', 'toolu_2')),
    ]
    expect((await collectLines(files, 10)).lines).toEqual([{ line: 'make', cwd: '/work', count: 2 }])
  })

  test('beyond the limit are left out, and counted', async () => {
    const file = write('many.jsonl', bash('a'), bash('b'), bash('c'), bash('a'), bash('d'))
    const { lines, commands, leftOut } = await collectLines([file], 2)
    expect({ lines: lines.map(({ line, count }) => `${line} ${count}`), commands, leftOut }).toEqual({
      lines: ['a 2', 'b 1'],
      commands: 5,
      leftOut: 2,
    })
  })

  test('of a file that vanished are missing, which is told', async () => {
    const file = write('there.jsonl', bash('ls'))
    const { lines, unreadable } = await collectLines([join(folder, 'gone.jsonl'), file], 10)
    expect(lines).toHaveLength(1)
    expect(unreadable).toEqual([expect.stringContaining('gone.jsonl')])
  })
})

test('transcripts are found in folders, the newest first, without following links', () => {
  const home = join(folder, 'sessions')
  mkdirSync(join(home, 'a/b'), { recursive: true })
  const place = (name: string, seconds: number) => {
    writeFileSync(join(home, name), '')
    utimesSync(join(home, name), seconds, seconds)
    return join(home, name)
  }
  const old = place('a/old.jsonl', 1_000)
  const recent = place('a/b/new.jsonl', 2_000)
  place('a/notes.txt', 3_000)
  symlinkSync(home, join(home, 'loop'))
  expect(findTranscripts([home, old])).toEqual([recent, old])
  expect(() => findTranscripts([join(home, 'none')])).toThrow('there is no file')
})
