import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.js'
import { hasPrinted, type RunnerDriver, Workplace } from './fixtures/runner-people.js'
import { outOfTime, people, processesWith } from './fixtures/sandbox-people.js'

const isPossible = process.platform === 'linux'
if (!isPossible) console.warn('The tests of processes need Linux')

describe.runIf(isPossible).each(people)('for $name', (person) => {
  let place: Workplace
  let runner: RunnerDriver
  beforeAll(async () => {
    place = new Workplace()
    runner = await place.driver(person, { limits: { maxOutputBytes: 2_000_000, memoryBytes: 200_000_000 } })
  })
  afterAll(() => place.clear())

  /** A word that identifies its processes. */
  const word = () => `8640${Math.floor(Math.random() * 1e9)}.${process.pid}`

  test('what it prints is the result', async () => {
    const { result, text } = await runner.run(place.plant('echo out; echo err >&2'))
    expect(result).toMatchObject({ exit_code: 0, signal: null, stdout: 'out\n', stderr: 'err\n', sandboxed: false })
    expect(text).toBe('out\n[stderr]\nerr')
    const { text: short } = await runner.run(place.plant('printf plain'))
    expect(short).toBe('plain')
  })

  test('an exit code and a signal are failures that say so', async () => {
    const { error } = await runner.run(place.plant('echo half; echo why >&2; exit 7'))
    expect(error).toMatchObject({ errorClass: 'execution_failed', errorCode: 'nonzero_exit' })
    expect(error!.message).toMatch(/exited with code 7\.\nhalf\n\[stderr\]\nwhy$/)
    expect(error!.output).toMatchObject({ exit_code: 7, signal: null })
    const { error: killed } = await runner.run(place.plant('kill -SEGV $$'))
    expect(killed).toMatchObject({ errorCode: 'killed_by_signal', output: { exit_code: null, signal: 'SIGSEGV' } })
  })

  test('a program that does not exist did not run', async () => {
    const tool = { ...place.plant('true'), name: 'no-such-program' }
    const { error } = await runner.run(tool)
    expect(error).toMatchObject({ errorClass: 'dependency_unavailable', errorCode: 'not_started', didNotRun: true })
  })

  test('one that ignores SIGTERM ends all the same', async () => {
    const sleep = word()
    const script = `trap '' TERM\necho begun\nwhile :; do sleep ${sleep}; done`
    const run = (limit: number) => runner.run(place.plant(script, { duration: { timeout: `${limit}ms` } }))
    const { error } = await outOfTime(run, hasPrinted)
    expect(error).toMatchObject({ code: 'timeout', output: { signal: 'SIGKILL', stdout: 'begun\n' } })
    expect(processesWith(sleep)).toEqual([])
  })

  test('one that tidies up on SIGTERM can', async () => {
    const patient = await place.driver(person, { limits: { graceMs: 20_000 } })
    const script = `trap 'echo tidy; exit 0' TERM\necho begun\nwhile :; do sleep 0.02; done`
    const run = (limit: number) => patient.run(place.plant(script, { duration: { timeout: `${limit}ms` } }))
    const { error } = await outOfTime(run, hasPrinted)
    expect(error).toMatchObject({ code: 'timeout', output: { stdout: 'begun\ntidy\n' } })
    await patient.end()
  })

  test('a cancelled call ends with everything that it started', async () => {
    const sleep = word()
    const { outcome, abort } = runner.begin(place.plant(`sleep ${sleep} & setsid -f sleep ${sleep}; wait`))
    await until(() => processesWith(sleep).length >= 2)
    abort()
    expect((await outcome).error).toBeDefined()
    expect(processesWith(sleep)).toEqual([])
  })

  test.each([
    ['a process in the background', (sleep: string) => `sleep ${sleep} &`],
    ['a daemon', (sleep: string) => `setsid -f sleep ${sleep}`],
    ['a daemon with closed outputs', (sleep: string) => `setsid -f sleep ${sleep} >/dev/null 2>&1 </dev/null`],
    ['a grandchild in another session', (sleep: string) => `(setsid sh -c '(setsid sleep ${sleep} &) &' &)`],
    ['one that ignores SIGTERM', (sleep: string) => `setsid -f sh -c 'trap "" TERM; while :; do sleep ${sleep}; done'`],
    ['one without the variable, in its session', (sleep: string) => `env -i sleep ${sleep} &`],
    [
      'a daemon without the variable',
      (sleep: string) => `env -i PATH=/usr/bin:/bin setsid -f sleep ${sleep} >/dev/null 2>&1`,
    ],
  ])('%s that outlives its program is listed and ended', async (_, script) => {
    const sleep = word()
    // It must still exist when the program ends.
    const ready = `until LC_ALL=C grep -qsaP '^sleep\\x00${sleep}' /proc/[0-9]*/cmdline; do sleep 0.01; done`
    const { result } = await runner.run(place.plant(`${script(sleep)}\n${ready}\necho done`))
    expect(result).toMatchObject({ exit_code: 0, stdout: 'done\n', left_processes_ended: true })
    expect(result!.left_processes!.some(({ command }) => command.includes(sleep))).toBe(true)
    expect(processesWith(sleep)).toEqual([])
  })

  test('by another policy it stays, and is listed', async () => {
    const sleep = word()
    const keeping = await place.driver(person, { leftovers: 'keep' })
    const { result } = await keeping.run(place.plant(`setsid -f sleep ${sleep}; sleep 0.2; echo done`))
    expect(result).toMatchObject({ stdout: 'done\n', left_processes_ended: false })
    expect(result!.left_processes!.map(({ command }) => command)).toEqual([`sleep ${sleep}`])
    const left = processesWith(sleep)
    expect(left).toEqual(result!.left_processes!.map(({ pid }) => pid))
    for (const pid of left) process.kill(pid, 'SIGKILL')
    await keeping.end()
  })

  test('one that closes its outputs and lives on is out of time', async () => {
    const sleep = word()
    const tool = place.plant(`exec >&- 2>&- <&-\nexec sleep ${sleep}`, { duration: { timeout: '300ms' } })
    expect((await runner.run(tool)).error).toMatchObject({ code: 'timeout' })
    expect(processesWith(sleep)).toEqual([])
  })

  test('many that take memory together, each a little, are ended with all that escaped', async () => {
    const sleep = word()
    // 60 MB each, within the limit of a process; together they would have 600.
    const eater = `perl -e 'my $x = "x" x 60_000_000; sleep 60' ${sleep}`
    const script = `for i in 1 2 3 4 5; do ${eater} & env -i /usr/bin/setsid -f ${eater}; done; echo all; wait`
    const { error } = await runner.run(place.plant(script))
    expect(error).toMatchObject({ errorClass: 'execution_failed', errorCode: 'memory_limit' })
    expect(error!.output).toMatchObject({ signal: 'SIGKILL', memory_cap: 'sampled' })
    expect(processesWith(sleep)).toEqual([])
  })

  test('memory that processes share counts once', async () => {
    const script =
      'my $x = "x" x 60_000_000; for (1 .. 8) { fork or do { sleep 1; exit } } 1 while wait > 0; print "ok"'
    const { result } = await runner.run(place.plant(`exec perl -e '${script}'`))
    expect(result).toMatchObject({ stdout: 'ok', memory_cap: 'sampled' })
  })

  test('one that takes memory without end fails', async () => {
    const script = `#!/usr/bin/env node\nconst all = []\nfor (;;) all.push(Buffer.alloc(10_000_000, 1))`
    const { error } = await runner.run(place.plant(script))
    expect(error).toMatchObject({ errorClass: 'execution_failed' })
    expect(error!.output!.exit_code).not.toBe(0)
  })

  test('one that writes without end is ended, and what it wrote is kept', async () => {
    const { error } = await runner.run(place.plant('exec yes 0123456789'))
    expect(error).toMatchObject({ errorClass: 'result_too_large', errorCode: 'output_limit' })
    const { stdout_bytes, stdout_ref } = error!.output!
    expect(stdout_bytes).toBe(2_000_000)
    expect(statSync(fileURLToPath(stdout_ref!.uri)).size).toBe(2_000_000)
  })

  test('long output is kept as it is, and its beginning and end are shown', async () => {
    const { result, text } = await runner.run(place.plant('seq 1 100000'))
    const expected = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join('')
    const kept = readFileSync(fileURLToPath(result!.stdout_ref!.uri))
    expect(kept.toString() === expected).toBe(true)
    expect(statSync(fileURLToPath(result!.stdout_ref!.uri)).mode & 0o777).toBe(0o600)
    expect(result!.stdout_ref!.digest).toBe(`sha256:${createHash('sha256').update(expected).digest('hex')}`)
    expect(text).toMatch(/^1\n2\n[^]*bytes left out[^]*\n100000\n\[All 588895 bytes of stdout: file:/)
    expect(text!.length).toBeLessThan(3_000)
  })

  test('bytes that are no text are kept as they are', async () => {
    const { result, text } = await runner.run(place.plant(String.raw`printf 'a\377\376b\000c'`))
    expect(text).toContain('a\uFFFD\uFFFDb')
    expect(readFileSync(fileURLToPath(result!.stdout_ref!.uri))).toEqual(Buffer.from([97, 255, 254, 98, 0, 99]))
  })

  test('a character that comes in two pieces is whole', async () => {
    const { text } = await runner.run(place.plant(String.raw`printf '\303'; sleep 0.1; printf '\251'`))
    expect(text).toBe('é')
  })

  test('progress comes while it runs', async () => {
    const { progress } = await runner.run(place.plant('echo first; sleep 0.4; echo second'))
    expect(progress.map(({ message }) => message)).toEqual(['first', 'second'])
    expect(progress.at(-1)).toMatchObject({ stdout_bytes: 13, stderr_bytes: 0 })
  })

  test('it reads nothing, unless it is given something', async () => {
    const cat = place.plant('cat; echo end')
    expect((await runner.run(cat)).result!.stdout).toBe('end\n')
    const given = await place.driver(person, {}, 'given\n')
    expect((await given.run(cat)).result!.stdout).toBe('given\nend\n')
    const deaf = place.plant('exec <&-; echo end')
    expect((await given.run(deaf)).result!.stdout).toBe('end\n')
    await given.end()
  })

  test.each([
    ['input', { stdin: 'required' as const }, 'it needs input on stdin'],
    ['a password', { stdin: 'password' as const }, 'it asks for a password'],
    ['a terminal', { tty: true }, 'it needs a terminal'],
    ['answers', { prompts: true }, 'it needs a terminal'],
  ])('one that is known to need %s does not run', async (_, interactive, reason) => {
    const { error } = await runner.run(place.plant('touch ran', { interactive }))
    expect(error).toMatchObject({ errorClass: 'capability_gap', didNotRun: true })
    expect(error!.message).toContain(reason)
    expect(readdirSync(place.cwd)).not.toContain('ran')
  })

  test('one that asks for a password all the same gets none', async () => {
    const script = `#!/usr/bin/env bash\nread -rsp 'Password: ' word </dev/tty || exit 9\necho "got $word"`
    const { error } = await runner.run(place.plant(script))
    expect(error).toMatchObject({ errorCode: 'nonzero_exit', output: { exit_code: 9 } })
  })

  describe.each(['node-pty', 'script'] as const)('on a terminal from %s', (source) => {
    let terminal: RunnerDriver
    const interactive = { tty: true }
    beforeAll(async () => {
      terminal = await place.driver(person, { terminal: 'pty', terminalFrom: [source] })
    })
    afterAll(() => terminal.end())

    test('it has one, of a usual size', async () => {
      const script = '[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo on "$(stty size)" && echo also >/dev/tty; echo err >&2'
      const { result } = await terminal.run(place.plant(script, { interactive }))
      expect(result).toMatchObject({ exit_code: 0, stdout: 'on 24 80\r\nalso\r\nerr\r\n', stderr: '' })
    })

    test('an exit code and a signal are failures that say so, after all that was shown', async () => {
      // The kernel keeps 4 kB for the reader of a terminal whose session has ended; output beyond that may be lost.
      const { error } = await terminal.run(place.plant('seq 500; exit 5', { interactive }))
      expect(error).toMatchObject({ errorCode: 'nonzero_exit', output: { exit_code: 5, stdout_bytes: 2_392 } })
      const { error: killed } = await terminal.run(place.plant('echo last; kill -SEGV $$', { interactive }))
      expect(killed!.output).toMatchObject({ exit_code: null, signal: 'SIGSEGV', stdout: 'last\r\n' })
    })

    test('a question for a password ends it', async () => {
      const sleep = word()
      const asking = place.plant(`printf 'Password for you: '\nread -r word\nsleep ${sleep}`, { interactive })
      const { error } = await terminal.run(asking)
      expect(error).toMatchObject({ errorClass: 'capability_gap', errorCode: 'password_prompt' })
      expect(processesWith(sleep)).toEqual([])
    })

    test('who waits for other input learns that there is none', async () => {
      const script = 'read -r word && echo "got $word" || echo none'
      expect((await terminal.run(place.plant(script, { interactive }))).result!.stdout).toBe('none\r\n')
    })

    test('it ends in time with everything that it started', async () => {
      const sleep = word()
      const script = `trap '' TERM HUP; setsid -f sleep ${sleep}; echo begun; while :; do sleep ${sleep}; done`
      const { error } = await terminal.run(place.plant(script, { interactive, duration: { timeout: '500ms' } }))
      expect(error).toMatchObject({ code: 'timeout', output: { stdout: 'begun\r\n' } })
      expect(processesWith(sleep)).toEqual([])
    })

    test('a program that does not exist did not run', async () => {
      const { error } = await terminal.run({ ...place.plant('true', { interactive }), name: 'no-such-program' })
      expect(error).toMatchObject(
        source === 'node-pty' ? { errorCode: 'not_started', didNotRun: true } : { output: { exit_code: 127 } },
      )
    })
  })

  test('without any terminal, what needs one does not run', async () => {
    const none = await place.driver(person, { terminal: 'pty', terminalFrom: [] })
    const { error } = await none.run(place.plant('true', { interactive: { tty: true } }))
    expect(error).toMatchObject({ errorClass: 'capability_gap', errorCode: 'no_terminal', didNotRun: true })
    await none.end()
  })

  test('one that never ends runs on, is read and stopped', async () => {
    const sleep = word()
    const background = await place.driver(person, { limits: { backgroundAfterMs: 300, mostBackground: 1 } })
    const endless = place.plant(
      `echo begun\nwhile :; do echo tick; setsid -f sleep ${sleep}; sleep 0.1; done`,
      undefined,
      {
        'x-atip': { endless: true },
      },
    )
    const { result, text } = await background.run(endless)
    expect(result).toMatchObject({ background: 'bg_1', exit_code: null })
    expect(text).toMatch(/^begun\n[^]*\[It runs on in the background as bg_1\.\]$/)
    expect(await background.background({ list: true })).toMatchObject([{ handle: 'bg_1', state: 'running' }])
    expect((await background.background({ read: 'bg_1' })).text).toMatch(/^begun\ntick\n/)
    expect((await background.run(endless)).error).toMatchObject({ errorCode: 'background_limit', didNotRun: true })
    expect(await background.background({ stop: 'bg_1' })).toMatchObject({ state: 'ended' })
    expect(processesWith(sleep)).toEqual([])
    // A program that ends at once is an ordinary result.
    expect((await background.run({ ...place.plant('echo over'), 'x-atip': { endless: true } })).result).toMatchObject({
      exit_code: 0,
      stdout: 'over\n',
    })
    await background.end()
  })

  test('the environment has no secrets of others', async () => {
    const env = {
      PLAIN: 'p',
      GH_TOKEN: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      DATABASE_URL: 'postgres://u:p@h/d',
      ODD_NAME: 'c',
      OWN_TOKEN: 'd',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'e',
      TRACEPARENT: 'of-the-host',
    }
    const other = { ...place.plant('true'), authentication: { methods: [{ type: 'token', envVar: 'ODD_NAME' }] } }
    const careful = await place.driver(person, { env, tools: [other] })
    const authentication = { required: true, methods: [{ type: 'token', envVar: 'OWN_TOKEN' }] }
    const { result } = await careful.run(place.plant('env', undefined, { authentication }))
    const seen = Object.fromEntries(result!.stdout.split('\n').map((line) => line.split('=') as [string, string]))
    expect(seen).toMatchObject({ PLAIN: 'p', OWN_TOKEN: 'd', HOME: place.home })
    for (const name of Object.keys(env))
      if (name !== 'PLAIN' && name !== 'OWN_TOKEN') expect(seen).not.toHaveProperty(name)
    await careful.end()
  })

  test('a tool that is not logged in says how to do it', async () => {
    const methods = [{ type: 'token', envVar: 'NO_SUCH_TOKEN', setupCommand: 'tool login' }]
    const missing = place.plant('touch ran', undefined, { authentication: { required: true, methods } })
    const { error } = await runner.run(missing)
    expect(error).toMatchObject({ errorClass: 'setup_required', errorCode: 'not_logged_in', didNotRun: true })
    expect(error!.message).toContain('run `tool login`, or set NO_SUCH_TOKEN')

    const state = join(place.cwd, `logged-in-${randomUUID()}`)
    const asked = place.plant(`case $1 in status) test -e ${state} ;; login) : >${state} ;; *) echo went ;; esac`)
    const authentication = { required: true, methods, checkCommand: `${asked.name} status` }
    const checked = { ...asked, authentication, commands: { ...asked.commands, status: { description: 'Tells' } } }
    expect((await runner.run(checked)).error).toMatchObject({ errorClass: 'setup_required' })
    const login = { ...asked, commands: { go: asked.commands!.go! } }
    expect(login.name).toBe(asked.name)
    await runner.run(place.plant(`${asked.name} login`))
    expect((await runner.run(checked)).result!.stdout).toBe('went\n')
    // A description cannot name another program to run.
    const evil = {
      ...asked,
      name: place.plant('echo went').name,
      authentication: { ...authentication, checkCommand: 'touch ran' },
    }
    await runner.run(evil)
    expect(readdirSync(place.cwd)).not.toContain('ran')
  })

  test('a host that is killed leaves no process', async () => {
    const sleep = word()
    const host = await place.driver(person)
    void host.run(place.plant(`trap '' TERM; (setsid sh -c '(setsid sleep ${sleep} &)' &)\nsleep ${sleep}`))
    const endless = { 'x-atip': { endless: true } }
    void host.run(place.plant(`setsid -f sleep ${sleep}; exec sleep ${sleep}`, undefined, endless))
    await until(() => processesWith(sleep).filter((pid) => commandOf(pid) === `sleep ${sleep}`).length === 4)
    host.child.kill('SIGKILL')
    await until(() => processesWith(sleep).length === 0)
  })
})

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').join(' ').trim()
  } catch {
    return ''
  }
}
