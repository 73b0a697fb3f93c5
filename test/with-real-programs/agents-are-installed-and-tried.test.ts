import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hookCommand, HOSTS, textOf, type HostName } from '../../packages/atip/src/hooks/index.js'
import { claudeCode, codex, gemini, opencode } from '../fixtures/agents/agents.js'
import { sendAgent, type Agent } from '../fixtures/agents/launch.js'
import { trustCodexHooks } from '../fixtures/agents/trust-codex-hook.js'
import { areInstalled, programFile } from '../fixtures/real-programs.js'
import { PROGRAM } from '../fixtures/start-atip.js'

const isSkipped = !areInstalled('.agents') && process.env.CI === undefined
if (isSkipped) console.warn('no agents to install into: node scripts/install-real-programs.mjs installs them')

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atip-installed-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
let homes = 0

const platform = `${process.platform}-${process.arch}`
const programs = join(folder, 'bin')
mkdirSync(programs)
const FILES = {
  claude: `@anthropic-ai/claude-code-${platform}/claude`,
  codex: '.bin/codex',
  gemini: '.bin/gemini',
  opencode: `opencode-${platform}/bin/opencode`,
}
for (const [name, file] of Object.entries(FILES)) symlinkSync(programFile('.agents', file), join(programs, name))

const PATH = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':')

/** A home with these agents, and our program in a folder whose name needs quotes. */
function newHome() {
  const home = join(folder, `home-${++homes}`)
  const own = join(home, "it's our folder")
  mkdirSync(own, { recursive: true })
  const program = join(own, 'atip.cjs')
  writeFileSync(program, `require(${JSON.stringify(PROGRAM)})\n`)
  const env = { HOME: home, PATH }
  const atip = (words: string[], wrapper: string[] = []) =>
    start([...wrapper, process.execPath, program, ...words], home, env)
  /** Runs the installed program, unless it is broken. */
  const doctor = async (agent: HostName, wrapper: string[] = [], by = PROGRAM) => {
    const words = ['doctor', '--live', agent, '-o', 'json']
    const { stdout, stderr } = await start([...wrapper, process.execPath, by, ...words], home, env)
    try {
      const { data } = JSON.parse(stdout) as { data: { checks: { status: string; message: string }[] } }
      return data.checks[0]!
    } catch {
      throw new Error(`doctor said ${stdout} ${stderr}`)
    }
  }
  return { home, own, program, env, atip, doctor }
}

/** Asynchronous, so that tests of several agents share the time that agents wait. */
function start(argv: string[], cwd: string, env: Record<string, string>) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

const AGENTS: [HostName, Agent][] = [
  ['claude-code', claudeCode],
  ['codex', codex],
  ['gemini', gemini],
  ['opencode', opencode],
]

describe.skipIf(isSkipped).concurrent.each(AGENTS)('%s', { timeout: 240_000 }, (name) => {
  test('stops what it must once it is installed, and is what it was when we are gone', async () => {
    const { home, env, program, atip, doctor } = newHome()
    expect(await doctor(name)).toMatchObject({ message: expect.stringContaining('not installed') as string })
    expect((await atip(['install', name, '--yes'])).code).toBe(0)
    if (name === 'codex') await trustCodexHooks(join(programs, 'codex'), home, env)
    expect(await doctor(name, [], program)).toEqual({
      name,
      status: 'ok',
      message: expect.stringMatching(/stops what it must$/) as string,
    })
    expect((await atip(['uninstall', '--yes'])).code).toBe(0)
    expect(await doctor(name)).not.toMatchObject({ message: expect.stringContaining('stops') as string })
  })
})

/** Ways to break an installation. Claude Code starts the command in its settings. */
type Installation = ReturnType<typeof newHome> & {
  settings: string
  change: (edit: (command: string) => string) => void
}

const BREAKAGES: [string, RegExp, (installed: Installation) => string[] | void][] = [
  [
    'an unquoted path with spaces',
    /not quoted/,
    ({ change, own, home }) => {
      const spaced = join(home, 'a folder with spaces')
      renameSync(own, spaced)
      change(() =>
        hookCommand('claude-code', [process.execPath, 'PROGRAM']).replace('PROGRAM', join(spaced, 'atip.cjs')),
      )
    },
  ],
  [
    'a lost execute bit',
    /lost its execute bit/,
    ({ change, home, program }) => {
      const node = fakeNode(home, 'exit 0')
      chmodSync(node, 0o644)
      change(() => hookCommand('claude-code', [node, program]))
    },
  ],
  [
    'Node is gone',
    /Node is gone/,
    ({ change, home, program }) => {
      change(() => hookCommand('claude-code', [join(home, 'node-19'), program]))
    },
  ],
  ['the package was moved', /moved or removed/, ({ own }) => renameSync(own, `${own} 2`)],
  ['invalid JSON', /not valid JSON/, ({ settings }) => writeFileSync(settings, `${readFileSync(settings, 'utf8')}]`)],
  [
    'a hook that takes too long',
    /timeout/,
    ({ change, home, program }) => {
      change(() => hookCommand('claude-code', [fakeNode(home, 'exec sleep 60'), program]))
    },
  ],
  [
    'a path that holds in one folder only',
    /not an absolute path/,
    ({ change }) => {
      change(() => hookCommand('claude-code', [process.execPath, './atip.cjs']))
    },
  ],
  [
    'the entry of the hook was removed',
    /entry for our hook is not in/,
    ({ settings }) => writeFileSync(settings, '{}'),
  ],
  [
    'hooks are turned off',
    /turned off: disableAllHooks/,
    ({ settings }) => {
      writeFileSync(settings, readFileSync(settings, 'utf8').replace('{', '{ "disableAllHooks": true,'))
    },
  ],
  [
    'an older version of the hook',
    /another version/,
    ({ settings }) => {
      writeFileSync(settings, readFileSync(settings, 'utf8').replace(/"matcher": "[^"]*"/, '"matcher": "Bash"'))
    },
  ],
  ['a read-only home', /read-only/, ({ home }) => ['bwrap', '--dev-bind', '/', '/', '--ro-bind', home, home]],
]

function fakeNode(home: string, script: string): string {
  const node = join(home, 'node')
  writeFileSync(node, `#!/bin/sh\n${script}\n`)
  chmodSync(node, 0o755)
  return node
}

/** Claude Code never starts the hook in these cases, so it cannot stop a call. */
const UNHEARD = ['invalid JSON', 'the entry of the hook was removed', 'hooks are turned off']

describe.skipIf(isSkipped)('a broken installation is named, and lets nothing through', { timeout: 240_000 }, () => {
  test.concurrent.each(BREAKAGES)('%s', async (about, named, breakIt) => {
    const made = newHome()
    await made.atip(['install', 'claude-code', '--yes'])
    const settings = join(made.home, '.claude/settings.json')
    const change = (edit: (command: string) => string) => {
      const value = JSON.parse(readFileSync(settings, 'utf8')) as {
        hooks: { PreToolUse: [{ hooks: [{ command: string }] }] }
      }
      const [hook] = value.hooks.PreToolUse[0].hooks
      hook.command = edit(hook.command)
      writeFileSync(settings, JSON.stringify(value, null, 2))
    }
    const wrapper = breakIt({ ...made, settings, change }) ?? []
    const { message } = await made.doctor('claude-code', wrapper)
    expect(message).toMatch(named)
    expect(message).not.toContain('FORBIDDEN')
    if (UNHEARD.includes(about)) return expect(message).toContain('not firing')
    // The agent itself, with a model that makes the forbidden call whatever the results are.
    const project = join(made.home, 'project')
    mkdirSync(join(project, '.git/hooks'), { recursive: true })
    const calls = [claudeCode.shellCall('echo x > .git/hooks/pre-commit')]
    const { results } = await sendAgent(claudeCode, { calls, hook: readFileSync(settings, 'utf8'), project })
    expect(results).toHaveLength(1)
    expect(existsSync(join(project, '.git/hooks/pre-commit'))).toBe(false)
  })

  test.concurrent('a hook that is not trusted', async () => {
    const { atip, doctor } = newHome()
    await atip(['install', 'codex', '--yes'])
    const { status, message } = await doctor('codex')
    expect({ status, message }).toEqual({
      status: 'problem',
      message: expect.stringContaining('not trusted') as string,
    })
    expect(message).not.toContain('FORBIDDEN')
  })
})

test.skipIf(isSkipped)(
  'Codex starts nothing that its model could type commands into',
  { timeout: 240_000 },
  async () => {
    const project = join(folder, 'pagers')
    mkdirSync(project)
    writeFileSync(join(project, 'notes.txt'), 'a\n'.repeat(500))
    const lines = ['less notes.txt', 'find . | less', 'vim notes.txt', 'psql', 'python3', 'gdb /bin/true']
    const calls = lines.map((cmd) => ({ tool: 'exec_command', input: { cmd, tty: true, yield_time_ms: 500 } }))
    const hook = textOf(HOSTS.codex.settings(hookCommand('codex', [process.execPath, PROGRAM])).pieces)
    const { results } = await sendAgent(codex, { calls, hook, project })
    expect(results).toHaveLength(lines.length)
    for (const result of results) expect(result).toContain('takes commands from its terminal')
  },
)
