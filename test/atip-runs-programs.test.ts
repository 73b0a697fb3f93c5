import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../testing/until.js'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
const hasTerminal = spawnSync('script', ['--version']).status === 0
afterAll(() => place.clear())
const at = (name: string) => `${place.folder}/${name}`
const env = { PATH: `${at('bin')}:${dirname(process.execPath)}:/usr/bin:/bin` }
const run = (words: string[], more: { input?: string | Uint8Array; env?: Record<string, string> } = {}) => {
  scan()
  return place.run(words, { ...more, env: { ...env, ...more.env } })
}

/** All programs planted since the last scan are found by one scan before the next run. */
let isScanned = false
function scan() {
  if (!isScanned) place.run(['scan'], { env: { PATH: at('bin') } })
  isScanned = true
}

const reads = { filesystem: { read: true, write: false, delete: false }, network: false, subprocess: false }
const QUIET = { ...reads, destructive: false, reversible: true, idempotent: true, cost: { billable: false } }

const WORDS = [{ name: 'words', type: 'string', required: false, variadic: true, description: 'Words' }]

/** A program on PATH, with a description that the user vouches for. */
function plant(name: string, code: string, more: object = {}) {
  chmodSync(place.write(`bin/${name}`, `#!${process.execPath}\n${code}`), 0o755)
  const description = { atip: { version: '0.6' }, name, version: '1.0.0', description: `The tool ${name}` }
  const shim = { ...description, trust: { source: 'user' }, effects: QUIET, ...more }
  place.write(`.local/share/agent-tools/shims/${name}.json`, JSON.stringify(shim))
  isScanned = false
}

const audit = () => at('.local/state/agent-tools/audit')
const calls = () => place.data<{ what: string; decision: string; status: string }[]>(['audit', 'show'])

beforeEach(() => {
  for (const folder of ['bin', '.local', '.config']) rmSync(at(folder), { recursive: true, force: true })
  mkdirSync(at('bin'), { recursive: true })
  plant(
    'says',
    'const [code, ...words] = process.argv.slice(3); console.log(words.join(" ")); console.error("to stderr"); process.exit(Number(code))',
    { commands: { say: { description: 'Says', effects: QUIET, arguments: WORDS } } },
  )
})

describe('atip run', () => {
  test('passes output and exit code of the program on', () => {
    expect(run(['run', 'says', 'say', '0', 'one', 'two'])).toEqual({
      code: 0,
      stdout: 'one two\n',
      stderr: 'to stderr\n',
    })
    expect(run(['run', 'says', 'say', '42'])).toMatchObject({ code: 42, stdout: '\n' })
    const { data } = JSON.parse(run(['run', '-o', 'json', 'says', 'say', '3', 'x']).stdout) as { data: object }
    expect(data).toMatchObject({ tool: 'says', status: 'failed', exitCode: 3, stdout: 'x\n', stderr: 'to stderr\n' })
    expect(calls().map(({ decision, status }) => [decision, status])).toEqual([
      ['allow', 'succeeded'],
      ['allow', 'failed'],
      ['allow', 'failed'],
    ])
  })

  test('the mode of a policy holds, as it does for atip check and hooks', () => {
    place.write('project/.git/HEAD', 'ref: refs/heads/main\n')
    const line = ['touch', 'made.txt']
    const start = (words: string[]) => place.run(words, { env, cwd: at('project') })
    expect(start(['check', '--', line.join(' ')]).stdout).toMatch(/^ASK/)
    expect(start(['run', ...line]).code).toBe(123)
    expect(existsSync(at('project/made.txt'))).toBe(false)
    place.write('.config/agent-tools/policy.json', JSON.stringify({ version: '1', mode: 'balanced', rules: [] }))
    expect(start(['check', '--', line.join(' ')]).stdout).toMatch(/^ALLOW/)
    expect(start(['run', ...line]).code).toBe(0)
    expect(existsSync(at('project/made.txt'))).toBe(true)
    expect(start(['run', '--mode', 'default', 'touch', 'other.txt']).code).toBe(123)
  })

  test('what is not allowed does not run, and the exit code says why', () => {
    plant('harms', `require('fs').writeFileSync(${JSON.stringify(at('harmed'))}, '')`, {
      effects: { ...QUIET, destructive: true, reversible: false, filesystem: { write: true } },
    })
    plant('sends', `require('fs').writeFileSync(${JSON.stringify(at('harmed'))}, '')`, {
      effects: { ...QUIET, network: true },
    })
    expect(run(['run', 'sends'])).toMatchObject({ code: 123, stdout: '' })
    expect(run(['run', 'harms'])).toMatchObject({
      code: 126,
      stdout: '',
      stderr: expect.stringMatching(/refused by the guard: .*atip check -- harms/s) as string,
    })
    place.write('deny.json', JSON.stringify({ version: '1', rules: [{ decision: 'deny', command: 'harms' }] }))
    expect(run(['run', '--policy', 'deny.json', 'harms']).code).toBe(126)
    expect(run(['run', '--policy', 'deny.json', 'nosuchtool']).code).toBe(127)
    place.write('broken.json', '{')
    expect(run(['run', '--policy', 'broken.json', 'says', 'say', '0']).code).toBe(126)
    expect(existsSync(at('harmed'))).toBe(false)
    expect(calls().map(({ decision }) => decision)).toEqual(['deny', 'deny', 'deny', 'deny'])
  })

  test('secrets of the environment and of any shape are removed, also between two writes, and nowhere recorded', () => {
    const secret = 'blue-green-7-deploy'
    plant(
      'leaks',
      `process.stdout.write('the token is blue-gre'); setTimeout(() => process.stdout.write('en-7-deploy, ' + Buffer.from(${JSON.stringify(secret)}).toString('base64') + ' password=correcthorsebatterystaple\\n'), 50)`,
      {
        authentication: { required: false, methods: [{ type: 'token', envVar: 'LEAKS_LOGIN' }] },
        commands: { now: { description: 'Leaks', effects: QUIET, arguments: WORDS } },
      },
    )
    const given = { LEAKS_LOGIN: secret }
    const { stdout } = run(['run', 'leaks', 'now', secret], { env: given })
    expect(stdout).toBe('the token is [REDACTED], [REDACTED] password=[REDACTED]\n')
    const { data } = JSON.parse(run(['run', '-o', 'json', 'leaks', 'now'], { env: given }).stdout) as { data: object }
    expect(data).toMatchObject({ redactions: { secret: 3 } })
    const log = readFileSync(
      `${audit()}/${place.data<{ logs: { file: string }[] }>(['audit', 'verify']).logs[0]!.file.split('/').at(-1)}`,
      'utf8',
    )
    expect(log).not.toContain(secret)
    expect(log).not.toContain('correcthorse')
  })

  test('bytes pass through as they are', () => {
    plant('bytes', 'process.stdout.write(Buffer.from([0, 255, 254, 10, 128]))')
    const { status, stdout } = spawnBytes(['run', 'bytes'])
    expect([status, [...stdout]]).toEqual([0, [0, 255, 254, 10, 128]])
  })

  test('standard input is given where it is asked for', () => {
    plant('reads', "process.stdin.on('data', (data) => process.stdout.write(data)).on('end', () => console.log('.'))", {
      effects: { ...QUIET, interactive: { stdin: 'optional' } },
    })
    expect(run(['run', 'reads'], { input: 'hello' }).stdout).toBe('.\n')
    expect(run(['run', '--stdin', 'reads'], { input: 'hello' }).stdout).toBe('hello.\n')
  })

  test('what a tool says for help is asked of the tool', () => {
    plant('helps', 'console.log(process.argv.slice(2).join())')
    expect(run(['run', 'helps', '--help']).stdout).toBe('--help\n')
    expect(run(['run', 'helps', '--version']).stdout).toBe('--version\n')
  })

  test('Ctrl-C ends the whole tree and says what may have happened', async () => {
    plant(
      'tree',
      `const { spawn } = require('child_process')
       const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
       require('fs').writeFileSync(${JSON.stringify(at('pid'))}, String(child.pid)); console.log('started'); setInterval(() => {}, 1000)`,
    )
    const { child, output } = start(['run', 'tree'])
    await until(() => output().includes('started'))
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(130)
    expect(output()).toMatch(/may have happened and was not rolled back/)
    const pid = Number(readFileSync(at('pid'), 'utf8'))
    await until(() => !isAlive(pid))
    expect(calls()).toMatchObject([{ decision: 'allow', status: 'canceled' }])
  })

  test('a reader that goes away ends the program', async () => {
    plant('endless', 'setInterval(() => console.log("y".repeat(1000)), 1)')
    const { child } = start(['run', 'endless'])
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.stdout.destroy()
    await new Promise((resolve) => child.once('exit', resolve))
    expect(calls()).toMatchObject([{ status: 'canceled' }])
  })

  test('a time limit ends the program', () => {
    plant('waits', 'setInterval(() => {}, 1000)', { effects: { ...QUIET, duration: { timeout: '300ms' } } })
    expect(run(['run', 'waits']).code).toBe(124)
    expect(run(['run', '--minutes', '40000', 'waits']).code).toBe(2)
    plant('waits', 'setInterval(() => {}, 1000)')
    expect(run(['run', '--timeout', '1s', 'waits'])).toMatchObject({
      code: 124,
      stderr: expect.stringContaining('took too long') as string,
    })
  })

  test.skipIf(!hasTerminal)('Ctrl-C at a question is an interruption, and nothing runs', async () => {
    scan()
    const child = spawn('script', ['-qec', `'${process.execPath}' '${PROGRAM}' run touch made.txt`, '/dev/null'], {
      ...surroundings(),
      env: { ...surroundings().env, TERM: 'xterm', NO_COLOR: '1' },
    })
    let shown = ''
    child.stdout.on('data', (data) => void (shown += String(data)))
    await until(() => shown.includes('Allow it?'))
    child.stdin.write('\u0003')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130)
    expect(shown).toContain('the call was cancelled')
    expect(existsSync(at('made.txt'))).toBe(false)
  })

  test('a tool with a prime command is primed first, and does not run if that fails', () => {
    const answer = (more: string) => `
      if (process.argv[2] === 'prime') console.log(JSON.stringify({ ${more} session: { sessionId: 's' }, usageDirectives: { do: ['be kind'] } }))
      else require('fs').writeFileSync(${JSON.stringify(at('ran'))}, 'go')`
    const commands = { prime: { description: 'Primes', effects: QUIET }, go: { description: 'Goes', effects: QUIET } }
    const patterns = [
      { name: 'goes', description: 'Goes', executable: true, steps: [{ command: 'primed go', description: 'Goes' }] },
    ]
    plant('primed', answer("version: '1.0.0',"), { commands, patterns })
    expect(run(['prime', 'primed'])).toMatchObject({ code: 0, stdout: 'Do\n  be kind\n' })
    const starts = [
      ['run', 'primed', 'go'],
      ['call', 'primed_go'],
      ['pattern', 'run', 'primed', 'goes'],
    ]
    for (const words of starts) {
      expect(run(words).code).toBe(0)
      expect(readFileSync(at('ran'), 'utf8')).toBe('go')
      rmSync(at('ran'))
    }
    plant('primed', answer(''), { commands, patterns })
    expect(run(['prime', 'primed']).code).toBe(125)
    for (const words of starts) expect(run(words).code).toBe(125)
    expect(existsSync(at('ran'))).toBe(false)
  })

  test('the output of a program does not hold its answer to prime', () => {
    plant(
      'primed',
      `console.log(process.argv[2] === 'prime' ? JSON.stringify({ version: '1.0.0', session: { sessionId: 's' }, usageDirectives: { do: ['be kind'] } }) : 'went')`,
      { commands: { prime: { description: 'Primes', effects: QUIET }, go: { description: 'Goes', effects: QUIET } } },
    )
    const { stdout, stderr } = run(['run', 'primed', 'go'])
    expect(stdout).toBe('went\n')
    expect(stderr).toContain('be kind')
  })

  test('policies decide about prime as about any other call, and it is on the record', () => {
    const code = `require('fs').writeFileSync(${JSON.stringify(at('ran'))}, '')
      console.log(JSON.stringify({ version: '1.0.0', session: { sessionId: 's' }, usageDirectives: {} }))`
    // The tool's own description is not enough for the guard, but enough for prime.
    const commands = { prime: { description: 'Primes' }, go: { description: 'Goes', effects: QUIET } }
    plant('primed', code, { commands, effects: {} })
    const rule = (decision: string) => JSON.stringify({ version: '1', rules: [{ decision, command: 'primed prime' }] })
    place.write('deny.json', rule('deny'))
    place.write('ask.json', rule('ask'))
    expect(run(['prime', '--policy', 'deny.json', 'primed'])).toMatchObject({ code: 126, stdout: '' })
    expect(run(['prime', '--policy', 'ask.json', 'primed'])).toMatchObject({ code: 123, stdout: '' })
    expect(run(['prime', '--mode', 'plan', 'primed'])).toMatchObject({ code: 126, stdout: '' })
    expect(run(['run', '--policy', 'deny.json', 'primed', 'go'])).toMatchObject({ code: 125, stdout: '' })
    expect(existsSync(at('ran'))).toBe(false)
    expect(run(['prime', 'primed']).code).toBe(0)
    expect(existsSync(at('ran'))).toBe(true)
    const primes = calls().filter(({ what }) => what.startsWith('primed prime '))
    expect(primes.map(({ decision }) => decision)).toEqual(['deny', 'deny', 'deny', 'deny', 'allow'])
  })
})

describe('nothing runs without a record', () => {
  const markCode = `require('fs').writeFileSync(${JSON.stringify(at('mark'))}, '')`
  const refused = (more: { env?: Record<string, string> } = {}) => {
    rmSync(at('mark'), { force: true })
    plant('marks', markCode)
    const { code, stderr } = run(['run', 'marks'], more)
    expect([code, existsSync(at('mark'))]).toEqual([125, false])
    return stderr
  }

  test('where the log, or the folder of results, cannot be made', () => {
    place.write('file', '')
    expect(refused({ env: { ATIP_STATE_DIR: at('file') } })).toContain('ENOTDIR')
    place.write('.local/state/agent-tools/audit', '')
    expect(refused()).toContain('the audit log cannot be used')
  })

  test('where a line of the log was changed, and the line is named', () => {
    run(['run', 'says', 'say', '0'])
    const [{ file }] = place.data<{ logs: [{ file: string }] }>(['audit', 'verify']).logs
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.with(2, lines[2]!.replace('tool.', 'pool.')).join('\n'))
    expect(refused()).toContain('.0001.jsonl:3:')
    expect(run(['audit', 'verify'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('.jsonl:3: its hash') as string,
    })
    for (const words of ['show', 'stats']) {
      expect(run(['audit', words])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('.0001.jsonl:3 is broken; later calls are not shown') as string,
      })
    }
    writeFileSync(file, lines.join('\n').slice(0, -5))
    expect(run(['audit', 'show'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is not complete') as string,
    })
    writeFileSync(file, lines.toSpliced(1, 1).join('\n'))
    expect(run(['audit', 'verify']).stdout).toContain('.jsonl:2: it does not follow the line before it')
    writeFileSync(file, [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'))
    expect(run(['audit', 'verify']).stdout).toContain('.jsonl:2: it does not follow the line before it')
    writeFileSync(file, lines.join('\n'))
    expect(run(['audit', 'verify']).code).toBe(0)
  })

  test('where the disk is full', () => {
    plant('marks', markCode)
    rmSync(at('mark'), { force: true })
    run(['run', 'says', 'say', '0'])
    // The kernel limits the size of every file, to simulate a full disk.
    const line = `ulimit -f 2; exec ${process.execPath} ${PROGRAM} run marks`
    const { code, stderr } = shell(line)
    expect([code, existsSync(at('mark'))]).toEqual([125, false])
    expect(stderr).toContain('EFBIG')
  })

  test('a program that has run keeps its exit code when its output cannot be stored', () => {
    plant('prints', 'console.log("y".repeat(1_000_000))')
    run(['run', 'says', 'say', '0'])
    const { code, stderr } = shell(`trap '' XFSZ; ulimit -f 100; exec ${process.execPath} ${PROGRAM} run prints`)
    expect(code).toBe(0)
    expect(stderr).toContain('atip could not store all of stdout: EFBIG')
  })
})

describe('atip call', () => {
  const input = (value: unknown) => ['--input', JSON.stringify(value)]

  test('checks arguments against the schema, and prints what a model gets', () => {
    plant('adds', 'console.log(Number(process.argv[3]) + Number(process.argv[4]))', {
      commands: {
        up: {
          description: 'Adds',
          effects: QUIET,
          arguments: ['a', 'b'].map((name) => ({ name, type: 'integer', required: true, description: name })),
        },
      },
    })
    expect(run(['call', 'adds_up', ...input({ a: 1, b: 2 })])).toEqual({ code: 0, stdout: '3\n', stderr: '' })
    place.write('input.json', '{"a": 1, "b": 4}')
    expect(run(['call', 'adds_up', '--input', '@input.json']).stdout).toBe('5\n')
    expect(run(['call', 'adds_up', '--input=@input.json']).stdout).toBe('5\n')
    expect(run(['call', 'adds_up', '--input', '-'], { input: '{"a": 2, "b": 4}' }).stdout).toBe('6\n')
    expect(run(['call', 'adds_up', '--input', '-'], { input: '@input.json' }).code).toBe(2)
    expect(run(['call', 'adds_up', '--input', '@missing.json'])).toMatchObject({
      code: 66,
      stderr: expect.stringContaining('E1100') as string,
    })
    expect(run(['call', 'adds_up', ...input({ a: 1 })]).code).toBe(2)
    expect(run(['call', 'adds_up', ...input({ a: 1, b: 'x' })]).code).toBe(2)
    expect(run(['call', 'adds_up', ...input([])]).code).toBe(2)
    expect(run(['call', 'adds_up', '--input', '{']).code).toBe(2)
    expect(run(['call', 'adds_up', '--input', '{"a":1,"b":2,"__proto__":{"x":1}}']).code).toBe(2)
  })

  test.each(['__proto__', 'toString', 'constructor_x', 'nosuch_tool', '_', ''])('there is no tool %j', (name) => {
    expect(run(['call', name, '--input', '{}']).code).toBe(127)
  })

  test('ten megabytes, and bytes that are no text, are refused in one error', () => {
    plant('takes', '', {
      commands: {
        it: {
          description: 'x',
          effects: QUIET,
          arguments: [{ name: 'x', type: 'string', required: true, description: 'x' }],
        },
      },
    })
    const large = JSON.stringify({ x: 'a'.repeat(10_000_000) })
    const refused = run(['call', 'takes_it', '--input', '-'], { input: large })
    expect([refused.code, refused.stderr.length < 1000]).toEqual([2, true])
    expect(run(['call', 'takes_it', '--input', '-'], { input: Buffer.from([0x7b, 0xff, 0x7d]) })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not UTF-8') as string,
    })
  })
})

describe('atip pattern run', () => {
  const step = (command: string) => ({ command })
  const pattern = (name: string, more: object) => ({ name, description: name, ...more })
  beforeEach(() => {
    plant(
      'steps',
      `require('fs').appendFileSync(${JSON.stringify(at('steps'))}, process.argv.slice(2).join() + ';'); process.exit(process.argv[2] === 'fail' ? 7 : 0)`,
      {
        commands: Object.fromEntries(
          ['one', 'two', 'fail'].map((name) => [
            name,
            {
              description: name,
              effects: QUIET,
              arguments: [{ name: 'x', type: 'string', required: false, description: 'x' }],
            },
          ]),
        ),
        patterns: [
          pattern('go', {
            executable: true,
            steps: [step('steps one {x}'), step('steps two')],
            variables: { x: { type: 'string' } },
          }),
          pattern('advice', { steps: [step('steps one')] }),
          pattern('stops', { executable: true, steps: [step('steps one'), step('steps fail'), step('steps two')] }),
          pattern('refused', { executable: true, steps: [step('steps one'), step('steps unknown')] }),
        ],
      },
    )
    rmSync(at('steps'), { force: true })
  })
  const done = () => (existsSync(at('steps')) ? readFileSync(at('steps'), 'utf8') : '')

  test('runs every step, with values as single words', () => {
    expect(run(['pattern', 'run', 'steps', 'go', '--set', 'x=a b; $(c)']).code).toBe(0)
    expect(done()).toBe('one,a b; $(c);two;')
  })

  test('does not run what is only advice, lacks a value, or is not there', () => {
    expect(run(['pattern', 'run', 'steps', 'advice']).stderr).toContain('"executable": true')
    expect(run(['pattern', 'run', 'steps', 'go']).stderr).toContain('{x} has no value')
    expect(run(['pattern', 'run', 'steps', 'go', '--set', 'x=--force']).stderr).toContain('would be read as an option')
    expect(run(['pattern', 'run', 'steps', 'nope']).code).toBe(66)
    expect(done()).toBe('')
  })

  describe('of a file', () => {
    const patterns = at('.local/share/agent-tools/patterns')
    const asJson = (words: string[]) => JSON.parse(run([...words, '-o', 'raw']).stdout) as never
    const put = (file: string, value: unknown) => {
      mkdirSync(patterns, { recursive: true })
      writeFileSync(`${patterns}/${file}`, typeof value === 'string' ? value : JSON.stringify(value))
    }
    beforeEach(() => {
      rmSync(patterns, { recursive: true, force: true })
      put('mine.json', pattern('mine', { executable: true, steps: [step('steps one'), step('steps two')] }))
      put('theirs.json', pattern('theirs', { executable: true, steps: [step('steps one')] }))
      put('.from-registries.json', ['theirs.json'])
      put('others.json', pattern('others', { executable: true, steps: [step('something else')] }))
      put('bad.json', '{bad')
    })

    test('runs if its steps call the tool, and not if a registry delivered it', () => {
      expect(run(['pattern', 'run', 'steps', 'mine']).code).toBe(0)
      expect(done()).toBe('one;two;')
      expect(run(['pattern', 'run', 'steps', 'theirs']).stderr).toContain('the pattern is advice')
      expect(run(['pattern', 'run', 'steps', 'others']).code).toBe(66)
      // It is no longer known which files are from a registry.
      put('.from-registries.json', '{bad')
      expect(run(['pattern', 'run', 'steps', 'mine']).stderr).toContain('the pattern is advice')
      expect(done()).toBe('one;two;')
    })

    test('is listed and shown', () => {
      const names = ({ patterns: listed }: { patterns: { name: string; executable: boolean }[] }) =>
        listed.map(({ name, executable }) => `${name} ${executable}`)
      expect(names(asJson(['pattern', 'list']))).toEqual(['mine true', 'others true', 'theirs false'])
      expect(names(asJson(['pattern', 'list', 'steps']))).toEqual(expect.arrayContaining(['mine true', 'theirs false']))
      expect(names(asJson(['pattern', 'list', 'steps'])).join()).not.toContain('others')
      expect(run(['pattern', 'list']).stdout).toMatch(
        /mine +mine\n[^]*theirs +theirs \(advice\)\n[^]*bad\.json is not used/,
      )
      expect(asJson(['pattern', 'show', 'mine'])).toMatchObject({
        name: 'mine',
        steps: [step('steps one'), step('steps two')],
      })
      expect(run(['pattern', 'show', 'theirs']).stdout).toContain('Advice: it is not run')
      expect(run(['pattern', 'show', 'nope']).code).toBe(66)
    })
  })

  test('ends at the first step that fails or is not allowed', () => {
    expect(run(['pattern', 'run', 'steps', 'stops']).code).toBe(7)
    expect(done()).toBe('one;fail;')
    expect(run(['pattern', 'run', 'steps', 'refused'])).toMatchObject({
      code: 123,
      stderr: expect.stringContaining('step 2, steps unknown') as string,
    })
    expect(done()).toBe('one;fail;one;')
  })
})

function start(words: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words], surroundings())
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => void (text += String(data)))
  return { child, output: () => text }
}

function surroundings() {
  scan()
  return { cwd: place.folder, env: { HOME: place.folder, ...env } }
}

function spawnBytes(words: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...words], surroundings())
}

function shell(line: string) {
  const { status, stderr } = spawnSync('/bin/bash', ['-c', line], { ...surroundings(), encoding: 'utf8' })
  return { code: status, stderr }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
