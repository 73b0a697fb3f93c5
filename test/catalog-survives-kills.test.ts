import { spawnSync } from 'node:child_process'
import { existsSync, lutimesSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { lookupEntry, readRegistry } from '../packages/discover/src/catalog/index.js'
import {
  age,
  type FolderName,
  FOLDERS,
  killScans,
  leftOvers,
  namesIn,
  newMachine,
  pathOf,
  PROGRAMS,
  scannedNames,
  untilQuiet,
} from './fixtures/killed-scans.js'

/** The id of a process that has ended. */
const { pid: dead } = spawnSync(process.execPath, ['-e', ''])

test('a scan that is killed at any moment leaves the catalog of before or the one of after', () => killScans(20))

describe('scans at the same time', () => {
  test('add up, and concurrent readers always read a complete file', async () => {
    const machine = newMachine()
    await machine.finish(['scan'], { path: pathOf(machine, 'one') })
    const ways: FolderName[][] = [
      ['one'],
      ['two'],
      ['three'],
      ['one', 'two'],
      ['two', 'three'],
      ['one'],
      ['two'],
      ['three'],
    ]
    const sizes = new Set<number>()
    const over = new AbortController()
    const readers = [
      (async () => {
        for (; !over.signal.aborted; await wait(1)) {
          sizes.add(scannedNames(machine).length)
          expect(readRegistry(machine.registry)).toMatchObject({ ok: true, dropped: [] })
          expect(lookupEntry(machine.registry, 'one-7')?.path).toBe(join(machine.folder, 'one/one-7'))
        }
      })(),
      (async () => {
        while (!over.signal.aborted) {
          const { code, stdout } = await machine.finish(['list', '--all'])
          expect(code).toBe(0)
          sizes.add((JSON.parse(stdout) as { data: { tools: unknown[] } }).data.tools.length)
        }
      })(),
      (async () => {
        while (!over.signal.aborted) {
          const { code, stdout } = await machine.finish(['show', 'one-speaks'], { path: pathOf(machine, 'one') })
          expect(code).toBe(0)
          expect(JSON.parse(stdout)).toMatchObject({ data: { name: 'one-speaks', trust: { source: 'native' } } })
        }
      })(),
    ]
    const writers = ways.map((way) => machine.finish(['scan'], { path: pathOf(machine, ...way) }))
    const runs = await Promise.all(writers).finally(() => over.abort())
    await Promise.all(readers)
    expect(runs.map(({ code }) => code)).toEqual(ways.map(() => 0))
    expect(scannedNames(machine)).toEqual(namesIn(machine, ...FOLDERS))
    // Each scan is written atomically, so only sums of whole folders can be seen.
    const whole = [1, 2, 3].map((count) => count * (PROGRAMS + 1))
    expect([...sizes].filter((size) => !whole.includes(size))).toEqual([])
    for (const folder of FOLDERS)
      expect(machine.catalog().tools[`${folder}-speaks`]).toMatchObject({ source: 'native' })
    expect(leftOvers(machine)).toEqual([])
  })

  test('go on past locks, drafts and a journal that killed ones left, and tidy up', async () => {
    const machine = newMachine()
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const child = machine.start(['scan', '--quiet'], { path: pathOf(machine, FOLDERS[index % 3]!) })
        const ended = new Promise((resolve) => child.on('exit', resolve))
        await wait(100 + 50 * index)
        child.kill('SIGKILL')
        await ended
      }),
    )
    for (const place of ['tools', '../../cache/agent-tools/probes', '../../cache/agent-tools/known/x']) {
      machine.write(join(machine.data, place, `.half.json.${dead}-abc.tmp`), '{"half')
    }
    machine.write(join(machine.cache, 'scan.journal'), '\n{"path":"/x"\n\u0000\n{"path":7}\n[]\nnull')
    await untilQuiet(machine)
    age(machine)
    expect((await machine.finish(['scan'], { path: pathOf(machine, ...FOLDERS) })).code).toBe(0)
    expect(scannedNames(machine)).toEqual(namesIn(machine, ...FOLDERS))
    expect(leftOvers(machine)).toEqual([])
  })
})

test('a scan that was killed with the lock just after its write leaves nothing to change, but the lock is tidied up', async () => {
  const machine = newMachine(5)
  const path = pathOf(machine, ...FOLDERS)
  await machine.finish(['scan'], { path })
  const written = readFileSync(machine.registry, 'utf8')
  rmSync(join(machine.cache, 'scan.last'))
  const owner = { pid: dead, host: hostname(), nonce: 'abc' }
  symlinkSync(JSON.stringify(owner), join(machine.data, '.lock'))
  lutimesSync(join(machine.data, '.lock'), 1, 1)
  expect((await machine.finish(['scan'], { path })).code).toBe(0)
  expect(readFileSync(machine.registry, 'utf8')).toBe(written)
  expect(leftOvers(machine)).toEqual([])
})

test('a scan that was killed is taken up where it was: what it had read is not read again', async () => {
  const machine = newMachine()
  const path = pathOf(machine, ...FOLDERS)
  const journal = join(machine.cache, 'scan.journal')
  const whole = JSON.parse((await machine.finish(['scan'], { path })).stdout) as { data: { examined: number } }
  machine.forget('known')
  const child = machine.start(['scan', '--quiet'], { path })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  while (!existsSync(journal) && child.exitCode === null) await wait(1)
  child.kill('SIGKILL')
  await ended
  const read = existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}')).length
    : 0
  const again = JSON.parse((await machine.finish(['scan'], { path })).stdout) as {
    data: { examined: number; tools: number }
  }
  expect(again.data.tools).toBe(FOLDERS.length * (PROGRAMS + 1))
  expect(again.data.examined).toBeLessThanOrEqual(whole.data.examined - read)
})
