import { appendFileSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonProblem } from './json-problem.js'
import { lookupEntry, namesIn } from './lookup.js'
import { readRegistry } from './read-registry.js'
import {
  AGENT,
  DAY,
  entry,
  hashOf,
  registries,
  registryOf,
  store,
  temporaryFolder,
  toolNames,
} from './testing/registries.js'

const folder = temporaryFolder()
const file = join(folder, 'registry.json')

function read(path = file) {
  const reading = readRegistry(path)
  if (!reading.ok) throw new Error(`not read: ${JSON.stringify(reading)}`)
  return reading
}

/** Rewrites the file as a program would that does not know our line format. */
function rewrite(change: (document: Record<string, unknown>) => unknown, indent = 2): void {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify(change(document), null, indent))
}

test('what is written is read again, whatever the names', () => {
  fc.assert(
    fc.property(registries, (registry) => {
      store(file, registry)
      const reading = read()
      expect(reading.dropped).toEqual([])
      const { extra = {}, ...rest } = reading.registry
      const known = ['version', 'updated', 'agent', 'tools', 'x-atip']
      const kept = Object.entries(registry.extra!).filter(([key]) => !known.includes(key))
      expect(rest).toEqual({ updated: registry.updated, tools: registry.tools })
      expect(Object.entries(extra)).toEqual(expect.arrayContaining(kept))
      expect(Object.keys(extra)).toHaveLength(kept.length)
      expect(Object.getPrototypeOf(reading.registry.tools)).toBeNull()
    }),
  )
})

test('the file is JSON as RFC 4.3 has it, for every other program', () => {
  const tool = entry('gh', { source: 'native' })
  store(file, registryOf([['gh', tool]]))
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  expect(document).toMatchObject({ version: '2', updated: DAY, agent: AGENT })
  expect(document.tools).toMatchObject({ gh: { path: tool.path, hash: tool.hash, source: 'native', lastChecked: DAY } })
})

test('a name is found if it is there, and only then', () => {
  fc.assert(
    fc.property(registries, fc.array(toolNames, { maxLength: 5 }), fc.boolean(), (registry, others, isForeign) => {
      store(file, registry)
      if (isForeign) rewrite((document) => document)
      const { tools } = read().registry
      for (const name of [...Object.keys(tools), ...others]) {
        expect(lookupEntry(file, name)).toEqual(Object.hasOwn(tools, name) ? tools[name] : undefined)
      }
    }),
  )
})

test('names are found by how they begin, also among very long lines', () => {
  fc.assert(
    fc.property(
      registries,
      fc.array(toolNames, { minLength: 1, maxLength: 4 }),
      fc.nat(6),
      (registry, words, length) => {
        for (const tool of Object.values(registry.tools).slice(0, 3)) {
          Object.assign(tool, { note: 'x'.repeat(30_000) })
        }
        store(file, registry)
        const { tools } = read().registry
        for (const word of ['', ...words, ...Object.keys(tools).slice(0, 5)]) {
          const prefix = word.slice(0, length)
          const expected = Object.keys(tools).filter((name) => name.startsWith(prefix))
          expect(namesIn(file, prefix).sort()).toEqual(expected.sort())
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('thousands of tools are searched without being parsed', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `tool-${index}${'-long'.repeat(index % 7)}`)
  store(file, registryOf(names.map((name) => [name, entry(name)])))
  for (const name of names.filter((_, index) => index % 37 === 0)) expect(lookupEntry(file, name)).toEqual(entry(name))
  for (const name of ['tool-', 'tool-1x', 'a', 'zzz', 'tool-4999x']) expect(lookupEntry(file, name)).toBeUndefined()
  expect(namesIn(file, 'tool-499')).toHaveLength(names.filter((name) => name.startsWith('tool-499')).length)
  // The middle is invalid JSON now, which a binary search does not notice.
  const bytes = readFileSync(file)
  const time = timeIn(bytes)
  bytes.write('#', bytes.indexOf('"tool-2500'))
  writeFileSync(file, bytes)
  utimesSync(file, time, time)
  expect(lookupEntry(file, names[4_990]!)).toEqual(entry(names[4_990]!))
  expect(readRegistry(file)).toMatchObject({ state: 'damaged' })
})

/** The modification time that the file states in its head. */
function timeIn(bytes: Buffer): Date {
  return new Date(Number(/"time": *(\d+)/.exec(bytes.toString())![1]))
}

test('cut short at any byte, the file never tells anything wrong', () => {
  const tools = registryOf(['"', 'git'].map((name) => [name, entry(name)]))
  store(file, tools)
  const whole = readFileSync(file)
  const time = timeIn(whole)
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(file, whole)
    truncateSync(file, length)
    // With the time of the whole file, only the bytes themselves reveal the truncation.
    utimesSync(file, time, time)
    const reading = readRegistry(file)
    if (reading.ok) expect(reading.registry).toEqual(tools)
    else expect(reading.state).toBe('damaged')
    const found = lookupEntry(file, 'git')
    if (found !== undefined) expect(found).toEqual(tools.tools.git)
    expect(reading.ok).toBe(found !== undefined)
  }
})

test('a file that was edited by hand is still understood', () => {
  store(file, registryOf(['a', 'b', 'c'].map((name) => [name, entry(name)])))
  // Same length, with the tools in another order: only the modification time reveals the edit.
  const text = readFileSync(file, 'utf8').replace('"a":', '"z":').replace('"c":', '"0":')
  writeFileSync(file, text)
  expect(lookupEntry(file, 'z')?.path).toBe('/usr/bin/a')
  expect(lookupEntry(file, '0')?.path).toBe('/usr/bin/c')
  expect(lookupEntry(file, 'a')).toBeUndefined()
  expect(namesIn(file, '')).toEqual(['0', 'b', 'z'])
  rewrite((document) => document, 4)
  expect(lookupEntry(file, 'b')).toEqual(entry('b'))
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`)
  expect(lookupEntry(file, 'b')).toEqual(entry('b'))
})

test('entries of other programs have no facts of ours, and all that they wrote', () => {
  const theirs = { path: '/opt/gh', hash: hashOf(2), source: 'native', lastChecked: '2026-01-15T10:30:00Z', stars: 5 }
  const document = { version: '2', updated: DAY, agent: { name: 'other' }, tools: { gh: theirs }, pinned: ['gh'] }
  writeFileSync(file, JSON.stringify(document))
  expect(read().registry).toEqual({ ...registryOf([['gh', theirs as never]]), extra: { pinned: ['gh'] } })
  store(file, read().registry)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ tools: { gh: theirs }, pinned: ['gh'] })
})

test('one bad entry does not take the others with it', () => {
  const good = entry('good')
  const { 'x-atip': _, ...bare } = good
  const tools = {
    good,
    text: 'text',
    list: [],
    nothing: null,
    relative: { ...good, path: 'bin/x' },
    short: { ...good, hash: 'sha256:abc' },
    strange: { ...good, source: 'rumour' },
    timeless: { ...bare, lastChecked: 5 },
    'a/b': good,
    'line\nbreak': good,
    foreign: { ...bare, 'x-atip': { file: 'elsewhere' } },
    wrongFacts: { ...bare, 'x-atip': { file: { identity: 'x', launches: [{}] } } },
  }
  writeFileSync(file, JSON.stringify({ version: '2', updated: DAY, tools }))
  const { registry, dropped } = read()
  expect(registry.tools).toEqual(
    registryOf([
      ['good', good],
      ['foreign', bare],
      ['wrongFacts', bare],
    ]).tools,
  )
  expect(Object.fromEntries(dropped.map(({ name, reason }) => [name, reason]))).toMatchObject({
    text: 'is not an object',
    relative: 'has "bin/x" for its path; expected an absolute one',
    short: 'has "sha256:abc" for its hash; expected sha256: and 64 digits',
    strange: 'has the source "rumour"; expected native, shim, generated, unknown',
    'a/b': 'is not a valid tool name',
    foreign: 'has something under x-atip that is not ours; it is left out',
  })
  expect(dropped).toHaveLength(Object.keys(tools).length - 1)
  for (const name of Object.keys(tools)) expect(lookupEntry(file, name)).toEqual(registry.tools[name])
})

test.each([
  ['a list', (tools: unknown[]) => tools],
  ['a document with a list', (tools: unknown[]) => ({ version: '1', updated: DAY, tools })],
  ['a document without a version of its own', (tools: unknown[]) => ({ version: 1, tools })],
])('version 1 is read: %s', (_, document) => {
  const program = join(folder, 'program')
  writeFileSync(program, 'abc')
  const tools = [
    { name: 'gh', path: '/usr/bin/gh', hash: hashOf(3), source: 'native', lastChecked: DAY, version: '2.40' },
    { name: 'plain', path: program, source: 'native' },
    { name: '__proto__', path: '/usr/bin/p', hash: hashOf(4) },
    { name: 'gone', path: join(folder, 'gone') },
    { path: '/usr/bin/nameless' },
  ]
  writeFileSync(file, JSON.stringify(document(tools)))
  const { registry, dropped } = read()
  expect(registry.tools.gh).toEqual({
    path: '/usr/bin/gh',
    hash: hashOf(3),
    source: 'native',
    lastChecked: DAY,
    version: '2.40',
  })
  // FIPS 180-2, appendix B.1
  const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(registry.tools.plain).toMatchObject({ path: program, hash: abc, source: 'unknown' })
  expect(Object.keys(registry.tools)).toEqual(['gh', 'plain', '__proto__'])
  expect(dropped.map(({ name }) => name)).toEqual(['gone', ''])
  expect(lookupEntry(file, 'gh')).toEqual(registry.tools.gh)
  store(file, registry)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '2', tools: { gh: { hash: hashOf(3) } } })
})

test.each([
  ['', 1, 1],
  ['{"version":"2",\n "tools":{"a":}}', 2, 15],
  ['{"version":"2"} x', 1, 17],
  ['5', 1, 1],
  ['{"version":"2","tools":[', 1, 25],
  ['{"version":"2","tools":7}', 1, 1],
  ['{"version":"new","tools":{}}', 1, 1],
])('%j is damaged, at line %i, column %i', (text, line, column) => {
  writeFileSync(file, text)
  expect(readRegistry(file)).toMatchObject({ state: 'damaged', problem: { line, column } })
  expect(lookupEntry(file, 'a')).toBeUndefined()
  expect(namesIn(file, '')).toEqual([])
})

test('bytes that are not UTF-8 are damage, not a name', () => {
  store(file, registryOf([['a', entry('a')]]))
  appendFileSync(file, Buffer.from([10, 0x20, 0xff]))
  expect(readRegistry(file)).toMatchObject({
    state: 'damaged',
    problem: { message: 'the bytes are not UTF-8', column: 2 },
  })
})

test('a registry of a later version is left alone', () => {
  writeFileSync(file, '{"version":"3","tools":{}}')
  const reading = readRegistry(file)
  expect(reading).toMatchObject({
    state: 'unreadable',
    problem: { message: expect.stringContaining('use a newer one') },
  })
})

test('no file is no problem, and a folder in its place is one', () => {
  expect(readRegistry(join(folder, 'none'))).toEqual({ state: 'missing', ok: false })
  expect(readRegistry(folder)).toMatchObject({ state: 'unreadable', problem: { message: /folder/ } as never })
  expect(lookupEntry(join(folder, 'none'), 'a')).toBeUndefined()
  expect(namesIn(folder, 'a')).toEqual([])
})

test('where JSON ends is told as the reader of the protocol tells it', () => {
  const texts = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', '\n', '\\', 'x', '1', ':', '{', '['),
    )
    .map(([text, at, wrong]) => {
      const place = at % (text.length + 1)
      return `${text.slice(0, place)}${wrong}${text.slice(place + (at % 3))}`
    })
  fc.assert(
    fc.property(texts, (text) => {
      const theirs = validate(text).problems.find(({ rule }) => rule === 'json-syntax')
      if (theirs === undefined) return
      const ours = jsonProblem(text)
      // Inside a string or a number, either its beginning or the exact position is right.
      expect(ours.line).toBe(theirs.line)
      expect(ours.column).toBeLessThanOrEqual(theirs.column!)
    }),
    { numRuns: 500 },
  )
})
