import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { resultFolder } from './folder.js'
import { readResult, UnreadableResult, type ResultPart } from './read.js'

const folder = mkdtempSync(join(tmpdir(), 'kept-'))
afterAll(() => rmSync(folder, { recursive: true }))
const store = resultFolder(join(folder, 'results'))

let next = 0
function kept(bytes: Uint8Array): { uri: string; path: string } {
  const name = `call-${next++}`
  const writer = store.open!(name)
  // In chunks, as a process writes.
  for (let at = 0; at < bytes.length; at += 100_000) writer.write(bytes.subarray(at, at + 100_000))
  return { uri: writer.close().uri, path: join(folder, 'results', name) }
}

const read = (uri: string, part: ResultPart, limit?: number) => readResult(store, uri, part, limit)
const program = (name: string, ...args: string[]) => spawnSync(name, args, { env: { LC_ALL: 'C.UTF-8' } }).stdout

test('a result has its name when it is complete, and what a killed host left unfinished is removed', () => {
  const place = join(folder, 'unfinished')
  const writer = resultFolder(place).open!('call')
  writer.write(Buffer.from('half'))
  expect(readdirSync(place)).not.toContain('call')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const left = join(place, `.other.${pid}-1.tmp`)
  writeFileSync(left, 'half')
  resultFolder(place)
  expect(readdirSync(place)).toHaveLength(2)
  vi.useFakeTimers({ now: Date.now() + 2 * 60_000, toFake: ['Date'] })
  resultFolder(place)
  vi.useRealTimers()
  writer.close()
  expect(readdirSync(place)).toEqual(['call'])
})

const lines = fc.array(
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[\n\r\0]/g, '')),
  { maxLength: 12 },
)
const text = fc.tuple(lines, fc.boolean()).map(([all, ends]) => all.join('\n') + (ends ? '\n' : ''))

test('lines and the last lines are what sed and tail give', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 14 }), (content, from, more) => {
      const { uri, path } = kept(Buffer.from(content))
      const to = from + more
      expect(read(uri, { lines: { from, to } }).bytes).toEqual(program('sed', '-n', `${from},${to}p`, path))
      expect(read(uri, { tail: from }).bytes).toEqual(program('tail', '-n', String(from), path))
    }),
    { numRuns: 60 },
  )
})

test('lines that match are what grep -n gives', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('a', '^b', '[0-9]+', 'x|y', '.'), (content, pattern) => {
      const { uri, path } = kept(Buffer.from(content))
      expect(read(uri, { grep: pattern }).text).toBe(program('grep', '-anE', pattern, path).toString())
    }),
    { numRuns: 60 },
  )
})

test('parts of a long result are those of the file, over every border of blocks', () => {
  const content = Buffer.from(
    Array.from({ length: 60_000 }, (_, index) => `line ${index} ${'é'.repeat(index % 7)}\n`).join(''),
  )
  const { uri, path } = kept(content)
  for (const from of [1, 5_000, 5_001, 29_999, 59_990]) {
    const part = { lines: { from, to: from + 10 } }
    expect(read(uri, part).bytes).toEqual(program('sed', '-n', `${from},${from + 10}p`, path))
  }
  expect(read(uri, { tail: 5_000 }).bytes).toEqual(program('tail', '-n', '5000', path))
  expect(read(uri, { grep: ' 5999[0-9] ' }).text).toBe(program('grep', '-nE', ' 5999[0-9] ', path).toString())
})

test('bytes are identical, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), (content, from, length) => {
      const { uri } = kept(content)
      const expected = Buffer.from(content.slice(from, from + length))
      expect(read(uri, { bytes: { from, to: from + length } }).bytes.equals(expected)).toBe(true)
    }),
  )
})

test('a part that is too long is cut, and says so', () => {
  const { uri } = kept(Buffer.from('one\ntwo\nthree\n'))
  expect(read(uri, { lines: { from: 1, to: 3 } }, 5)).toMatchObject({ text: 'one\nt', isCut: true, totalBytes: 14 })
  expect(read(uri, { tail: 3 }, 5)).toMatchObject({ text: 'hree\n', isCut: true })
  expect(read(uri, { grep: 'o' }, 5)).toMatchObject({ text: '1:one', isCut: true })
  expect(read(uri, { bytes: { from: 4, to: 14 } }, 3)).toMatchObject({ text: 'two', isCut: true })
  expect(read(uri, { lines: { from: 3, to: 3 } }, 6)).toMatchObject({ text: 'three\n', isCut: false })
})

test('a place in JSON is found by a pointer and by names', () => {
  const { uri } = kept(Buffer.from('{"items":[{"name":"a/b"},{"a.b":null}],"__proto__":1}'))
  expect(read(uri, { json: '/items/0/name' }).text).toBe('"a/b"')
  expect(read(uri, { json: 'items[0].name' }).text).toBe('"a/b"')
  expect(read(uri, { json: '$.items[1]["a.b"]' }).text).toBe('null')
  expect(read(uri, { json: '/__proto__' }).text).toBe('1')
  expect(() => read(uri, { json: 'items[2]' })).toThrow('"2" is not among 2 elements')
  expect(() => read(uri, { json: 'constructor' })).toThrow('is not among items')
  expect(() => read(kept(Buffer.from('no')).uri, { json: '/a' })).toThrow('not JSON')
})

test('a pattern that would take for ever is stopped', () => {
  const { uri } = kept(Buffer.from(`${'a'.repeat(60)}!\n`))
  expect(() => read(uri, { grep: '^(a+)+$' })).toThrow('takes too long')
  expect(() => read(uri, { grep: '(' })).toThrow(UnreadableResult)
})

test('only what the store keeps can be read', () => {
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'secret')
  symlinkSync(secret, join(folder, 'results', 'link'))
  mkdirSync(join(folder, 'results-of-others'))
  writeFileSync(join(folder, 'results-of-others', 'x'), 'secret')
  const inside = pathToFileURL(join(folder, 'results')).href
  const addresses = [`${inside}/link`, `${inside}/../secret`, `${inside}/%2e%2e/secret`, pathToFileURL(secret).href]
  for (const uri of [
    ...addresses,
    `${inside}-of-others/x`,
    `${inside}/none`,
    '/etc/passwd',
    'http://x/y',
    '',
    inside,
  ]) {
    expect(() => read(uri, { tail: 1 })).toThrow(UnreadableResult)
  }
})

test.each<[string, ResultPart]>([
  ['lines from 0', { lines: { from: 0, to: 1 } }],
  ['lines backwards', { lines: { from: 3, to: 1 } }],
  ['bytes before the first', { bytes: { from: -1, to: 1 } }],
  ['no number', { tail: Number.NaN }],
])('%s are no part', (_, part) => {
  expect(() => read(kept(Buffer.from('a\nb\n')).uri, part)).toThrow(UnreadableResult)
})
