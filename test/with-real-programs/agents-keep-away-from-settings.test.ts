/**
 * However a model tries, files that could change the rules for agents, or that run later by themselves, are not
 * written.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { hookCommand, HOSTS, textOf, type HostName } from '../../packages/atip/src/hooks/index.js'
import { policyFile } from '../../packages/atip/src/install/strictness.js'
import type { ScriptedCall } from '../../packages/atip/src/live/scripted-model.js'
import { claudeCode, codex, gemini, opencode } from '../fixtures/agents/agents.js'
import { sendAgent, type McpAgent, type McpServer } from '../fixtures/agents/launch.js'
import { areInstalled } from '../fixtures/real-programs.js'
import { PROGRAM } from '../fixtures/start-atip.js'

const isSkipped = !areInstalled('.agents') && process.env.CI === undefined
if (isSkipped) console.warn('no agents: node scripts/install-real-programs.mjs installs them')

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atip-settings-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

interface Host {
  agent: McpAgent
  /** Its own tool to write a file. */
  write: (path: string) => ScriptedCall
  /** The call that it must make before it may overwrite a file. */
  before?: (path: string) => ScriptedCall
}

const MARK = 'written by the model'

const AGENTS: [HostName, Host][] = [
  [
    'claude-code',
    {
      agent: claudeCode,
      write: (path) => ({ tool: 'Write', input: { file_path: path, content: MARK } }),
      before: (path) => ({ tool: 'Read', input: { file_path: path } }),
    },
  ],
  ['codex', { agent: codex, write: (path) => ({ tool: 'exec_command', input: { cmd: patchOf(path) } }) }],
  ['gemini', { agent: gemini, write: (path) => ({ tool: 'write_file', input: { file_path: path, content: MARK } }) }],
  ['opencode', { agent: opencode, write: (path) => ({ tool: 'write', input: { filePath: path, content: MARK } }) }],
]

function patchOf(path: string): string {
  return `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${path}\n+${MARK}\n*** End Patch\nEOF`
}

/** A realistic home and project, with the policy that `atip install` writes. */
function places(name: string) {
  const home = join(folder, `${name}-home`)
  const project = join(folder, `${name}-project`)
  for (const one of ['.claude', '.config/agent-tools']) mkdirSync(join(home, one), { recursive: true })
  for (const one of ['.git/hooks', '.claude', '.atip', 'src']) mkdirSync(join(project, one), { recursive: true })
  const policy = join(home, '.config/agent-tools/policy.json')
  const [piece] = policyFile(policy, 'balanced', undefined).pieces
  writeFileSync(policy, piece?.kind === 'file' ? piece.text : '')
  const targets = [
    join(home, '.claude/settings.json'),
    policy,
    join(project, '.claude/settings.json'),
    join(project, '.atip/policy.json'),
    join(project, '.git/hooks/pre-commit'),
  ]
  const changed = () => targets.filter((file) => existsSync(file) && readFileSync(file, 'utf8').includes(MARK))
  return { home, project, targets, changed, ordinary: join(project, 'src/a.ts') }
}

/** Without a user, Claude Code writes only what its own rules allow. */
function hookOf(name: HostName): string {
  const text = textOf(HOSTS[name].settings(hookCommand(name, [process.execPath, PROGRAM])).pieces)
  return name === 'claude-code' ? text.replace('{', '{ "permissions": { "allow": ["Write", "Edit", "Read"] },') : text
}

/** Gemini CLI has its own rule for such paths, which comes first. */
const REFUSED = /atip refuses this|Path not in workspace/

describe.skipIf(isSkipped).concurrent.each(AGENTS)('%s', { timeout: 240_000 }, (name, { agent, write, before }) => {
  test('keeps away from them by the shell and by its own tools, and edits the project', async () => {
    const { home, project, targets, changed, ordinary } = places(`${name}-own`)
    const first = [write(ordinary), ...(before === undefined ? [] : targets.slice(0, 2).map(before))]
    const calls = [
      ...first,
      ...targets.flatMap((file) => [agent.shellCall(`echo '${MARK}' > ${file}`), write(file)]),
      agent.shellCall(`echo '${MARK}' | tee ~/.claude/settings.json`),
    ]
    const { results } = await sendAgent(agent, { calls, hook: hookOf(name), project, home })
    expect(results).toHaveLength(calls.length)
    expect(results[0]).not.toContain('atip refuses')
    expect(readFileSync(ordinary, 'utf8')).toContain(MARK)
    for (const result of results.slice(first.length)) expect(result).toMatch(REFUSED)
    expect(changed()).toEqual([])
  })

  test('keeps away from them through atip mcp, and edits the project', async () => {
    const { home, project, targets, changed, ordinary } = places(`${name}-mcp`)
    writeFileSync(join(project, 'words.txt'), MARK)
    const lines = [
      'cp words.txt src/a.ts',
      ...targets.flatMap((file) => [`cp words.txt ${file}`, `install words.txt ${file}`]),
    ]
    const argv = ['/usr/bin/env', `HOME=${home}`, 'PATH=/usr/bin:/bin', process.execPath, PROGRAM, 'mcp']
    const server: McpServer = { name: 'atip', argv, allowed: ['run'] }
    const calls = lines.map((command) => agent.toolCall('atip', 'run', { command }))
    const { results } = await sendAgent(agent, { calls, hook: hookOf(name), server, project, home })
    expect(results).toHaveLength(calls.length)
    expect(results[0]).not.toMatch(/not run/)
    expect(readFileSync(ordinary, 'utf8')).toContain(MARK)
    for (const [index, result] of results.slice(1).entries()) expect(result).toContain(`not run: ${lines[index + 1]}`)
    expect(changed()).toEqual([])
  })

  test('keeps away from them through the servers of others, and edits the project', async () => {
    const { home, project, targets, changed, ordinary } = places(`${name}-others`)
    const file = fileURLToPath(new URL('../fixtures/mcp-writes-files.mjs', import.meta.url))
    const argv = [process.execPath, file, '--serve-mcp', 'stdio', '--yes']
    const server: McpServer = { name: 'files', argv, allowed: ['write_file'] }
    const calls = [ordinary, ...targets].map((path) => agent.toolCall('files', 'write_file', { path, content: MARK }))
    const { results } = await sendAgent(agent, { calls, hook: hookOf(name), server, project, home })
    expect(results).toHaveLength(calls.length)
    expect(results[0]).toContain('written')
    expect(readFileSync(ordinary, 'utf8')).toContain(MARK)
    for (const result of results.slice(1)) expect(result).toMatch(/atip refuses this/)
    expect(changed()).toEqual([])
  })
})
