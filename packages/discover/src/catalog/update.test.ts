import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Registry } from '../types.js'
import { lookupEntry } from './lookup.js'
import type { DataFolders } from './places.js'
import { readRegistry } from './read-registry.js'
import { bundleInto, start } from './testing/processes.js'
import { AGENT, entry, placesIn, registryOf, temporaryFolder } from './testing/registries.js'
import { updateRegistry } from './update.js'

const root = temporaryFolder()
let bundle: string
let folder: string
let places: DataFolders
let file: string
let count = 0

beforeAll(async () => {
  bundle = await bundleInto(root)
})

function fresh(): void {
  folder = join(root, String(count++))
  places = placesIn(folder)
  file = join(folder, 'registry.json')
}

/** A change that adds one tool. */
function adding(name: string): (current: Registry) => Registry {
  return (current) => ({
    ...current,
    updated: '2026-03-01T00:00:00.000Z',
    tools: registryOf([...Object.entries(current.tools), [name, entry(name)]]).tools,
  })
}

test('changes build on each other, and each is on the disk', async () => {
  fresh()
  const first = await updateRegistry(places, adding('a'), AGENT)
  expect(first).toMatchObject({ isWritten: true, dropped: [] })
  await updateRegistry(places, adding('b'), AGENT)
  expect(lookupEntry(file, 'a')).toEqual(entry('a'))
  expect(lookupEntry(file, 'b')).toEqual(entry('b'))
  expect(readdirSync(folder)).toEqual(['registry.json'])
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
})

test('what two changes in one process add is all there', async () => {
  fresh()
  const names = Array.from({ length: 8 }, (_, index) => `tool${index}`)
  await Promise.all(names.map((name) => updateRegistry(places, adding(name), AGENT)))
  expect(readRegistry(file)).toMatchObject({ registry: { tools: Object.fromEntries(names.map((n) => [n, entry(n)])) } })
})

test('where nothing changes, nothing is written, not even a folder', async () => {
  fresh()
  expect(await updateRegistry(places, () => undefined, AGENT)).toMatchObject({
    isWritten: false,
    registry: { tools: {} },
  })
  expect(() => statSync(folder)).toThrow('ENOENT')
  await updateRegistry(places, adding('a'), AGENT)
  const before = statSync(file, { bigint: true })
  for (const change of [() => undefined, (same: Registry) => same, (same: Registry) => structuredClone(same)]) {
    expect(await updateRegistry(places, change, AGENT)).toMatchObject({ isWritten: false })
  }
  const after = statSync(file, { bigint: true })
  expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([before.ino, before.mtimeNs, before.ctimeNs])
})

test('a damaged file is kept under another name, and reported', async () => {
  fresh()
  mkdirSync(folder)
  writeFileSync(file, '{"version":"2",\n"tools":{"a":')
  expect(await updateRegistry(places, () => undefined, AGENT)).toMatchObject({ isWritten: false, damaged: {} })
  expect(readdirSync(folder)).toEqual(['registry.json'])
  const { damaged, registry } = await updateRegistry(places, adding('b'), AGENT)
  expect(damaged).toMatchObject({
    problem: { line: 2, column: 14 },
    keptAs: expect.stringContaining(`${file}.broken-`),
  })
  expect(readFileSync(damaged!.keptAs!, 'utf8')).toBe('{"version":"2",\n"tools":{"a":')
  expect(readRegistry(file)).toMatchObject({ ok: true, registry })
  expect(readdirSync(folder)).toHaveLength(2)
})

test.each([
  ['a later version', () => writeFileSync(file, '{"version":"9","tools":{}}'), /use a newer one/],
  ['a folder', () => mkdirSync(file), /a folder is in its place/],
])('%s in the place of the file is not replaced', async (_, put, message) => {
  fresh()
  mkdirSync(folder)
  put()
  await expect(updateRegistry(places, adding('a'), AGENT)).rejects.toMatchObject({
    code: 'catalog-unreadable',
    message,
  })
  expect(readdirSync(folder)).toEqual(['registry.json'])
})

test('version 1 becomes version 2 with the first change, and unknown keys survive', async () => {
  fresh()
  mkdirSync(folder)
  const { path, hash, source, lastChecked } = entry('a')
  const tools = [{ name: 'a', path, hash, source, lastChecked, colour: 'red' }]
  writeFileSync(file, JSON.stringify({ version: '1', tools, owner: 'ann' }))
  await updateRegistry(places, adding('b'), AGENT)
  const document = JSON.parse(readFileSync(file, 'utf8')) as unknown
  expect(document).toMatchObject({ version: '2', agent: AGENT, owner: 'ann', tools: { a: { hash, colour: 'red' } } })
})

const PRELUDE = `
  const places = { data: words[0] }
  const agent = { name: 'test', version: '1' }
  const bare = { path: '/usr/bin/x', hash: 'sha256:' + '0'.repeat(64), source: 'unknown', lastChecked: '' }`

test('many processes that count up together lose nothing', async () => {
  fresh()
  const script = `${PRELUDE}
    for (let round = 0; round < 25; round++) await catalog.updateRegistry(places, ({ tools, ...head }) => {
      const count = (tools.counter?.count ?? 0) + 1
      return { ...head, tools: { ...tools, counter: { ...bare, count } } }
    }, agent, { patienceMs: 60_000 })`
  const ends = await Promise.all(Array.from({ length: 8 }, () => start(bundle, script, [folder]).ended))
  expect(ends.map(({ stderr }) => stderr)).toEqual(ends.map(() => ''))
  expect(lookupEntry(file, 'counter')).toMatchObject({ count: 200 })
  expect(readdirSync(folder)).toEqual(['registry.json'])
})

test('writers killed at any moment leave a whole file and nothing that stops the next', async () => {
  fresh()
  // Each generation renames all tools, so a mixture of two would show.
  const script = `${PRELUDE}
    for (;; console.log('written')) await catalog.updateRegistry(places, (current) => {
      const generation = (current.extra?.generation ?? 0) + 1
      const tools = Object.fromEntries(Array.from({ length: 200 + generation % 50 }, (_, i) => ['t' + i, { ...bare, generation }]))
      return { updated: '', tools, extra: { generation } }
    }, agent)`
  let last = 0
  const kill = async () => {
    const running = start(bundle, script, [folder])
    await running.said()
    await sleep(Math.random() * 15)
    running.child.kill('SIGKILL')
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' })
  }
  const look = () => {
    const reading = readRegistry(file)
    if (!reading.ok) return expect(reading.state).toBe('missing')
    const { extra, tools } = reading.registry
    const generation = extra!.generation as number
    expect(generation).toBeGreaterThanOrEqual(last)
    last = generation
    expect(Object.keys(tools)).toHaveLength(200 + (generation % 50))
    expect(
      Object.values(tools).every((tool) => (tool as unknown as { generation: number }).generation === generation),
    ).toBe(true)
    return undefined
  }
  for (let round = 0; round < 17; round++) {
    const kills = [kill(), kill(), kill()]
    look()
    await Promise.all(kills)
    look()
  }
  expect(last).toBeGreaterThanOrEqual(51)
  await updateRegistry(places, adding('mine'), AGENT)
  expect(lookupEntry(file, 'mine')).toEqual(entry('mine'))
  expect(readdirSync(folder)).toEqual(['registry.json'])
})
