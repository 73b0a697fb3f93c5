import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { callPath } from '../execute/call-path.js'
import { completeTool } from './complete-tool.js'
import { toCli } from './to-cli.js'
import type { AgentifyOptions } from './vocabulary/types.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-to-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program whose first argument selects what it does. */
const script = join(folder, 'cli.mjs')
writeFileSync(
  script,
  `import { spawn } from 'node:child_process'
const [word, ...rest] = process.argv.slice(2)
const acts = {
  echo: () => console.log(JSON.stringify({ rest, cwd: process.cwd(), token: process.env.TOKEN })),
  text: () => console.log('plain'),
  flood: () => process.stdout.write('x'.repeat(1_000_500)),
  fail: () => { console.error('first\\nit is broken'); process.exitCode = 7 },
  stdin: () => process.stdin.on('data', () => {}).on('end', () => console.log('end of input')),
  wait: () => {
    // It does not listen, and is there when it says so.
    const code = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); require("fs").writeFileSync(process.env.PIDS, JSON.stringify([process.ppid, process.pid]))'
    spawn(process.execPath, ['-e', code], { stdio: 'ignore' })
    setInterval(() => {}, 1000)
  },
}
acts[word]()
`,
)

const bare = (description: string) => ({ description })
const tool: AtipTool = {
  atip: { version: '0.6' },
  name: '',
  version: '',
  description: '',
  commands: {
    echo: {
      description: 'Say it again',
      arguments: [{ name: 'word', type: 'string', required: false, variadic: true }],
      options: [
        { name: 'output', flags: ['-o', '--output'], type: 'string', default: 'x' },
        { name: 'count', flags: ['--count'], type: 'integer' },
        { name: 'colour', flags: ['--colour'], type: 'string', 'x-atip': { optionalValue: true } },
        { name: 'word', flags: ['--word'], type: 'boolean' },
        { name: 'token', flags: ['--token'], type: 'string', required: true, envVar: 'TOKEN' },
      ],
    },
    text: bare('Text'),
    flood: bare('Much text'),
    fail: bare('Fail'),
    stdin: bare('Read'),
    wait: bare('Wait'),
  },
  globalOptions: [{ name: 'help', flags: ['--help'], type: 'boolean', 'x-atip': { harmless: 'help' } }],
}

beforeEach(() => void (process.env.TOKEN = 'from the environment'))
afterEach(() => void delete process.env.TOKEN)

function cliWith(options: AgentifyOptions = {}) {
  const program = [process.execPath, script] as const
  return toCli(completeTool(tool, options, program), options, program)
}

const call = (path: string, input: Record<string, unknown> = {}, how: object = {}, options: AgentifyOptions = {}) =>
  callPath(cliWith(options), path, input, { yes: true, ...how })

test('a call starts the program with the words for its input, in this folder and environment', async () => {
  const input = { word: ['a b', '--x', '$HOME'], count: -3, colour: true, wordOption: true, output: '' }
  const result = await call('echo', input)
  expect(result).toMatchObject({
    exit_code: 0,
    json: {
      rest: ['--output', '', '--count=-3', '--colour', '--word', '--', 'a b', '--x', '$HOME'],
      cwd: process.cwd(),
      token: 'from the environment',
    },
  })
})

test('defaults, and what the environment gives, are left to the program', async () => {
  expect(await call('echo')).toMatchObject({ json: { rest: [] } })
})

test('an option that must be given is asked for where the environment has none', async () => {
  delete process.env.TOKEN
  await expect(call('echo')).rejects.toMatchObject({ code: 'E1005' })
})

test('input is checked before anything is started', async () => {
  await expect(call('echo', { count: 'many' })).rejects.toMatchObject({ code: 'E1004' })
  await expect(call('echo', { colours: 'red' })).rejects.toMatchObject({ code: 'E1002' })
  // Help options are not inputs of a call.
  await expect(call('echo', { help: true })).rejects.toMatchObject({ code: 'E1002' })
})

test('text is text, and nothing can be read from stdin', async () => {
  expect(await call('text')).toEqual({ exit_code: 0, stdout: 'plain\n', stderr: '' })
  expect(await call('stdin')).toMatchObject({ stdout: 'end of input\n' })
})

test('what is too long is cut, and it is said how much is missing', async () => {
  const { stdout, truncated } = (await call('flood')) as { stdout: string; truncated: string }
  expect(stdout).toHaveLength(1_000_000)
  expect(truncated).toBe('the last 500 bytes of stdout are left out')
})

test('a program that fails is a failure at run time, with what it said', async () => {
  await expect(call('fail')).rejects.toMatchObject({
    code: 'E4902',
    category: 'runtime',
    message: 'cli fail exited with 7: first\nit is broken',
    exitCode: 7,
    details: { exit_code: 7, stdout: '', stderr: 'first\nit is broken\n' },
  })
})

test('when the caller gives up, the program and what it started are ended', async () => {
  process.env.PIDS = join(folder, 'pids.json')
  const controller = new AbortController()
  const running = call('wait', {}, { signal: controller.signal })
  const pids = await eventually(() => JSON.parse(readFileSync(process.env.PIDS!, 'utf8')) as number[])
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'E4901' })
  await eventually(() => {
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
  })
})

async function eventually<T>(look: () => T): Promise<T> {
  for (;;) {
    try {
      return look()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('declared effects are enforced as on our own commands', async () => {
  const effects = { text: { destructive: true }, echo: { filesystem: { write: false, delete: false } } }
  await expect(call('text', {}, { yes: false }, { effects })).rejects.toMatchObject({ code: 'E3900' })
  expect(await call('text', {}, { yes: true }, { effects })).toMatchObject({ stdout: 'plain\n' })
  process.env.TOOLI_POLICY = 'read-only'
  try {
    expect(await call('echo', {}, {}, { effects })).toMatchObject({ exit_code: 0 })
    // `fail` is not declared read-only.
    await expect(call('fail', {}, {}, { effects })).rejects.toMatchObject({ code: 'E3901' })
  } finally {
    delete process.env.TOOLI_POLICY
  }
})

test('effects of a command that is not there are refused, with the commands that are', () => {
  expect(() => cliWith({ effects: { ecko: { network: false } } })).toThrow(
    'agentify: "effects" names "ecko", which is not a command of cli; there are "echo", "text"',
  )
})
