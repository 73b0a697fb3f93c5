import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunnerDriver, Workplace } from '../fixtures/runner-people.js'
import { until } from '../../testing/until.js'
import { people, processesWith } from '../fixtures/sandbox-people.js'

const NATIVE = { trust: { source: 'native' as const } }

/** The kinds of files that a process holds open. A terminal exists as long as its `/dev/ptmx` is open. */
function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`).replace(/\d+/g, 'N')]
    } catch {
      return []
    }
  })
}

describe.each(people)('for $name', (person) => {
  let place: Workplace
  let runner: RunnerDriver
  beforeAll(async () => {
    place = new Workplace()
    runner = await place.driver(person, {
      terminal: 'pty',
      limits: { graceMs: 100, maxOutputBytes: 2 ** 31, timeoutMs: 250_000 },
    })
  })
  afterAll(() => place.clear())

  test('after 1,000 runs nothing is left', { timeout: 900_000 }, async () => {
    const word = `8650${Math.floor(Math.random() * 1e9)}.${process.pid}`
    const tty = { interactive: { tty: true } }
    const kinds = [
      place.plant('echo fine'),
      place.plant('exit 3'),
      place.plant(`(setsid sh -c '(setsid sleep ${word} &) &' &)`),
      place.plant(`setsid -f sleep ${word} >/dev/null 2>&1`),
      place.plant(`env -i PATH=/usr/bin:/bin setsid -f sleep ${word} >/dev/null 2>&1`),
      place.plant(`sleep ${word} & exit 0`),
      place.plant(`exec sleep ${word}`, { duration: { timeout: '50ms' } }),
      place.plant('tty; kill -KILL $$', tty),
      place.plant('echo boxed', undefined, NATIVE),
      place.plant('echo evil >evil', undefined, NATIVE),
    ]
    // The first of each kind opens what the host keeps: its guardian, the sandbox.
    for (const kind of kinds) await runner.run(kind)
    await settle()
    const before = { files: openFiles(runner.child.pid!).sort(), work: readdirSync(place.cwd) }
    for (let round = 0; round < 100; round++) await Promise.all(kinds.map((kind) => runner.run(kind)))
    await settle()
    expect(processesWith(word)).toEqual([])
    expect(openFiles(runner.child.pid!).sort()).toEqual(before.files)
    expect(readdirSync(place.cwd)).toEqual(before.work)
    expect(readdirSync(place.results)).toEqual([])
    expect(readdirSync(place.home)).toEqual([])
  })

  test('a gigabyte is kept as it is', { timeout: 300_000 }, async () => {
    const { result } = await runner.run(place.plant('yes 0123456789abcde | head -c 1073741824'))
    const file = fileURLToPath(result!.stdout_ref!.uri)
    expect(statSync(file).size).toBe(2 ** 30)
    const hash = createHash('sha256')
    const line = Buffer.from('0123456789abcde\n'.repeat(65_536))
    for (let index = 0; index < 1_024; index++) hash.update(line)
    expect(result!.stdout_ref!.digest).toBe(`sha256:${hash.digest('hex')}`)
  })

  test('a host that is killed at any moment leaves no process', { timeout: 300_000 }, async () => {
    for (let moment = 0; moment < 30; moment++) {
      const word = `8651${Math.floor(Math.random() * 1e9)}.${process.pid}`
      const host = await place.driver(person, { terminal: 'pty' })
      void host.run(
        place.plant(`(setsid sh -c '(setsid sleep ${word} &) &' &)\nsetsid -f sleep ${word}; sleep ${word}`),
      )
      void host.run(place.plant(`setsid -f sleep ${word}; sleep ${word}`, undefined, NATIVE))
      const hides = `trap '' HUP; env -i PATH=/usr/bin:/bin setsid -f sleep ${word}; sleep ${word}`
      void host.run(place.plant(hides, { interactive: { tty: true } }))
      await new Promise((resolve) => setTimeout(resolve, moment * 7))
      host.child.kill('SIGKILL')
      await new Promise((resolve) => host.child.once('close', resolve))
      await until(() => processesWith(word).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(processesWith(word)).toEqual([])
    }
  })

  /** What the sandbox is made of ends a moment after the run. */
  async function settle(): Promise<void> {
    await until(() => processesWith(place.programs).filter((pid) => pid !== runner.child.pid).length === 0)
  }
})
