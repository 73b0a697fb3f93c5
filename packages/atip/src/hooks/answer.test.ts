import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerTo, HOST_NAMES, HOSTS, type HostName } from './index.js'
import { reasonFor } from './reason.js'
import { withinTime } from './time-limit.js'

const options = { home: '/home/somebody', env: {} }
const HARMLESS = 'cat notes.txt | head'
const ASKED = 'touch /home/somebody/project/notes.txt'
const DANGEROUS = 'git push --force origin main'

/** What each host sends for a shell line, as was seen on the wire; for Cursor, as it is documented. */
const EVENTS: Record<HostName, (line: unknown) => Record<string, unknown>> = {
  'claude-code': (command) => ({
    session_id: 's',
    cwd: '/home/somebody/project',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'x' },
    tool_use_id: 't',
  }),
  codex: (command) => ({
    session_id: 's',
    turn_id: 't',
    cwd: '/home/somebody/project',
    hook_event_name: 'PreToolUse',
    permission_mode: 'bypassPermissions',
    tool_name: 'Bash',
    tool_input: { command },
  }),
  gemini: (command) => ({
    cwd: '/home/somebody/project',
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command, description: 'x' },
  }),
  opencode: (command) => ({
    hook_event_name: 'tool.execute.before',
    tool: 'bash',
    args: { command, description: 'x' },
    cwd: '/home/somebody/project',
  }),
  cursor: (command) => ({
    hook_event_name: 'beforeShellExecution',
    conversation_id: 'c',
    workspace_roots: ['/home/somebody/project'],
    command,
    cwd: '/home/somebody/project',
  }),
}

/** What the host hears: the JSON on stdout, or a no by the exit code. */
async function said(host: HostName, event: unknown, more = {}): Promise<unknown> {
  const { stdout, stderr, exitCode } = await answerTo(host, JSON.stringify(event), { ...options, ...more })
  if (exitCode === 2) {
    expect(stdout).toBe(stderr)
    return { refused: stderr }
  }
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const reason = expect.stringMatching(/^atip (refuses this|wants a person to decide|allows this): `/)
const refused = { refused: reason }
const claudeSays = (permissionDecision: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: reason },
})

test.each<[HostName, unknown, unknown, unknown]>([
  ['claude-code', claudeSays('allow'), claudeSays('ask'), claudeSays('deny')],
  ['codex', {}, refused, refused],
  ['gemini', { decision: 'allow' }, refused, refused],
  ['opencode', { decision: 'go-on' }, { decision: 'deny', reason }, { decision: 'deny', reason }],
  [
    'cursor',
    expect.objectContaining({ permission: 'allow' }),
    expect.objectContaining({ permission: 'ask', user_message: reason }),
    expect.objectContaining({ permission: 'deny', agent_message: reason }),
  ],
])('%s hears each decision in its own form', async (host, allow, ask, deny) => {
  expect(await said(host, EVENTS[host](HARMLESS))).toEqual(allow)
  expect(await said(host, EVENTS[host](ASKED))).toEqual(ask)
  expect(await said(host, EVENTS[host](DANGEROUS))).toEqual(deny)
})

test('what a person should decide is left to the agent where that was wished, in the form it has for it', async () => {
  expect(await said('codex', EVENTS.codex(ASKED), { ask: 'host' })).toEqual({})
  expect(await said('opencode', EVENTS.opencode(ASKED), { ask: 'host' })).toEqual({ decision: 'go-on' })
  expect(await said('gemini', EVENTS.gemini(ASKED), { ask: 'host' })).toEqual({
    decision: 'ask',
    systemMessage: reason,
  })
  expect(await said('claude-code', EVENTS['claude-code'](ASKED), { ask: 'deny' })).toEqual(claudeSays('deny'))
  for (const host of HOST_NAMES) {
    const [asked, by] = [
      await said(host, EVENTS[host](DANGEROUS), { ask: 'host' }),
      await said(host, EVENTS[host](DANGEROUS)),
    ]
    expect(asked).toEqual(by)
  }
})

test.each(['default', 'acceptEdits'])('Codex decides itself what a person should, in mode %s', async (mode) => {
  expect(await said('codex', { ...EVENTS.codex(ASKED), permission_mode: mode })).toEqual({})
})

test.each(['dontAsk', 'bypassPermissions', undefined, 7])(
  'Codex never prompts in mode %s, so the command is denied',
  async (mode) => {
    expect(await said('codex', { ...EVENTS.codex(ASKED), permission_mode: mode })).toEqual(refused)
  },
)

test('policies hold for agents as for everybody else, and a broken one lets nothing pass', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atip-hook-'))
  try {
    mkdirSync(join(folder, 'agent-tools'))
    const file = join(folder, 'agent-tools/policy.json')
    const env = { XDG_CONFIG_HOME: folder }
    const decisions = () =>
      Promise.all([HARMLESS, ASKED, DANGEROUS].map((line) => said('claude-code', EVENTS['claude-code'](line), { env })))
    writeFileSync(file, '{"version": "1", "rules": [{"decision": "allow", "command": ["touch"]}]}')
    expect(await decisions()).toEqual([claudeSays('allow'), claudeSays('allow'), claudeSays('deny')])
    writeFileSync(file, '{"version": "1", "rules": [{"decision": "deny", "tool": "cat"}]}')
    expect(await decisions()).toEqual([claudeSays('deny'), claudeSays('ask'), claudeSays('deny')])
    writeFileSync(file, '{"version": "1", "rules": [')
    for (const decision of await decisions()) {
      expect(decision).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: 'deny',
          permissionDecisionReason: expect.stringContaining('policy.json:1:28 is not valid'),
        },
      })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a session that only plans changes nothing', async () => {
  const planned = (line: string) => said('claude-code', { ...EVENTS['claude-code'](line), permission_mode: 'plan' })
  expect(await Promise.all([HARMLESS, ASKED].map(planned))).toEqual([claudeSays('allow'), claudeSays('deny')])
})

test('there is no opinion on what is not a shell line', async () => {
  const others: [HostName, Record<string, unknown>][] = [
    ['claude-code', { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: '/etc/passwd' } }],
    ['claude-code', { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: DANGEROUS } }],
    ['codex', { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch' } }],
    ['codex', { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: DANGEROUS } }],
    ['gemini', { hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: {} }],
    ['opencode', { hook_event_name: 'tool.execute.before', tool: 'edit', args: {} }],
    ['cursor', { hook_event_name: 'beforeReadFile', file_path: '/etc/passwd' }],
  ]
  for (const [host, event] of others) expect(await said(host, event)).toEqual({})
})

test.each(HOST_NAMES)('%s gets a denial, with a reason, for anything that cannot be read', async (host) => {
  const { hook_event_name: _, ...nameless } = EVENTS[host](HARMLESS)
  const broken = ['', 'no JSON', '[]', 'null', '"text"', '{}', JSON.stringify(nameless)]
  const commands = [undefined, null, 7, {}, [], ['ls', 7]]
  for (const text of [...broken, ...commands.map((command) => JSON.stringify(EVENTS[host](command)))]) {
    const { stdout, stderr, exitCode } = await answerTo(host, text, options)
    expect({ text, stdout, exitCode }).toEqual({ text, stdout: '', exitCode: 2 })
    expect(stderr).toMatch(/^atip could not judge this call, so it was not run: .+\n$/)
  }
})

test('a command given as words is read as words', async () => {
  expect(await said('codex', EVENTS.codex(['bash', '-lc', DANGEROUS]))).toEqual(refused)
  expect(await said('codex', EVENTS.codex(['git', 'push', '--force', 'origin', 'main']))).toEqual(refused)
  expect(await said('codex', EVENTS.codex(['echo', "it's; git push --force origin main"]))).toEqual({})
})

test('a folder that the call names is taken from the folder of the session', () => {
  const { cwd, ...event } = EVENTS.gemini('ls')
  const read = (more: object) => HOSTS.gemini.read({ ...event, ...more })
  const input = { command: 'ls', dir_path: 'sub' }
  expect(read({ cwd, tool_input: input })).toMatchObject({ cwd: '/home/somebody/project/sub' })
  expect(read({ cwd, tool_input: { ...input, dir_path: '/etc' } })).toMatchObject({ cwd: '/etc' })
  expect(read({ tool_input: input })).toMatchObject({ kind: 'shell', cwd: undefined })
  expect(HOSTS.opencode.read({ ...EVENTS.opencode('ls'), args: { command: 'ls', workdir: '..' } })).toMatchObject({
    cwd: '/home/somebody',
  })
})

test('no input makes a dangerous line pass, or gives an answer that is neither JSON nor a denial', async () => {
  const hosts = fc.constantFrom(...HOST_NAMES)
  const edits = fc.dictionary(
    fc.constantFrom('permission_mode', 'session_id', 'cwd', 'tool_use_id', 'timestamp', '__proto__', 'constructor'),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(
      hosts,
      edits,
      fc.constantFrom<'host' | 'deny' | undefined>('host', 'deny', undefined),
      async (host, edit, ask) => {
        const { stdout, exitCode } = await answerTo(host, JSON.stringify({ ...EVENTS[host](DANGEROUS), ...edit }), {
          ...options,
          ask,
        })
        if (exitCode === 0) expect(stdout).toMatch(/"deny"/)
        else expect(stdout).toMatch(/^(atip refuses|$)/)
      },
    ),
  )
  await fc.assert(
    fc.asyncProperty(hosts, fc.oneof(fc.json(), fc.string()), async (host, text) => {
      const { stdout, stderr, exitCode } = await answerTo(host, text, options)
      if (exitCode === 0) expect(stdout).toBe('{}\n')
      else expect(stderr).not.toBe('')
    }),
  )
})

test('a reason is short, and steers no terminal', () => {
  const verdict = (text: string) => ({
    decision: 'deny' as const,
    rule: 'r',
    reason: 'is bad',
    argv: [text],
    span: undefined,
  })
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 150 }), { maxLength: 12 }), (texts) => {
      const told = reasonFor({ decision: 'deny', verdicts: texts.map(verdict) })
      expect(told.length).toBeLessThanOrEqual(1_500)
      expect(told).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(told.isWellFormed()).toBe(true)
    }),
  )
  expect(reasonFor({ decision: 'deny', verdicts: [verdict('rm \x1b[2J\u202e')] })).toBe(
    'atip refuses this: `rm  [2J ` is bad',
  )
})

test('judging that does not come to an end is ended', () => {
  expect(() =>
    withinTime(20, () => {
      for (;;);
    }),
  ).toThrow(/timed out/)
  expect(withinTime(1_000, () => 'done')).toBe('done')
  expect(() =>
    withinTime(1_000, () => {
      throw new TypeError('mine')
    }),
  ).toThrow('mine')
})
