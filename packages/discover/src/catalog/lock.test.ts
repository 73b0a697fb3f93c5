import { lutimesSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { removeOldLock, withLock } from './lock.js'
import { lifeOf, thisProcess } from '../../../files/src/owner.js'
import { bundleInto, start } from './testing/processes.js'
import { temporaryFolder } from './testing/registries.js'

const root = temporaryFolder()
let bundle: string
let folder: string
let count = 0

beforeAll(async () => {
  bundle = await bundleInto(root)
})

function fresh(): string {
  folder = join(root, String(count++))
  mkdirSync(folder)
  return folder
}

const HOLD = `await catalog.withLock(words[0], async () => { console.log('held'); await new Promise((r) => setTimeout(r, 60_000)) })`

/** A lock that another process left behind some time ago. */
function leave(owner: object, ageSeconds = 0, name = '.lock'): void {
  const lock = join(folder, name)
  symlinkSync(JSON.stringify(owner), lock)
  const time = Date.now() / 1_000 - ageSeconds
  lutimesSync(lock, time, time)
}

const soon = { patienceMs: 100 }

test('work is done one after the other, and its result and its failure come out', async () => {
  fresh()
  let inside = 0
  const once = (value: number) =>
    withLock(folder, async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      inside--
      return value
    })
  expect(await Promise.all([1, 2, 3, 4].map(once))).toEqual([1, 2, 3, 4])
  await expect(withLock(folder, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect(readdirSync(folder)).toEqual([])
})

test('who is killed holding the lock does not block others', async () => {
  fresh()
  const holder = start(bundle, HOLD, [folder])
  expect(await holder.said()).toBe('held\n')
  holder.child.kill('SIGKILL')
  await holder.ended
  expect(readdirSync(folder)).toEqual(['.lock'])
  expect(await withLock(folder, () => 'mine')).toBe('mine')
  expect(readdirSync(folder)).toEqual([])
})

test('what the killed left of a lock can be removed without work to do; what somebody holds stays', async () => {
  fresh()
  const dead = { pid: 4_194_305, host: 'elsewhere', nonce: 'abc' }
  leave(dead, 61)
  leave({ ...dead, nonce: 'def' }, 61, '.lock.takeover-123')
  removeOldLock(folder)
  expect(readdirSync(folder)).toEqual([])
  removeOldLock(folder)
  expect(readdirSync(folder)).toEqual([])
  await withLock(folder, () => {
    removeOldLock(folder)
    expect(readdirSync(folder)).toEqual(['.lock'])
  })
})

test('who lives is never robbed, however old the lock is, and the error says who it is', async () => {
  fresh()
  const holder = start(bundle, HOLD, [folder])
  await holder.said()
  const lock = join(folder, '.lock')
  lutimesSync(lock, 1, 1)
  const held = readlinkSync(lock)
  await expect(withLock(folder, () => 'robbed', soon)).rejects.toMatchObject({
    code: 'catalog-locked',
    message: expect.stringContaining(`process ${holder.child.pid} on `),
  })
  holder.child.kill('SIGSTOP')
  await expect(withLock(folder, () => 'robbed', soon)).rejects.toMatchObject({ code: 'catalog-locked' })
  expect(readlinkSync(lock)).toBe(held)
  expect(readdirSync(folder)).toEqual(['.lock'])
  holder.child.kill('SIGKILL')
  await holder.ended
})

test.runIf(process.platform === 'linux')('a number that was given to another process does not count', async () => {
  fresh()
  leave({ ...thisProcess(), started: '1' })
  expect(await withLock(folder, () => 'mine')).toBe('mine')
})

test.each([
  ['another machine', { host: 'elsewhere' }],
  ['another start of a machine', { boot: '00000000-0000-0000-0000-000000000000' }],
  ['another container', { space: 'pid:[1]' }],
])('a lock of %s is believed for a while', async (_, other) => {
  fresh()
  leave({ ...thisProcess(), pid: 2 ** 30, ...other }, 30)
  await expect(withLock(folder, () => 'robbed', soon)).rejects.toMatchObject({ code: 'catalog-locked' })
  lutimesSync(join(folder, '.lock'), 1, Date.now() / 1_000 - 61)
  expect(await withLock(folder, () => 'mine')).toBe('mine')
  expect(readdirSync(folder)).toEqual([])
})

test('what is no lock of ours is believed for a while as well', async () => {
  fresh()
  writeFileSync(join(folder, '.lock'), 'what?')
  await expect(withLock(folder, () => 'robbed', soon)).rejects.toThrow(/something unknown/)
  lutimesSync(join(folder, '.lock'), 1, 1)
  expect(await withLock(folder, () => 'mine')).toBe('mine')
})

test('only one process takes over a stale lock, unless that one dies doing so', async () => {
  fresh()
  const dead = { ...thisProcess(), pid: 2 ** 30 }
  const taker = { ...dead, nonce: 'abc' }
  const guard = `.lock.takeover-${dead.nonce}`
  leave(dead)
  leave(thisProcess(), 1_000, guard)
  await expect(withLock(folder, () => 'robbed', soon)).rejects.toMatchObject({ code: 'catalog-locked' })
  expect(readdirSync(folder)).toEqual(['.lock', guard])
  unlinkSync(join(folder, guard))
  leave(taker, 0, guard)
  leave({ ...taker, nonce: 'def' }, 0, '.lock.takeover-abc')
  leave({ ...taker, nonce: '123' }, 0, '.lock.takeover-456')
  expect(await withLock(folder, () => 'mine')).toBe('mine')
  expect(readdirSync(folder)).toEqual([])
})

test('many who find a lock left over get it one at a time', async () => {
  fresh()
  leave({ ...thisProcess(), pid: 2 ** 30 })
  const script = `
    import { openSync, closeSync, unlinkSync } from 'node:fs'
    for (let round = 0; round < 20; round++) await catalog.withLock(words[0], () => {
      // Fails if somebody else is inside.
      closeSync(openSync(words[0] + '/inside', 'wx'))
      unlinkSync(words[0] + '/inside')
      // Every few rounds somebody dies with the lock.
      if (round === Number(words[1])) process.kill(process.pid, 'SIGKILL')
    })`
  const ends = await Promise.all(
    [3, 7, 11, 99, 99, 99].map((last) => start(bundle, script, [folder, String(last)]).ended),
  )
  expect(ends.map(({ stderr }) => stderr)).toEqual(ends.map(() => ''))
  expect(ends.map(({ code, signal }) => signal ?? code)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 0, 0, 0])
  await withLock(folder, () => {})
  expect(readdirSync(folder)).toEqual([])
})

test('a process that ended and was not collected is dead', async () => {
  const parent = start(
    bundle,
    `
    import { spawn } from 'node:child_process'
    const shell = spawn('sh', ['-c', 'sh -c "echo \\\\$\\\\$" & exec sleep 60'], { stdio: ['ignore', 'inherit', 'ignore'] })
    process.on('exit', () => shell.kill('SIGKILL'))
    process.on('SIGTERM', () => process.exit())
    setInterval(() => {}, 1000)`,
    [],
  )
  const pid = Number(await parent.said())
  await expect.poll(() => lifeOf({ ...thisProcess(), pid, started: undefined })).toBe('dead')
  parent.child.kill('SIGTERM')
  await parent.ended
})
