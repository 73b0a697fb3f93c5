import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRegistries } from './check-registries.js'
import type { Machine } from './machine.js'
import { isSyncDue, readLastSync, syncRegistries } from './sync-registries.js'

const URL = 'http://127.0.0.1:1'
const HOUR = 3_600_000

let root: string
let machine: Machine
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'registries-'))
  const [data, config, cache] = ['data', 'config', 'cache'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [data, config]) mkdirSync(folder)
  machine = { places: { data, config, cache, systemData: [] }, searchPath: '', home: root, uid: process.getuid!() }
  writeFileSync(join(config, 'registries.json'), JSON.stringify({ registries: [{ name: 'Acme', url: URL }] }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const surroundings = () => ({ env: {}, system: join(root, 'system') })
const isDue = () => isSyncDue(machine, {}, join(root, 'system'))

function changeStamp(change: object): void {
  const file = join(machine.places.data, 'registries/synced.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
}

/** An accepted manifest, as a sync stores it. */
function accept(manifest: object): void {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const folder = join(machine.places.data, 'registries', sha256(URL).slice(0, 16))
  const text = JSON.stringify({ registry: { name: 'Acme' }, endpoints: { shims: '/s/{hash}' }, ...manifest })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `manifest-${sha256(text)}.json`), text)
  writeFileSync(join(folder, 'accepted.json'), JSON.stringify({ url: URL, serial: 7, content: sha256(text) }))
}

test('a sync with problems is repeated after an hour, one without after a day', async () => {
  expect(isDue()).toBe(true)
  await syncRegistries(machine, { ...surroundings(), programs: [] })
  expect(readLastSync(machine)).toMatchObject({ problems: [expect.stringContaining('cannot be reached')] })
  expect(readLastSync(machine)).not.toHaveProperty('succeeded')
  expect(isDue()).toBe(false)
  changeStamp({ synced: Date.now() - 2 * HOUR })
  expect(isDue()).toBe(true)
  changeStamp({ problems: [] })
  expect(isDue()).toBe(false)
  changeStamp({ synced: Date.now() - 25 * HOUR })
  expect(isDue()).toBe(true)
})

test('doctor reports an expired build, and when the last sync without problems was', async () => {
  const check = (now: string) => checkRegistries(machine, { ...surroundings(), now: new Date(now) })
  expect(check('2026-01-20')).toMatchObject([
    { status: 'warning', message: expect.stringContaining('not fetched yet') },
  ])
  accept({ serial: 7, expires: '2026-02-01T00:00:00Z' })
  expect(check('2026-01-20')).toEqual([
    {
      name: 'registries',
      status: 'ok',
      message: 'Acme: build 7, valid until 2026-02-01; last sync without problems: never',
    },
  ])
  expect(check('2026-02-02')).toMatchObject([
    { status: 'warning', message: expect.stringContaining('Acme: build 7, expired on 2026-02-01') },
  ])
  await syncRegistries(machine, { ...surroundings(), programs: [] })
  changeStamp({ succeeded: Date.parse('2026-01-19T10:00:00Z') })
  const [{ status, message } = { status: '', message: '' }] = check('2026-01-20')
  expect(status).toBe('warning')
  expect(message).toContain('last sync without problems: 2026-01-19T10:00:00.000Z')
  expect(message).toContain('cannot be reached')
})

test('doctor says nothing about registries where none is configured, and reports a broken list', () => {
  const file = join(machine.places.config, 'registries.json')
  writeFileSync(file, '{')
  expect(checkRegistries(machine, surroundings())).toMatchObject([{ status: 'problem' }])
  rmSync(file)
  expect(checkRegistries(machine, surroundings())).toEqual([])
})
