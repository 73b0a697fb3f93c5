import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.js'
import { type Driver, Field, isSkipped, outOfTime, processesWith, situations } from './fixtures/sandbox-people.js'

const MEBIBYTE = 2 ** 20

describe.skipIf(isSkipped)('how a program comes to its end', () => {
  describe.concurrent.each(situations)('$title', ({ person, backend }) => {
    let field: Field
    let driver: Driver
    let markers = 0

    beforeAll(async () => {
      field = new Field()
      driver = await field.driver(person, { backends: [backend] })
    })
    afterAll(() => field.clear())

    /** A word that identifies the processes of one test. */
    const newMarker = () => `marker-${field.folder.slice(-6)}-${markers++}-`

    /** Prints `ready`, then ignores all signals that it can. */
    const plantStubborn = () =>
      field.plant('stubborn', `#!/bin/sh\ntrap '' TERM INT HUP QUIT\necho ready\nwhile :; do sleep 0.1; done # `)

    test('what never ends is killed when its time is over, with all it has said', async () => {
      const marker = newMarker()
      const run = (timeoutMs: number) => driver.run([plantStubborn(), marker], { timeoutMs })
      const result = await outOfTime(run, ({ text }) => text !== '')
      expect(result).toMatchObject({ status: 'timed-out', cut: 'timeoutMs', signal: 'SIGKILL', text: 'ready\n' })
      await until(() => processesWith(marker).length === 0)
    })

    test('what floods its output is killed, and what came before is kept', async () => {
      const marker = newMarker()
      const flood = field.plant('flood', '#!/bin/sh\nexec yes "$1" # \n')
      const result = await driver.run([flood, marker], { maxOutputBytes: MEBIBYTE })
      expect(result).toMatchObject({ status: 'killed', cut: 'maxOutputBytes', truncated: true })
      expect(result.stdout).toHaveLength(MEBIBYTE)
      const errors = field.plant('errors', '#!/bin/sh\nexec yes "$1" >&2\n')
      expect((await driver.run([errors, marker], { maxOutputBytes: 1000 })).stderr).toHaveLength(1000)
      await until(() => processesWith(marker).length === 0)
    })

    test('output of exactly the limit is whole', async () => {
      const result = await driver.run(['head', '-c', '1000', '/dev/zero'], { maxOutputBytes: 1000 })
      expect(result).toMatchObject({ status: 'exited', code: 0, truncated: false, cut: null })
      expect(result.stdout).toHaveLength(1000)
    })

    test('a daemon does not outlive the program that left it', async () => {
      const marker = newMarker()
      const parent = field.plant(
        'parent.pl',
        `#!/usr/bin/perl
use POSIX 'setsid';
if (!fork) { setsid; if (!fork) { open STDIN, '/dev/null'; open STDOUT, '>/dev/null'; open STDERR, '>/dev/null';
  exec 'sleep', '20', '${marker}' if !fork; sleep 20 } exit }
wait;
print 'left';
`,
      )
      expect(await driver.run([parent, marker])).toMatchObject({
        status: 'exited',
        text: 'left',
      })
      await until(() => processesWith(marker).length === 0)
    })

    test('calling it off ends everything', async () => {
      const marker = newMarker()
      const { result, abort } = driver.begin([plantStubborn(), marker])
      await until(() => processesWith(marker).length > 0)
      abort()
      expect(await result).toMatchObject({ status: 'killed', signal: 'SIGKILL', cut: null })
      await until(() => processesWith(marker).length === 0)
    })

    test('calling it off at once, before it is set up, ends everything too', async () => {
      const marker = newMarker()
      const calls = Array.from({ length: 10 }, () => driver.begin([plantStubborn(), marker]))
      for (const { abort } of calls) abort()
      for (const { result } of calls) expect(await result).toMatchObject({ status: 'killed' })
      await until(() => processesWith(marker).length === 0)
    })

    test('when we are killed, nothing stays behind', async () => {
      const marker = newMarker()
      const folder = join(field.folder, `left-by-${backend}`)
      mkdirSync(folder, { mode: 0o777 })
      const doomed = await field.driver(person, { backends: [backend] }, { TMPDIR: folder })
      for (let index = 0; index < 3; index++) void doomed.run([plantStubborn(), marker])
      await until(() => processesWith(marker).length >= 3)
      doomed.child.kill('SIGKILL')
      await until(() => processesWith(marker).length === 0)
      expect(readdirSync(folder)).toEqual([])
    })

    test('when we are killed in the middle of setting up, nothing stays behind', async () => {
      const marker = newMarker()
      for (const delay of [0, 5, 15]) {
        const doomed = await field.driver(person, { backends: [backend] })
        for (let index = 0; index < 4; index++) void doomed.run([plantStubborn(), marker])
        await until(() => processesWith(marker).length > 0)
        await new Promise((resolve) => setTimeout(resolve, delay))
        doomed.child.kill('SIGKILL')
        await until(() => processesWith(marker).length === 0)
      }
    })

    test('twenty at once each get their own', async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => String(index))
      const counted = field.plant('counted', '#!/bin/sh\necho x >"$HOME/mine"\nsleep 0.1\nls "$HOME"\necho "$1"\n')
      const results = await Promise.all(numbers.map((n) => driver.run([counted, n])))
      expect(results.map(({ text }) => text)).toEqual(numbers.map((n) => `mine\n${n}\n`))
    })

    test.each([
      ['exit 0', { code: 0, signal: null }],
      ['exit 7', { code: 7, signal: null }],
      ['kill -SEGV $$', { code: 139, signal: 'SIGSEGV' }],
      ['kill -TERM $$', { code: 143, signal: 'SIGTERM' }],
    ])('`%s` is told as a shell would', async (line, expected) => {
      const result = await driver.run(['/bin/sh', '-c', line])
      expect(result).toMatchObject({ status: 'exited', ...expected, cut: null })
      expect(result.stderr.toString()).toBe('')
    })

    test('bytes come as they are', async () => {
      const bytes = field.plant('bytes.pl', '#!/usr/bin/perl\nbinmode STDOUT;\nprint map { chr } 0 .. 255;\n')
      expect([...(await driver.run([bytes])).stdout]).toEqual(Array.from({ length: 256 }, (_, byte) => byte))
    })
  })
})
