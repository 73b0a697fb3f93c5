/** Real agents, each with a scripted model, work with this machine through `atip mcp`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { claudeCode, codex, gemini, opencode } from '../fixtures/agents/agents.js'
import { sendAgent, type McpAgent } from '../fixtures/agents/launch.js'
import { areInstalled } from '../fixtures/real-programs.js'
import { PROGRAM } from '../fixtures/start-atip.js'

const isSkipped = !areInstalled('.agents') && process.env.CI === undefined
if (isSkipped) console.warn('no agents: node scripts/install-real-programs.mjs installs them')

const folder = mkdtempSync(join(tmpdir(), 'atip-machine-of-agents-'))
const home = join(folder, 'home')
mkdirSync(home)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Each agent has its own home; the catalog and the log of this machine are elsewhere. */
const places = (name: string) => ({
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  ATIP_STATE_DIR: join(folder, `state-${name}`),
})
const env = (name: string) => ({ PATH: '/usr/bin:/bin', HOME: home, ...places(name) })
const atip = (name: string, words: string[]) =>
  execFileSync(process.execPath, [PROGRAM, ...words], { env: env(name), encoding: 'utf8', cwd: home })

let isScanned = false
function scanned(): void {
  if (!isScanned) atip('scan', ['scan'])
  isScanned = true
}

const AGENTS: [string, McpAgent][] = [
  ['Claude Code', claudeCode],
  ['Codex', codex],
  ['Gemini CLI', gemini],
  ['opencode', opencode],
]

const TOOLS = ['search_tools', 'describe_tool', 'run_readonly', 'run', 'read_result']

describe.skipIf(isSkipped).each(AGENTS)('%s', { timeout: 120_000 }, (name, agent) => {
  test('finds, describes and reads without a question, is stopped with our reason, and hears errors whole', async () => {
    scanned()
    const project = mkdtempSync(join(folder, 'project-'))
    execFileSync('git', ['init', '-q', project])
    writeFileSync(join(project, 'kept.txt'), 'words\n')
    const state = name.replaceAll(' ', '-')
    const variables = Object.entries(places(state)).map(([key, value]) => `${key}=${value}`)
    const calls: [string, Record<string, unknown>][] = [
      ['search_tools', { query: 'list branches' }],
      ['describe_tool', { command: 'git status' }],
      ['run_readonly', { command: 'git status --short' }],
      ['run', { command: 'git push --force' }],
      ['run', { command: 'touch .git/hooks/pre-commit' }],
      ['run_readonly', { command: 'cat missing' }],
    ]
    const { results } = await sendAgent(agent, {
      calls: calls.map(([tool, input]) => agent.toolCall('atip', tool, input)),
      server: { name: 'atip', argv: ['/usr/bin/env', ...variables, process.execPath, PROGRAM, 'mcp'], allowed: TOOLS },
      project,
    })
    const heard = results.map((text) => text.replaceAll('\\', ''))
    expect(heard).toHaveLength(6)
    expect(heard[0]).toContain('git branch [read-only')
    expect(heard[1]).toContain('"use":"git status')
    expect(heard[2]).toContain('?? kept.txt')
    expect(heard[3]).toContain('destroys data for good')
    expect(heard[3]).toContain('Acceptable')
    expect(heard[4]).toContain('not run: touch .git/hooks/pre-commit')
    expect(heard[5]).toContain('"code":"E4302"')
    expect(heard[5]).toContain('No such file or directory')
    expect(existsSync(join(project, 'kept.txt'))).toBe(true)
    expect(existsSync(join(project, '.git/hooks/pre-commit'))).toBe(false)
    const { data } = JSON.parse(atip(state, ['audit', 'show', '-o', 'json'])) as {
      data: { what: string; decision: string }[]
    }
    const told = data.map(({ what, decision }) => `${decision} ${what}`)
    expect(told).toContain('allow git status --short')
    expect(told).toContain('deny git push --force')
  })
})
