import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('fixtures/stories-program.mjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'tooli-stories-'))
const env = { PATH: process.env.PATH, HOME: home }

afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Document {
  ok: boolean
  data?: unknown
  error?: { code: string; category: string; message: string; suggestion?: { example?: string }; details?: unknown }
  meta: Record<string, unknown>
}

function run(args: string[], more: { env?: Record<string, string>; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...env, ...more.env },
    input: more.input ?? '',
    maxBuffer: 1e9,
  })
  return { code: status, stdout, stderr, document: parse(stdout) }
}

function parse(text: string): Document | undefined {
  try {
    return JSON.parse(text) as Document
  } catch {
    return undefined
  }
}

test('two megabytes arrive whole at a reader that is slow', async () => {
  const child = spawn(process.execPath, [program, 'big'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.pause()
  await new Promise((resolve) => setTimeout(resolve, 300))
  for await (const chunk of child.stdout) {
    chunks.push(chunk as Buffer)
    if (chunks.length < 5) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const text = Buffer.concat(chunks).toString()
  expect(text.length).toBeGreaterThan(2_000_000)
  expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(20_000)
})

test('a reader that goes away is nothing to complain about', () => {
  const line = `${process.execPath} ${program} big -o jsonl | head -n 2; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env })
  expect(stdout.trim().split('\n')).toHaveLength(3)
  expect(stdout.trim().split('\n')[2]).toBe('0')
  expect(stderr).toBe('')
})

test('what a command prints by itself never reaches stdout', () => {
  const { document, stderr, code } = run(['prints'])
  expect(document).toMatchObject({ ok: true, data: { done: true } })
  expect(stderr).toBe('a stray line\nand another\n')
  expect(code).toBe(0)
})

test('secrets in what a command prints by itself are masked', () => {
  const env = { STORIES_TOKEN: 'hunter6-secret' }
  const { stdout, stderr } = run(['prints-secret', '-o', 'json'], { env })
  expect(stdout + stderr).not.toContain('hunter6-secret')
  const lines = ['kept', 'console', 'error', 'stream', 'bytes', 'descriptor']
  expect(stderr).toBe(lines.map((line) => `${line} [secret]\n`).join(''))
})

test.each([
  ['throws-later', 'late [secret]'],
  ['rejects-unseen', 'unseen'],
])('what a command throws outside of its own promise ends the call with a document: %s', (command, message) => {
  const { code, document, stderr } = run([command, '-o', 'json'], { env: { STORIES_TOKEN: 'hunter7-secret' } })
  expect(document).toMatchObject({ ok: false, error: { code: 'E5000' }, meta: { command } })
  expect(document!.error!.message).toBe(`unexpected failure: ${message}`)
  expect(stderr).not.toContain('hunter7-secret')
  expect(code).toBe(1)
})

test.skipIf(!existsSync('/dev/full'))('a result that cannot be written is one line on stderr and exit code 74', () => {
  const line = ['nothing', 'prints', 'stream -o jsonl', 'fails', '--help', '--version', '--agent', 'prime', 'nosuch']
  for (const words of line) {
    const { status, stderr } = spawnSync('bash', ['-c', `'${process.execPath}' '${program}' ${words} >/dev/full`], {
      encoding: 'utf8',
      env,
    })
    const isFailure = ['fails', 'nosuch'].includes(words)
    expect([words, stderr]).toEqual([
      words,
      expect.stringContaining('cannot write the result: no space left on device\n'),
    ])
    expect([words, stderr]).toEqual([words, expect.not.stringContaining('    at ')])
    if (!isFailure) expect([words, status]).toEqual([words, 74])
  }
})

test.each([['-o', 'json'], ['-o', 'text'], []])(
  'programs that a command starts and writes to the descriptor do not reach stdout either: %s %s',
  (...words) => {
    const { stdout, stderr, code } = run(['leaks', ...words])
    const lines = ['spawnSync', 'execSync', 'spawn', 'writeSync', 'writeFileSync', 'appendFileSync']
    expect(stderr).toBe(`${lines.join('\n')}\n`)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toContain('kept')
    expect(code).toBe(0)
  },
)

test('a program that a command starts has the terminal', async () => {
  const { screen } = await inTerminal(['leaks'], '')
  expect(screen).toContain('spawnSync\r\n')
})

test('serving over stdio says on a terminal what it waits for', async () => {
  const line = `'${process.execPath}' '${program}' --serve-mcp stdio`
  const child = startInTerminal(line)
  let screen = ''
  child.stdout.on('data', (chunk) => {
    const isFirst = !screen.includes('\n')
    screen += String(chunk)
    if (isFirst && screen.includes('\n')) child.stdin.write('\u0003')
  })
  await new Promise((resolve) => child.on('close', resolve))
  expect(screen).toContain('stories waits for an MCP client on stdin')
  expect(screen).toContain('"stories --serve-mcp stdio"')
  expect(run(['--serve-mcp', 'stdio']).stderr).toBe('')
})

test.each([
  ['exits', 'E5002', 1],
  ['throws', 'E5000', 1],
  ['fails', 'E3001', 1],
  ['wrong-shape', 'E5001', 1],
])('a command that %s gives one document, the code %s and exit code %i', (command, errorCode, exitCode) => {
  const { document, stderr, code } = run([command])
  expect(document).toMatchObject({ ok: false, error: { code: errorCode }, meta: { tool: 'stories', command } })
  expect(parse(stderr)).toEqual({ error: document!.error })
  expect(code).toBe(exitCode)
})

test('no result is still one document', () => {
  expect(run(['nothing']).document).toMatchObject({ ok: true, data: null })
})

test.each([
  [['fail'], 'E1001', 'stories fails'],
  [['stream', '--too', '5'], 'E1002', 'stories stream --to 5'],
  [['stream', '--to'], 'E1003', 'stories stream --to <to>'],
  [['stream', '--to', 'five'], 'E1004', 'stories stream --to <to>'],
  [['wipe'], 'E1005', 'stories wipe <what>'],
  [['stream', 'extra'], 'E1006', undefined],
  [['stream', '--input', '{'], 'E1007', 'stories stream --input <input>'],
])('wrong words %j exit with 2, the code %s and the line that helps', (args, errorCode, example) => {
  const { document, code } = run(args)
  expect(document!.error!.code).toBe(errorCode)
  expect(document!.error!.suggestion?.example).toBe(example)
  expect(code).toBe(2)
})

test('a file that cannot be read exits with 66 and says which', () => {
  const { document, code } = run(['stream', '--input', '@/nowhere/x.json'])
  expect(document!.error).toMatchObject({ code: 'E1008', details: { path: '/nowhere/x.json' } })
  expect(code).toBe(66)
})

test('the whole input may be JSON, from a word, a file or stdin', () => {
  expect(run(['stream', '--input', '{"to": 2}']).document!.data).toEqual([{ n: 1 }, { n: 2 }])
  expect(run(['stream', '--input', '-'], { input: '{"to": 1}' }).document!.data).toEqual([{ n: 1 }])
})

test('a stream is one document in JSON and a line for each item as it comes in JSON lines', () => {
  expect(run(['stream']).document!.data).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(run(['stream', '-o', 'jsonl']).stdout).toBe('{"n":1}\n{"n":2}\n{"n":3}\n')
})

/** Starts a line in a real terminal. It may end before it has read all typed input. */
function startInTerminal(line: string) {
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...env, TERM: 'dumb' } })
  child.stdin.on('error', () => {})
  return child
}

/** Runs in a real terminal; sends input when the prompt is shown. */
async function inTerminal(args: string[], typed: string): Promise<{ screen: string; code: number | null }> {
  const child = startInTerminal([process.execPath, program, ...args].map((word) => `'${word}'`).join(' '))
  let screen = ''
  child.stdout.on('data', (chunk) => {
    const wasAsked = screen.includes('[y/N]')
    screen += String(chunk)
    if (!wasAsked && screen.includes('[y/N]')) child.stdin.write(typed)
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { screen, code }
}

/** Types each answer when its prompt is shown. `screen` is the visible text. */
async function answering(args: string[], answers: readonly (readonly [shown: string, typed: string])[]) {
  const child = startInTerminal([process.execPath, program, ...args].map((word) => `'${word}'`).join(' '))
  const left = [...answers]
  let screen = ''
  child.stdout.on('data', (chunk) => {
    screen += String(chunk)
    if (left.length > 0 && screen.includes(left[0]![0])) child.stdin.write(left.shift()![1])
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { screen, code }
}

test('missing values are asked for on a terminal, and a secret is not shown while it is typed', async () => {
  const { screen, code } = await answering(
    ['sign-in', '-o', 'json'],
    [
      ['Your name: ', 'Ann\n'],
      ['Kind: ', '2\n'],
      ['Token: ', 'HUSH-HUSH\n'],
    ],
  )
  expect(code).toBe(0)
  expect(screen).toMatch(/1\) user\r?\n {2}2\) robot/)
  expect(screen).toMatch(/"name": "Ann",\s+"kind": "robot",\s+"length": 9/)
  expect(screen).not.toContain('HUSH')
  const cancelled = await answering(['sign-in'], [['Your name: ', '\u0003']])
  expect(cancelled).toMatchObject({ code: 130, screen: expect.stringContaining('cancelled; nothing was done') })
  expect(run(['sign-in'])).toMatchObject({ code: 2, document: { error: { code: 'E1005' } } })
})

test('a question says what is affected, and every answer has its exit code', async () => {
  const declined = await inTerminal(['wipe', 'old-notes'], 'n\n')
  expect(declined.screen).toContain('(old-notes): this is destructive. Go on? [y/N]')
  expect(declined).toMatchObject({ code: 1, screen: expect.stringContaining('declined; nothing was done') })
  const cancelled = await inTerminal(['wipe', 'old-notes'], '\u0003')
  expect(cancelled).toMatchObject({ code: 130, screen: expect.stringContaining('cancelled; nothing was done') })
  expect(await inTerminal(['wipe', 'old-notes'], '\u0004')).toMatchObject({ code: 1 })
  const agreed = await inTerminal(['wipe', 'old-notes'], 'y\n')
  expect(agreed).toMatchObject({ code: 0, screen: expect.stringContaining('really deleted old-notes') })
})

test('Ctrl-C at a question that a command asks itself is a cancellation', async () => {
  const { code, screen } = await answering(['asks'], [['Your name? ', '\u0003']])
  expect(screen).toContain('error[E4901]: cancelled')
  expect(code).toBe(130)
})

test.each(['slow', 'deaf'])('Ctrl-C ends a command that is %s with a document and 130', async (command) => {
  const child = spawn(process.execPath, [program, command], { env })
  let stdout = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  // It logs that it has started.
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(parse(stdout)).toMatchObject({ ok: false, error: { code: 'E4901' } })
  expect(code).toBe(130)
})

test.each(['slow', 'deaf'])(
  'a time limit ends a command that is %s, says that it may be retried, and exits with 75',
  (command) => {
    const { document, code } = run([command, '--timeout', '200ms'])
    expect(document).toMatchObject({ ok: false, error: { code: 'E4900', category: 'runtime', is_retryable: true } })
    expect(code).toBe(75)
  },
)

test('destruction needs a yes, and a dry run lists it instead', () => {
  const refused = run(['wipe', 'notes'])
  expect(refused.document!.error).toMatchObject({
    code: 'E3900',
    suggestion: { action: 'ask_user', example: 'stories wipe notes --yes' },
  })
  expect(refused.code).toBe(77)
  expect(refused.stderr).not.toContain('really deleted')
  const planned = run(['wipe', 'notes', '--dry-run'])
  expect(planned.document).toMatchObject({ ok: true, data: null, meta: { dry_run: true, plan: ['delete notes'] } })
  expect(planned.stderr).not.toContain('really deleted')
  const done = run(['wipe', 'notes', '--yes'])
  expect(done.document).toMatchObject({ ok: true, data: { deleted: 'notes' } })
  expect(done.stderr).toContain('really deleted notes')
})

test('a question of a command that nobody can answer says what to do', () => {
  const { code, document } = run(['confirms'])
  expect(code).toBe(77)
  expect(document!.error).toMatchObject({
    code: 'E3900',
    suggestion: { action: 'ask_user', example: 'stories confirms --yes' },
  })
})

test('a writer that cannot plan refuses a dry run instead of writing', () => {
  expect(run(['write', '--dry-run'])).toMatchObject({ code: 2, document: { error: { code: 'E1009' } } })
})

test('a read-only policy refuses writers and lets readers through', () => {
  const policy = { TOOLI_POLICY: 'read-only' }
  expect(run(['write'], { env: policy })).toMatchObject({ code: 77, document: { error: { code: 'E3901' } } })
  expect(run(['wipe', 'x', '--yes'], { env: policy }).code).toBe(77)
  expect(run(['stream'], { env: policy }).code).toBe(0)
  expect(run(['stream'], { env: { TOOLI_POLICY: 'readonly' } }).code).toBe(78)
})

test('a secret comes from a file, the environment or stdin, and is shown nowhere', () => {
  const fromEnvironment = run(['login'], { env: { STORIES_TOKEN: 'hunter2-secret' } })
  expect(fromEnvironment.document!.data).toEqual({ token: '[secret]', header: 'Bearer [secret]' })
  const fromStdin = run(['login', '--token', '@stdin'], { input: 'hunter3-secret\n' })
  expect(fromStdin.document!.data).toEqual({ token: '[secret]', header: 'Bearer [secret]' })
  const onTheLine = run(['login', '--token', 'hunter4-secret'])
  expect(onTheLine.code).toBe(2)
  expect(onTheLine.stdout + onTheLine.stderr).not.toContain('hunter4-secret')
})

test('a secret is masked in the items of a stream and in what is logged', () => {
  const env = { STORIES_TOKEN: 'hunter5-secret' }
  for (const mode of ['json', 'jsonl', 'raw', 'text']) {
    const { stdout, stderr } = run(['login-stream', '-o', mode], { env })
    expect(stdout + stderr).not.toContain('hunter5-secret')
    expect(stdout).toContain('[secret]')
  }
})

test('a stream whose reader goes away ends without a word', () => {
  const line = `${process.execPath} ${program} stream --to 5000 -o jsonl | head -n 1`
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env })
  expect({ stdout, stderr }).toEqual({ stdout: '{"n":1}\n', stderr: '' })
})

test('a stream in a pipe is printed as text as it comes', () => {
  // So many items could never be collected.
  const line = `timeout 20 ${process.execPath} ${program} stream --to 1000000000 -o text | head -n 2`
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env })
  expect({ stdout, stderr }).toEqual({ stdout: '1\n2\n', stderr: '' })
})

test('fields and limits hold for streams too', () => {
  const { stdout, stderr } = run([
    'stream',
    '--to',
    '9',
    '--limit',
    '2',
    '--cursor',
    '1',
    '--fields',
    'n',
    '-o',
    'jsonl',
  ])
  expect(stdout).toBe('{"n":2}\n{"n":3}\n')
  expect(stderr).toBe('2 shown; for the rest: --limit 2 --cursor 3\n')
})

test.each([
  [['stream', '--limit', '0'], {}, 'E1004', 2],
  [['stream', '--limit', '-1'], {}, 'E1004', 2],
  [['stream', '--nope'], {}, 'E1002', 2],
  [['--nope'], {}, 'E1002', 2],
  [['open', '/nowhere/at/all'], {}, 'E1008', 66],
  [['open', '/'], {}, 'E1008', 66],
  [['open', program, '--from', 'nope'], {}, 'E1004', 2],
  [['stream'], { TOOLI_OUTPUT: 'jsn' }, 'E1010', 78],
])('%j with %j is refused with %s and exits with %i', (args, more, errorCode, exitCode) => {
  const { document, code } = run(args, { env: more })
  expect({ code: document!.error!.code, exit: code }).toEqual({ code: errorCode, exit: exitCode })
})

test('what the line lacks may come as JSON', () => {
  expect(run(['wipe', '--yes', '--input', '{"what": "notes"}']).document).toMatchObject({ data: { deleted: 'notes' } })
})

test('a guess between words of one letter is no advice, a beginning is', () => {
  expect(run(['open', program, '--level', 'c']).document!.error!.suggestion).toMatchObject({
    applicability: 'has_placeholders',
  })
  expect(run(['open', program, '--level', 'warning']).document!.error!.suggestion?.example).toContain('--level warn')
})

test('the same idempotency key gives the same answer from a new process, and a conflict for another request', () => {
  const first = run(['count', '--idempotency-key', 'k1'])
  const second = run(['count', '--idempotency-key', 'k1'])
  expect(second.document!.data).toEqual(first.document!.data)
  expect(second.document!.meta.replayed).toBe(true)
  expect(run(['count', '--idempotency-key', 'k2']).document!.data).not.toEqual(first.document!.data)
  expect(run(['count', '--by', '2', '--idempotency-key', 'k1']).document!.error!.code).toBe('E3902')
})

test('a list that is cut says how to get the rest, and that works', () => {
  const first = run(['stream', '--to', '5', '--limit', '2']).document!
  expect(first.data).toEqual([{ n: 1 }, { n: 2 }])
  expect(first.meta.truncated).toEqual({ shown: 2, total: 5, cursor: '2', next: '--limit 2 --cursor 2' })
  expect(run(['stream', '--to', '5', '--limit', '2', '--cursor', '4']).document).toMatchObject({ data: [{ n: 5 }] })
})

test('only the fields that were asked for, and bare data on request', () => {
  expect(run(['big', '--fields', 'index', '--limit', '1']).document!.data).toEqual([{ index: 0 }])
  expect(run(['stream', '--to', '1', '-o', 'raw']).stdout).toBe('[{"n":1}]\n')
})
