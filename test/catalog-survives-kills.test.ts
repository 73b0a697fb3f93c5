import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lookupEntry, readRegistry } from '../packages/discover/src/catalog/index.js'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'

/** The id of a process that has ended. */
const { pid: dead } = spawnSync(process.execPath, ['-e', ''])

const KILLS = 200
const AT_ONCE = 4
const PROGRAMS = 70
/** Where scans are killed: enough that most kills come after the start of Node and before the end of the scan. */
const PROGRAMS_WHILE_KILLED = 25
const FOLDERS = ['one', 'two', 'three'] as const
type FolderName = (typeof FOLDERS)[number]

const machines: PlantedMachine[] = []
afterAll(() => machines.forEach((machine) => machine.clear()), 60_000)

/** Three folders with programs, a few of which describe themselves. */
function newMachine(programs = PROGRAMS): PlantedMachine {
  const machine = new PlantedMachine()
  machines.push(machine)
  for (const folder of FOLDERS) {
    for (let index = 0; index < programs; index++) {
      machine.plant(`${folder}/${folder}-${index}`, `#!/bin/sh\n# ${folder} ${index}\n${'true\n'.repeat(2_000)}`)
    }
    machine.plant(`${folder}/${folder}-speaks`, answering(JSON.stringify(description(`${folder}-speaks`))))
  }
  return machine
}

const pathOf = (machine: PlantedMachine, ...folders: FolderName[]) =>
  folders.map((folder) => join(machine.folder, folder)).join(':')

/** Every name that a scan of these folders finds. */
const namesIn = (machine: PlantedMachine, ...folders: readonly FolderName[]) =>
  folders.flatMap((folder) => readdirSync(join(machine.folder, folder))).sort()

const scannedNames = (machine: PlantedMachine) => Object.keys(machine.catalog().tools).sort()

/** Temporary files that no writer needs any more. */
const leftOvers = (machine: PlantedMachine) =>
  machine.files().filter((file) => /\.tmp$|\.lock|journal|broken/.test(basename(file)))

/** As if an hour had gone by since the last kill. */
function age(machine: PlantedMachine): void {
  const old = Date.now() / 1_000 - 2 * 60 * 60
  for (const file of leftOvers(machine).filter((name) => name.endsWith('.tmp'))) {
    utimesSync(join(machine.folder, file), old, old)
  }
}

async function untilQuiet(machine: PlantedMachine): Promise<void> {
  while (machine.processes().length > 0) await wait(20)
}

test(`a scan that is killed at any of ${KILLS} moments leaves the catalog of before or the one of after`, async () => {
  const killed = Array.from({ length: AT_ONCE }, () => newMachine(PROGRAMS_WHILE_KILLED))
  const counts = await Promise.all(killed.map((machine) => killScans(machine, KILLS / AT_ONCE)))
  expect(counts.flat()).toHaveLength(KILLS)
}, 180_000)

/** What was found after each kill: no catalog, the one of before, or the one of after. */
async function killScans(machine: PlantedMachine, kills: number): Promise<string[]> {
  const before = namesIn(machine, 'one')
  const after = namesIn(machine, ...FOLDERS)
  const path = pathOf(machine, ...FOLDERS)
  await machine.finish(['scan'], { path: pathOf(machine, 'one') })
  const saved = join(machine.folder, 'saved.json')
  cpSync(machine.registry, saved, { preserveTimestamps: true })
  const length = { fresh: await lengthOf(machine, path, 'fresh'), known: await lengthOf(machine, path, 'known') }

  const outcomes: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const kind = kill % 10 === 0 ? 'fresh' : 'known'
    machine.forget(kind)
    const hasCatalog = kill % 2 === 1
    if (hasCatalog) cpSync(saved, machine.registry, { preserveTimestamps: true })
    const child = machine.start(['scan', '--quiet'], { path })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await wait((0.2 + 0.8 * Math.random()) * length[kind])
    child.kill('SIGKILL')
    await ended
    outcomes.push(outcomeOf(hasCatalog))
  }
  await untilQuiet(machine)
  age(machine)
  expect((await machine.finish(['scan'], { path })).code).toBe(0)
  expect(scannedNames(machine)).toEqual(after)
  expect(machine.catalog().tools['two-speaks']).toMatchObject({ source: 'native' })
  expect(leftOvers(machine)).toEqual([])
  expect(readdirSync(machine.data).sort()).toEqual(['registry.json', 'tools'])
  expect(readdirSync(join(machine.data, 'tools'))).toHaveLength(FOLDERS.length)
  return outcomes

  function outcomeOf(hadCatalog: boolean): string {
    if (!existsSync(machine.registry)) {
      expect(hadCatalog).toBe(false)
      return 'none'
    }
    const now = scannedNames(machine)
    const isBefore = hadCatalog && now.length === before.length
    expect(now).toEqual(isBefore ? before : after)
    expect(readRegistry(machine.registry)).toMatchObject({ ok: true, dropped: [] })
    for (const name of before.slice(0, 5)) {
      expect(lookupEntry(machine.registry, name)?.path).toBe(join(machine.folder, 'one', name))
    }
    return isBefore ? 'before' : 'after'
  }
}

async function lengthOf(machine: PlantedMachine, path: string, kind: 'fresh' | 'known'): Promise<number> {
  machine.forget(kind)
  const began = performance.now()
  await machine.finish(['scan'], { path })
  return performance.now() - began
}

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
    // Each scan is written whole, so that only sums of folders can be seen.
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
