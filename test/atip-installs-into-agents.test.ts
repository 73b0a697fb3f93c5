import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOG_LIMIT } from '../packages/atip/src/hooks/index.js'
import { Place, PROGRAM } from './fixtures/start-atip.js'

let place: Place
beforeEach(() => {
  place = new Place()
})
afterEach(() => place.clear())

/** Independent of this machine: no agent is on this PATH. */
const env = { PATH: '/usr/bin:/bin' }
const atip = (...words: string[]) => place.run(words, { env })
const dataOf = <T>(...words: string[]) => (JSON.parse(atip('-o', 'json', ...words).stdout) as { data: T }).data
const read = (name: string) => readFileSync(join(place.folder, name), 'utf8')

interface Listed {
  agents: { agent: string; isFound: boolean; files: { role: string; state: string }[] }[]
}
const stateOf = (agent: string) =>
  dataOf<Listed>('install', '--list')
    .agents.find((one) => one.agent === agent)!
    .files.map(({ role, state }) => `${role}: ${state}`)

test('all agents that are found are installed into, listed, and left as they were', () => {
  place.write('.claude/settings.json', '{\n  // mine\n  "model": "opus",\n}\n')
  place.write('.gemini/settings.json', '{}')
  expect(stateOf('claude-code')).toEqual(['hook: absent', 'server: absent'])
  expect(atip('install', '--all', '--yes').code).toBe(0)
  expect(stateOf('claude-code')).toEqual(['hook: current', 'server: current'])
  expect(stateOf('gemini')).toEqual(['hook and server: current'])
  expect(existsSync(join(place.folder, '.codex'))).toBe(false)
  const command = (
    JSON.parse(read('.gemini/settings.json')) as { hooks: { BeforeTool: [{ hooks: [{ command: string }] }] } }
  ).hooks.BeforeTool[0].hooks[0].command
  expect(command).toContain(`${process.execPath} ${PROGRAM} hook gemini`)
  expect(atip('uninstall', '--yes').code).toBe(0)
  expect(read('.claude/settings.json')).toBe('{\n  // mine\n  "model": "opus",\n}\n')
  expect(read('.gemini/settings.json')).toBe('{}')
  expect(readdirSync(place.folder).sort()).toEqual(['.claude', '.gemini', '.local'])
})

test('without a yes, and in a dry run, nothing is written', () => {
  place.write('.claude/settings.json', '{}')
  const asked = atip('install', 'claude-code')
  expect(asked.code).not.toBe(0)
  expect(asked.stderr).toContain('+         "matcher"')
  expect(atip('install', 'claude-code', '--dry-run').stderr).toContain('+         "matcher"')
  expect(read('.claude/settings.json')).toBe('{}')
  expect(readdirSync(place.folder)).toEqual(['.claude'])
})

test('hooks that are turned off are reported when atip is installed, and by doctor', () => {
  place.write('.claude/settings.json', '{"disableAllHooks": true}')
  const { code, stdout } = atip('install', 'claude-code', '--yes')
  expect(code).toBe(0)
  expect(stdout).toContain('Claude Code ignores the hook until you turn hooks on')
  expect(stdout).toContain('disableAllHooks in ')
  const doctor = () => dataOf<{ checks: { name: string; status: string; message: string }[] }>('doctor').checks
  const row = { name: 'claude-code', status: 'problem' }
  expect(doctor()).toContainEqual(expect.objectContaining(row))
  writeFileSync(join(place.folder, '.claude/settings.json'), read('.claude/settings.json').replace('true', 'false'))
  expect(doctor()).toContainEqual(expect.objectContaining({ ...row, status: 'ok' }))
  atip('uninstall', '--yes')
  expect(doctor().map(({ name }) => name)).not.toContain('claude-code')
})

test('doctor with the name of an agent checks that agent', () => {
  const { checks } = dataOf<{ checks: object[] }>('doctor', 'codex')
  expect(checks).toEqual([
    { name: 'codex', status: 'warning', message: expect.any(String) as string, fix: ['atip install codex'] },
  ])
})

test('a settings file that is a dangling link is left alone, and the reason given', () => {
  mkdirSync(join(place.folder, '.claude'))
  symlinkSync('/nonexistent/settings.json', join(place.folder, '.claude/settings.json'))
  const { code, stdout } = atip('install', 'claude-code', '--yes')
  expect(code).toBe(1)
  expect(stdout).toContain('It was left as it is: it is a link to a file that does not exist')
  expect(stateOf('claude-code')).toContain('server: current')
})

test('how strict it is decides about questions, and about the policy', () => {
  const policy = '.config/agent-tools/policy.json'
  atip('install', 'claude-code', '--strict', 'terrible', '--yes')
  expect(read('.claude/settings.json')).toContain('hook claude-code --ask pass')
  expect(JSON.parse(read(policy))).not.toHaveProperty('mode')
  expect(stateOf('claude-code')).toEqual(['hook: current', 'server: current'])
  atip('install', 'claude-code', '--strict', 'balanced', '--yes')
  expect(read('.claude/settings.json')).not.toContain('--ask')
  expect(JSON.parse(read(policy))).toHaveProperty('mode', 'balanced')
  const mine = '{\n  "version": "1",\n  "rules": [] // none\n}\n'
  writeFileSync(join(place.folder, policy), mine)
  atip('install', 'claude-code', '--strict', 'careful', '--yes')
  expect(read(policy)).toBe(mine)
})

test('what cannot be edited is left alone, the rest is done, and the exit code says so', () => {
  place.write('.claude/settings.json', '{ broken')
  const { code, stdout } = atip('install', 'claude-code', '--yes')
  expect(code).toBe(1)
  expect(stdout).toContain('It was left as it is: it is not valid JSON')
  expect(stdout).toContain('"PreToolUse"')
  expect(read('.claude/settings.json')).toBe('{ broken')
  expect(stateOf('claude-code')).toContain('server: current')
})

test('two versions of an agent on PATH are both named, the first one first', () => {
  const programs = ['new', 'old'].map((name) => place.write(`${name}/claude`, '#!/bin/sh\n'))
  for (const program of programs) chmodSync(program, 0o755)
  const PATH = [...['new', 'old'].map((name) => join(place.folder, name)), '/usr/bin', '/bin'].join(':')
  const { stdout } = place.run(['install', '--list', '-o', 'json'], { env: { PATH } })
  const { agents } = (JSON.parse(stdout) as { data: { agents: { agent: string; programs: string[] }[] } }).data
  expect(agents[0]).toMatchObject({ agent: 'claude-code', programs })
})

test('the settings for administrators are in the notation of each agent', () => {
  const { managed } = dataOf<{ managed: { agent: string; file: string; text: string }[] }>('install', '--managed')
  expect(managed.map(({ agent }) => agent)).toEqual(['claude-code', 'codex', 'gemini', 'cursor'])
  for (const { file, text } of managed) {
    if (file.endsWith('.json')) expect(JSON.parse(text)).toHaveProperty('hooks')
    else expect(text).toContain('[[hooks.PreToolUse]]')
    expect(text).not.toMatch(/mcpServers|mcp_servers/)
  }
})

const judge = (command: string, more: Record<string, string> = {}) =>
  place.run(['hook', 'claude-code'], {
    input: JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      cwd: place.folder,
    }),
    env: { ...env, ...more },
  })

test('the log tells what was decided, and not about what, and never a secret', () => {
  judge('ls')
  judge('rm -rf ~')
  judge('curl -H "Authorization: Bearer abcdef0123456789" https://example.com', { ATIP_LOG_TEXT: '1' })
  const { entries } = dataOf<{ entries: { decision: string; rule: string; tool: string; text?: string }[] }>('log')
  expect(entries.map(({ decision, tool }) => `${tool} ${decision}`)).toEqual(['shell allow', 'shell deny', 'shell ask'])
  expect(entries[1]!.text).toBeUndefined()
  expect(entries[2]!.text).toContain('curl')
  const log = read('.local/share/agent-tools/log/hooks.jsonl')
  expect(log).not.toContain('rm -rf')
  expect(log).not.toContain('abcdef0123456789')
  expect(atip('log', '--decision', 'deny').stdout).toContain('destructive')
  expect(statSync(join(place.folder, '.local/share/agent-tools/log/hooks.jsonl')).mode & 0o077).toBe(0)
})

test('the log stays small, and a log that cannot be written stops nothing', () => {
  const log = place.write('.local/share/agent-tools/log/hooks.jsonl', 'x'.repeat(LOG_LIMIT + 1))
  judge('ls')
  expect(statSync(log).size).toBeLessThan(1_000)
  expect(statSync(`${log}.1`).size).toBe(LOG_LIMIT + 1)
  const other = new Place()
  try {
    other.write('.local', 'no folder')
    const { code, stdout } = other.run(['hook', 'claude-code'], {
      input: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    })
    expect({ code, isAllowed: stdout.includes('"allow"') }).toEqual({ code: 0, isAllowed: true })
  } finally {
    other.clear()
  }
})

test('the first run says what atip is for and what it found, also as JSON', () => {
  mkdirSync(join(place.folder, '.codex'))
  const { stdout, code } = atip('-o', 'text')
  expect(code).toBe(0)
  expect(stdout).toContain('Codex: atip is not set up for it: atip install codex')
  expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(10)
  expect(dataOf<{ agents: { agent: string; state: string }[] }>().agents).toEqual([
    { agent: 'codex', title: 'Codex', state: 'not installed', programs: [] },
  ])
})
