import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { plant, plantedFolder, scanOf } from '../scan/planted.fixture.js'
import { keepScan, readLastScan, takeSnapshot } from './last-scan.js'
import type { Machine } from './machine.js'

const REPORT = { tools: 7, notes: ['ä'] }

/** Programs of every kind, in folders that PATH names in several ways, and the report of a scan. */
async function scannedMachine() {
  const root = plantedFolder()
  const at = (path: string) => join(root, path)
  plant(at('bin/plain'), '\u007fELF plain')
  plant(at('bin/script'), `#!${at('opt/interpreter')}\n`)
  plant(at('bin/two\u00e4'), '\u007fELF')
  plant(at('opt/interpreter'), '\u007fELF interpreter')
  plant(at('versions/1/bin/tool'), '\u007fELF one')
  plant(at('versions/2/bin/tool'), '\u007fELF two')
  plant(at('first/only'), '\u007fELF')
  plant(at('second/only'), '\u007fELF')
  for (const folder of ['alternatives', 'elsewhere']) mkdirSync(at(folder))
  const links = {
    'versions/current': '1',
    'bin/same': 'plain',
    'bin/tool': '../alternatives/tool',
    'alternatives/tool': at('versions/current/bin/tool'),
    'bin/nowhere': '../elsewhere/later',
    'bin/circle': 'circle',
    'bin/here': '.',
    moved: 'first',
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, at(path))
  const searchPath = ['bin', 'moved', 'later'].map(at).join(':')
  const places = { data: at('data'), config: at('config'), cache: at('cache'), systemData: [at('system')] }
  const machine: Machine = { places, searchPath, home: root, uid: process.getuid!() }
  // A file system's clock ticks every few milliseconds; changes within one tick are invisible.
  await setTimeout(20)
  const snapshot = takeSnapshot(machine, [])
  const { programs } = await scanOf(searchPath)
  await keepScan(machine, snapshot, programs, REPORT)
  return { machine, at, snapshot, programs }
}

function linkAnew(path: string, target: string): void {
  rmSync(path)
  symlinkSync(target, path)
}

test('a scan says what the last one said as long as nothing has changed', async () => {
  const { machine } = await scannedMachine()
  expect(readLastScan(machine, [])).toEqual(REPORT)
  expect(readLastScan(machine, ['/usr/bin'])).toBeUndefined()
  expect(readLastScan({ ...machine, searchPath: `${machine.searchPath}:/usr/bin` }, [])).toBeUndefined()
})

type At = (path: string) => string

test.each<[string, (at: At) => void]>([
  ['a program that is written to in place', (at) => appendFileSync(at('bin/plain'), '!')],
  ['other bytes of the same length', (at) => writeFileSync(at('bin/plain'), '\u007fELF pl4in')],
  ['a program that may no longer be run', (at) => chmodSync(at('bin/plain'), 0o644)],
  ['a new program', (at) => plant(at('bin/new'))],
  ['a program that is gone', (at) => rmSync(at('bin/plain'))],
  ['a program under another name', (at) => renameSync(at('bin/plain'), at('bin/other'))],
  ['a folder that others may write to now', (at) => chmodSync(at('bin'), 0o777)],
  ['what a script launches', (at) => appendFileSync(at('opt/interpreter'), '!')],
  ['the file at the end of a link', (at) => appendFileSync(at('versions/1/bin/tool'), '!')],
  ['a link that leads elsewhere', (at) => linkAnew(at('bin/same'), 'script')],
  ['a link on the way', (at) => linkAnew(at('alternatives/tool'), at('versions/2/bin/tool'))],
  ['a folder on the way that is a link', (at) => linkAnew(at('versions/current'), '2')],
  ['something where a link led nowhere', (at) => plant(at('elsewhere/later'))],
  ['a folder of PATH that was not there', (at) => mkdirSync(at('later'))],
  ['a folder of PATH that is a link and leads elsewhere', (at) => linkAnew(at('moved'), 'second')],
  ['a description that somebody left for a program', (at) => plant(at('system/tools/plain.json'))],
])('a scan notices %s', async (_, change) => {
  const { machine, at } = await scannedMachine()
  change(at)
  expect(readLastScan(machine, [])).toBeUndefined()
})

test('what changed while a scan ran is noticed by the next one', async () => {
  const { machine, at, snapshot, programs } = await scannedMachine()
  appendFileSync(at('opt/interpreter'), '!')
  await keepScan(machine, snapshot, programs, REPORT)
  expect(readLastScan(machine, [])).toBeUndefined()
})

test('a name with a line break in it is looked at again each time', async () => {
  const { machine, at } = await scannedMachine()
  plant(at('bin/two\nlines'))
  await keepScan(machine, takeSnapshot(machine, []), [], REPORT)
  expect(readLastScan(machine, [])).toBeUndefined()
})

test('what was kept is not believed when a part of it is missing or something else', async () => {
  const { machine, at } = await scannedMachine()
  const file = at('cache/scan.last')
  const whole = readFileSync(file)
  for (const bytes of [
    ...[0, 7, 8, 9, 800, whole.length - 1].map((length) => whole.subarray(0, length)),
    Buffer.concat([whole, Buffer.from('\n')]),
    Buffer.alloc(whole.length),
    Buffer.from(JSON.stringify(REPORT)),
  ]) {
    writeFileSync(file, bytes)
    expect(readLastScan(machine, []), `${bytes.length} bytes`).toBeUndefined()
  }
  writeFileSync(file, whole)
  expect(readLastScan(machine, [])).toEqual(REPORT)
})
