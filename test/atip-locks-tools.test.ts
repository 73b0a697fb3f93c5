import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const at = (name: string) => `${place.folder}/${name}`
const env = { PATH: `${at('bin')}:${dirname(process.execPath)}` }
const run = (...words: string[]) => place.run(words, { env })

function program(name: string, text: string) {
  chmodSync(place.write(`bin/${name}`, text), 0o755)
}

const PACKAGE = '{"name": "pkg", "version": "1.0.0"}'

/** A tool as npm installs it: a script that loads a module of its package. */
function installPackage(module = 'exports.run = () => 1\n') {
  rmSync(at('pkg'), { recursive: true, force: true })
  place.write('pkg/package.json', PACKAGE)
  place.write('pkg/lib.js', module)
  chmodSync(place.write('pkg/cli.js', "#!/usr/bin/env node\nrequire('./lib.js').run()\n"), 0o755)
  program('npmtool', `#!/bin/sh\nexec node ${at('pkg/cli.js')} "$@"\n`)
}

/** The user's own description of the planted tool. */
function describeTool(deletes: boolean, pruneDeletes = false) {
  const files = (isDeleted: boolean) => ({
    filesystem: { read: true, write: false, delete: isDeleted },
    destructive: isDeleted,
  })
  const prune = {
    name: 'prune',
    flags: ['--prune'],
    type: 'boolean',
    description: 'Prunes',
    ...(pruneDeletes && { 'x-atip': { effects: { filesystem: { delete: true } } } }),
  }
  const shim = {
    atip: { version: '0.6' },
    name: 'planted',
    version: '1.0.0',
    description: 'A planted tool',
    trust: { source: 'user' },
    commands: {
      clean: { description: 'Cleans', effects: { ...files(deletes), network: false }, options: [prune] },
    },
  }
  place.write('.local/share/agent-tools/shims/planted.json', JSON.stringify(shim))
}

/** The decision of `atip check` about a line, and that of the hook of an agent that works in this folder. */
function judge(line: string, cwd = place.folder) {
  const { stdout } = place.run(['check', '-o', 'raw', '--', line], { env, cwd })
  const checked = JSON.parse(stdout) as { decision: string; reasons: { rule: string; reason: string }[] }
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: line }, cwd }
  const reply = place.run(['hook', 'claude-code'], { env, cwd, input: JSON.stringify(event) })
  const hooked = (JSON.parse(reply.stdout) as { hookSpecificOutput: Hooked }).hookSpecificOutput
  expect(hooked.permissionDecision).toBe(checked.decision)
  const [{ rule = '', reason = '' } = {}] = checked.reasons
  return { decision: checked.decision, rule, reason, hook: hooked.permissionDecisionReason }
}

interface Hooked {
  permissionDecision: string
  permissionDecisionReason: string
}

beforeEach(() => {
  rmSync(at('atip.lock'), { force: true })
  mkdirSync(at('bin'), { recursive: true })
  program('planted', '#!/bin/sh\necho planted\n')
  describeTool(false)
  installPackage()
})

const check = () => run('lock', '--check')

test('pinned tools pass as long as they are the same, also after an identical installation', () => {
  expect(run('lock', 'planted', 'npmtool')).toMatchObject({ code: 0, stdout: 'Wrote atip.lock with 2 tools.\n' })
  expect(check()).toMatchObject({ code: 0, stdout: '0 of 2 tools drifted from atip.lock.\n' })
  rmSync(at('bin/planted'))
  program('planted', '#!/bin/sh\necho planted\n')
  installPackage()
  expect(check()).toMatchObject({ code: 0 })
})

test.each<[string, () => void, string]>([
  [
    'a swapped program of the same version',
    () => program('planted', '#!/bin/sh\necho swapped\n'),
    'the program changed',
  ],
  ['a renamed program', () => renameSync(at('bin/planted'), at('bin/other')), 'there is no such program'],
  ['a changed module of a script', () => installPackage('exports.run = () => 2\n'), 'the program changed'],
])('%s is drift', (_, change, message) => {
  run('lock', 'planted', 'npmtool')
  change()
  const { code, stdout } = check()
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(message) })
  expect(stdout).toContain('1 of 2 tools drifted')
  const line = message === 'the program changed' && stdout.startsWith('npmtool') ? 'npmtool' : 'planted clean'
  const { decision, rule, reason, hook } = judge(line)
  expect({ decision, rule }).toEqual({ decision: 'ask', rule: 'drift' })
  for (const text of [reason, hook]) {
    expect(text).toContain(message)
    expect(text).toContain(`accept it with: atip lock ${line.split(' ')[0]}`)
  }
})

test('check and hook say nothing of tools that are as they were pinned, also after an identical installation', () => {
  expect(run('scan').code).toBe(0)
  expect(judge('planted clean')).toMatchObject({ decision: 'allow' })
  run('lock', 'planted', 'npmtool')
  rmSync(at('bin/planted'))
  program('planted', '#!/bin/sh\necho planted\n')
  installPackage()
  expect(run('scan').code).toBe(0)
  expect(judge('planted clean')).toMatchObject({ decision: 'allow', rule: 'read-only' })
  expect(judge('npmtool').rule).not.toBe('drift')
})

test('what a tool now does is told by check and hook, and drift is noticed from folders below', () => {
  expect(run('scan').code).toBe(0)
  run('lock', 'planted')
  describeTool(false, true)
  mkdirSync(at('sub/folder'), { recursive: true })
  for (const cwd of [place.folder, at('sub/folder')]) {
    const { decision, reason, hook } = judge('planted clean', cwd)
    expect(decision).toBe('ask')
    for (const text of [reason, hook]) expect(text).toContain('`planted clean --prune` now deletes files')
    const checked = place.run(['lock', '--check'], { env, cwd })
    expect(checked).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('`planted clean --prune` now deletes files'),
    })
  }
  expect(place.run(['lock', 'planted'], { env, cwd: at('sub/folder') }).stdout).toContain('../../atip.lock')
  expect(judge('planted clean')).toMatchObject({ decision: 'allow' })
})

test('what drifted is not run either, unless a person consents', () => {
  expect(run('scan').code).toBe(0)
  run('lock', 'planted')
  expect(run('run', 'planted', 'clean').stderr).not.toContain('atip lock')
  program('planted', '#!/bin/sh\necho swapped\n')
  const { code, stdout, stderr } = run('run', 'planted', 'clean')
  expect(code).toBe(123)
  expect(stdout).not.toContain('swapped')
  expect(stderr).toContain('the program changed')
})

test('a policy that allows everything does not allow what drifted, and without anybody to ask it is denied', () => {
  const all = { decision: 'allow', tool: '*', effects: { destructive: [true, false, null] } }
  place.write('.config/agent-tools/policy.json', JSON.stringify({ rules: [all] }))
  try {
    run('lock', 'planted')
    expect(judge('planted x').decision).toBe('allow')
    program('planted', '#!/bin/sh\necho swapped\n')
    expect(judge('planted x').decision).toBe('ask')
    expect(judge('FOO=1 timeout 5 planted x; ls').decision).toBe('ask')
    expect(judge(`${at('bin/planted')} x`).decision).toBe('ask')
    place.write('.config/agent-tools/policy.json', JSON.stringify({ mode: 'headless', rules: [all] }))
    expect(judge('planted x')).toMatchObject({ decision: 'deny', rule: 'drift' })
  } finally {
    rmSync(at('.config'), { recursive: true })
  }
})

test('a lock file that cannot be read makes every program worth a question', () => {
  place.write('atip.lock', '{"lockVersion": 1')
  expect(judge('ls')).toMatchObject({ decision: 'ask', rule: 'drift', reason: expect.stringContaining('is not JSON') })
  expect(judge('cd /tmp')).toMatchObject({ decision: 'allow' })
})

test('a description that says something else about effects is drift, told as the change', () => {
  expect(run('scan').code).toBe(0)
  run('lock', 'planted', 'npmtool')
  expect(check()).toMatchObject({ code: 0 })
  describeTool(true)
  const { code, stdout } = check()
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/planted:\n {2}- .*clean.*delet/s) })
})

test('a lock that was changed by hand, is broken or missing is told as such', () => {
  expect(check()).toMatchObject({ code: 66 })
  expect(run('lock')).toMatchObject({ code: 2, stderr: expect.stringContaining('name the tools to pin') })
  run('lock', 'planted')
  expect(run('lock', '--check', 'git')).toMatchObject({ code: 66 })
  expect(run('lock', 'does-not-exist')).toMatchObject({ code: 66 })
  place.write('atip.lock', '{}')
  expect(check()).toMatchObject({ code: 65 })
  place.write(
    'atip.lock',
    JSON.stringify({ lockVersion: 1, tools: { planted: { effects: {}, description: 'sha256:1' } } }),
  )
  expect(check()).toMatchObject({ code: 65, stderr: expect.stringContaining('atip lock planted') })
})
