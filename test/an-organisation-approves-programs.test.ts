import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { serve } from './fixtures/mcp-process.js'
import { Place, PROGRAM, type Run } from './fixtures/start-atip.js'

/** Copies of programs that every Debian has. */
const APPROVED = ['bash', 'cat', 'env', 'find', 'ls', 'nice', 'timeout', 'xargs'] as const
const isDebian = APPROVED.every((name) => existsSync(`/usr/bin/${name}`))

const publisher = new Place()
const machine = new Place()
const bin = join(machine.folder, 'bin')
const key = newMinisignKey()
let server: ChildProcess

const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(bin, name)))
    .digest('hex')
const atip = (words: string[], input = '', env: Record<string, string> = {}) =>
  machine.run(words, { input, env: { PATH: bin, ...env } })

/** If the setup fails, no test means anything. */
function succeed({ code, stdout, stderr }: Run): void {
  if (code !== 0) throw new Error(stdout + stderr)
}

beforeAll(async () => {
  if (!isDebian) return
  mkdirSync(bin)
  for (const name of APPROVED) copyFileSync(`/usr/bin/${name}`, join(bin, name))
  // A well-known name with other bytes, and an unknown name.
  copyFileSync('/usr/bin/cat', join(bin, 'grep'))
  copyFileSync('/usr/bin/cat', join(bin, 'evil'))
  for (const name of ['grep', 'evil']) appendFileSync(join(bin, name), name)
  publisher.write('acme.key', key.secretKey)
  for (const name of APPROVED) {
    const shim = {
      atip: { version: '0.6' },
      binary: { hash: `sha256:${hashOf(name)}`, name, version: '1' },
      // An approval is about the program, not about the quality of its description.
      trust: { source: name === 'ls' ? 'inferred' : 'org' },
      description: `Approved ${name}`,
      ...(name !== 'ls' && { commands: { '': { description: `Run ${name}` } } }),
    }
    publisher.write(`shims/${hashOf(name)}.json`, JSON.stringify(shim))
  }
  const policy = {
    version: '1',
    organization: 'Acme',
    approval: { mode: 'allowlist' },
    execution: { auditAllCalls: true },
  }
  publisher.write('shims/policy.json', JSON.stringify({ policy }))
  const words = ['--name', 'Acme', '--url', 'http://127.0.0.1:1', '--minisign-key', 'acme.key', '--sign-shims']
  succeed(publisher.run(['registry', 'build', 'shims', 'registry', ...words, '--signer-minisign-key', key.publicKey]))
  server = spawn(process.execPath, [PROGRAM, 'registry', 'serve', 'registry', '--port', '0'], {
    cwd: publisher.folder,
    env: { PATH: process.env.PATH, HOME: publisher.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = String((await once(server.stderr!, 'data'))[0])
  const url = /at (http:\S+)/.exec(said)![1]!
  succeed(atip(['registry', 'add', url, '--name', 'Acme', '--organization', '--signer-minisign-key', key.publicKey]))
})

afterAll(() => {
  server?.kill('SIGKILL')
  publisher.clear()
  machine.clear()
})

interface Checked {
  id: string
  decision: string
  reasons: { reason: string; rule: string }[]
}

const check = (lines: readonly string[], env?: Record<string, string>): Checked[] => {
  const input = lines.map((line) => JSON.stringify({ id: line, command: line })).join('\n')
  const { stdout, stderr } = atip(['check', '--batch'], input, env)
  if (stdout === '') throw new Error(stderr)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Checked)
}
const decisions = (lines: readonly string[], env?: Record<string, string>) =>
  Object.fromEntries(check(lines, env).map(({ id, decision }) => [id, decision]))
const all = (lines: readonly string[], decision: string) => Object.fromEntries(lines.map((line) => [line, decision]))

describe.runIf(isDebian)('with a registry of the organisation in allow-list mode', () => {
  test('before its policy was fetched, everything is denied, and the reason says what to do', () => {
    const [first] = check(['ls'])
    expect(first).toMatchObject({
      decision: 'deny',
      reasons: [{ reason: expect.stringContaining('atip registry sync') }],
    })
    expect(atip(['scan'])).toMatchObject({ code: 0, stdout: expect.stringContaining('2 programs not approved') })
  })

  test('what is approved is judged as usual', () => {
    expect(decisions(['ls', "bash -c 'ls; cat x'", 'cat x | cat', 'env ls', 'ls; cd /tmp && ls'])).toEqual({
      ls: 'allow',
      "bash -c 'ls; cat x'": 'allow',
      'cat x | cat': 'allow',
      'env ls': 'allow',
      'ls; cd /tmp && ls': 'allow',
    })
  })

  const unapproved = (name: string) => [
    name,
    `./bin/${name}`,
    join(bin, name),
    `${bin}/../bin/${name}`,
    `'${name}' x`,
    `"${name.slice(0, 2)}"'${name.slice(2)}'`,
    `\\${name}`,
    `command ${name}`,
    `exec ${name}`,
    `eval ${name}`,
    `env ${name}`,
    `env A=1 ${name} x`,
    `nice ${name}`,
    `timeout 5 ${name}`,
    `nice timeout 5 env ${name}`,
    `ls | ${name}`,
    `ls && ${name}`,
    `ls | xargs ${name}`,
    `find . -exec ${name} {} ;`.replace(';', '\\;'),
    `bash -c '${name} x'`,
    `bash -c "bash -c '${name}'"`,
    `bash <<< ${name}`,
    `cat <(${name})`,
    `ls $(${name})`,
    `if ls; then ${name}; fi`,
    `f() { ${name}; }; f`,
    `x=${name}; $x`,
    `A=1 ${name}`,
    `(${name}) &`,
    `! ${name}`,
    `time ${name}`,
  ]

  test.each(['evil', 'grep'])('%s is not approved, however it is called', (name) => {
    const lines = unapproved(name)
    const checked = check(lines)
    expect(Object.fromEntries(checked.map(({ id, decision }) => [id, decision]))).toEqual(all(lines, 'deny'))
    for (const { reasons } of checked) expect(reasons.map(({ rule }) => rule)).toContain('policy')
  })

  test('a program whose name is known only when the line runs is not approved', () => {
    const lines = [
      '$TOOL x',
      '"$(cat tool)" x',
      'env "$TOOL"',
      'bash ./script',
      'cat script | bash',
      'bash -c "$(cat script)"',
      'eval "$(cat script)"',
      '. ./script',
    ]
    expect(decisions(lines)).toEqual(all(lines, 'deny'))
  })

  test('the hook refuses it as well', () => {
    const ask = (command: string) =>
      atip(
        ['hook', 'claude-code'],
        JSON.stringify({
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command },
          cwd: machine.folder,
          session_id: 'x',
          permission_mode: 'default',
        }),
      ).stdout
    expect(ask('ls')).toContain('"allow"')
    expect(ask('env evil')).toContain('"deny"')
  })

  /** The argv of a call, not a line: `atip run` starts no shell. */
  const calls = (name: string): [string, ...string[]][] => [
    [name, 'notes'],
    [`./bin/${name}`, 'notes'],
    [join(bin, name), 'notes'],
    ['./links/ls', 'notes'],
    ['./links/harmless', 'notes'],
    ['env', name, 'notes'],
    ['env', '-i', join(bin, name), 'notes'],
    ['nice', 'timeout', '5', name, 'notes'],
    ['xargs', name, 'notes'],
    ['find', 'notes', '-exec', name, '{}', ';'],
    ['bash', '-c', `${name} notes`],
    ['bash', '-c', `exec ./bin/${name} notes`],
    ['bash', '-c', `x=${name}; $x notes`],
    ['bash', './run.sh'],
    ['./run.sh'],
    ['./renamed', 'notes'],
    ['cat2', 'notes'],
  ]

  function plantDisguises(name: string): void {
    machine.write('notes', 'told by an unapproved program\n')
    machine.write('run.sh', `#!${bin}/bash\n${name} notes\n`)
    chmodSync(join(machine.folder, 'run.sh'), 0o755)
    mkdirSync(join(machine.folder, 'links'), { recursive: true })
    for (const link of ['ls', 'harmless']) {
      rmSync(join(machine.folder, 'links', link), { force: true })
      symlinkSync(join(bin, name), join(machine.folder, 'links', link))
    }
    // The bytes of an approved program under an unapproved name.
    copyFileSync(join(bin, 'cat'), join(machine.folder, 'renamed'))
    copyFileSync(join(bin, 'cat'), join(bin, 'cat2'))
  }

  test.each(['evil', 'grep'])('atip run refuses %s, however it is called, and records the refusal', (name) => {
    plantDisguises(name)
    expect(atip(['run', 'cat', 'notes'])).toMatchObject({ code: 0, stdout: 'told by an unapproved program\n' })
    for (const call of calls(name)) {
      const { code, stdout, stderr } = atip(['run', '--ask', 'never', ...call])
      expect({ call, code, stdout }).toEqual({ call, code: 126, stdout: '' })
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Acme has not approved this program')
    }
    rmSync(join(bin, 'cat2'))
    const log = atip(['-o', 'json', 'audit', 'show', '--last', '1']).stdout
    expect(log).toContain('Acme has not approved this program')
  })

  test('so does the server for agents', async () => {
    plantDisguises('evil')
    const line = [process.execPath, PROGRAM, 'mcp']
    const env = { PATH: bin, HOME: machine.folder }
    const served = await serve('', { line, env, cwd: machine.folder })
    try {
      for (const tool of ['run', 'run_readonly']) {
        const { isError } = await served.call(tool, { command: 'cat notes' })
        expect([tool, isError]).toEqual([tool, false])
        for (const command of ['evil notes', './links/ls notes', 'env evil notes', "bash -c 'evil notes'"]) {
          const answer = await served.call(tool, { command })
          expect([tool, command, answer.isError]).toEqual([tool, command, true])
          expect(JSON.stringify(answer.result)).not.toContain('told by')
          expect(JSON.stringify(answer.result)).toContain('has not approved')
        }
      }
    } finally {
      await served.close()
    }
  })

  test('every call is recorded, and one that cannot be is refused', () => {
    const ask = (command: string) => {
      const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: machine.folder }
      return atip(['hook', 'claude-code'], JSON.stringify({ ...event, session_id: 'x', permission_mode: 'default' }))
    }
    expect(ask('ls --recorded --token=abcdefgh').stdout).toContain('"permissionDecision"')
    const { entries } = (
      JSON.parse(atip(['-o', 'json', 'log', '--last', '1']).stdout) as { data: { entries: object[] } }
    ).data
    expect(entries).toMatchObject([{ agent: 'claude-code', text: 'ls --recorded --token=…' }])
    expect(atip(['run', 'ls', '--version']).code).toBe(0)

    // A file in place of the folder of a log, which also stops root.
    for (const [log, call, refused] of [
      ['.local/share/agent-tools/log', () => ask('ls'), /demands a record of every call/],
      ['.local/state/agent-tools/audit', () => atip(['run', 'ls', '--version']), /the audit log cannot be/],
    ] as const) {
      const folder = join(machine.folder, log)
      expect(existsSync(folder)).toBe(true)
      renameSync(folder, `${folder}-aside`)
      writeFileSync(folder, '')
      const { code, stdout, stderr } = call()
      expect(code).not.toBe(0)
      expect(stdout).toBe('')
      expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(refused)
      rmSync(folder)
      renameSync(`${folder}-aside`, folder)
    }
  })

  test('neither the user, nor the project, nor the environment can loosen it', () => {
    const rules = {
      version: '1',
      mode: 'balanced',
      rules: [
        { decision: 'allow', command: ['evil'] },
        { decision: 'allow', command: ['bash', './script'] },
        { decision: 'allow', tool: ['*'] },
      ],
    }
    machine.write('.config/agent-tools/policy.json', JSON.stringify(rules))
    machine.write('script', 'evil\n')
    machine.write('.atip/policy.json', JSON.stringify({ rules: rules.rules }))
    const shim = {
      atip: { version: '0.6' },
      name: 'evil',
      version: '1',
      description: 'x',
      trust: { source: 'org', verified: true },
      effects: { destructive: false, network: false, filesystem: { write: false } },
    }
    machine.write('.local/share/agent-tools/shims/evil.json', JSON.stringify(shim))
    machine.write('.local/share/agent-tools/tools/evil.json', JSON.stringify(shim))
    machine.write(
      `.local/share/agent-tools/shims/sha256/${hashOf('evil')}.json`,
      JSON.stringify({ ...shim, binary: { hash: `sha256:${hashOf('evil')}`, name: 'evil' } }),
    )
    machine.write('.config/agent-tools/overrides/evil.json', JSON.stringify({ trust: { source: 'org' } }))
    const lines = ['evil', 'env evil', 'bash ./script', './script']
    expect(decisions(lines)).toEqual(all(lines, 'deny'))
    expect(atip(['run', '--mode', 'balanced', 'bash', './script'])).toMatchObject({ code: 126, stdout: '' })
    // The user's policies apply, and the organisation's decides.
    for (const { reasons } of check(['evil', 'env evil'])) {
      expect(reasons).toMatchObject([
        { rule: 'policy', reason: expect.stringContaining('Acme has not approved this program') },
      ])
    }
    expect(decisions(['evil'], { ATIP_OFFLINE: '1' })).toEqual({ evil: 'deny' })
  })

  test('a program that changes after it was approved is not approved any more', () => {
    expect(decisions(['nice ls'])).toEqual({ 'nice ls': 'allow' })
    writeFileSync(join(bin, 'nice'), readFileSync(join(bin, 'evil')))
    expect(decisions(['nice ls'])).toEqual({ 'nice ls': 'deny' })
  })
})
