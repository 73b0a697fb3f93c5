import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTS, hookCommand, textOf, type HostName } from '../../packages/atip/src/hooks/index.js'
import { claudeCode, codex, gemini, opencode } from '../fixtures/agents/agents.js'
import { areInstalled } from '../fixtures/real-programs.js'
import { sendAgent, type Agent } from '../fixtures/agents/launch.js'
import { PROGRAM } from '../fixtures/start-atip.js'

/** The agents are large: without them, the tests are skipped on a laptop and fail in CI. */
const isSkipped = !areInstalled('.agents') && process.env.CI === undefined
if (isSkipped) console.warn('no agents to try the hook with: node scripts/install-real-programs.mjs installs them')

const AGENTS: [HostName, Agent][] = [
  ['claude-code', claudeCode],
  ['codex', codex],
  ['gemini', gemini],
  ['opencode', opencode],
]

const folder = mkdtempSync(join(tmpdir(), 'atip-agents-'))
const template = join(folder, 'template')
let places = 0
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A line that each of these agents would run without a hook, and that leaves a trace. */
const DANGEROUS = 'git push --force origin main'

beforeAll(() => {
  mkdirSync(join(template, 'remote.git'), { recursive: true })
  writeFileSync(join(template, 'hello.txt'), 'words in a file\n')
  git('init -q -b main .')
  git('init -q -b main --bare remote.git')
  git('remote add origin ./remote.git')
  git('add hello.txt')
  git('commit -q -m one')
  git('push -q origin main')
  git('commit -q --amend -m two')
})

function git(words: string, cwd = template): string {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.invalid', GIT_COMMITTER_NAME: 'a' }
  const env = { ...who, GIT_COMMITTER_EMAIL: 'a@b.invalid', PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' }
  return execFileSync('git', words.split(' '), { cwd, env, encoding: 'utf8' })
}

/** A repository whose remote has a commit that only a forced push would lose. */
function newProject(): { project: string; wasPushed: () => boolean } {
  const project = join(folder, `project-${++places}`)
  cpSync(template, project, { recursive: true })
  const remote = join(project, 'remote.git')
  const before = git('rev-parse main', remote)
  return { project, wasPushed: () => git('rev-parse main', remote) !== before }
}

/** A program with the name of ours, in a folder whose name needs quotes. */
function newProgram(script: string): string {
  const place = join(folder, `it's a folder ${++places}`)
  mkdirSync(place)
  const program = join(place, 'atip')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return program
}

/** The failures of the hook, one for each call; the last one removes it. */
const FAILURES = [
  'exit 1',
  'kill -9 $$',
  'echo words',
  'printf "{\\"hookSpecificOutput\\":"',
  'exec sleep 60',
  'rm "$0"',
]

/** A program that answers this many calls as ours does, and fails in a different way at each further call. */
const failingAfter = (calls: number) => `count=$(cat "$0.count" 2>/dev/null || echo 0)
echo $((count + 1)) >"$0.count"
[ $count -lt ${calls} ] && exec '${process.execPath}' '${PROGRAM}' "$@"
cat >/dev/null
case $((count - ${calls})) in
${FAILURES.map((failure, index) => `${index}) ${failure} ;;`).join('\n')}
esac
exit 1`

describe.skipIf(isSkipped).concurrent.each(AGENTS)('%s', { timeout: 240_000 }, (name, agent) => {
  // One test, because agents take seconds to start.
  test('runs what is harmless, nothing that destroys or that a person should decide, and nothing at all while the hook crashes, is killed, prints something else, hangs or is gone', async () => {
    const { project, wasPushed } = newProject()
    const judged = ['cat hello.txt', DANGEROUS, 'touch made.txt', 'cat ./hello.txt']
    const program = newProgram(failingAfter(judged.length))
    const hook = textOf(HOSTS[name].settings(hookCommand(name, program)).pieces)
    // Different lines, because some agents stop a model that repeats itself.
    const unjudged = [...FAILURES, 'gone'].map((_, index) => `${DANGEROUS}; echo ${index}`)
    const lines = [...judged, ...unjudged]
    const { results } = await sendAgent(agent, { calls: lines.map(agent.shellCall), hook, project })

    expect(results).toHaveLength(lines.length)
    expect(results[0]).toContain('words in a file')
    expect(results[1]).toContain('atip refuses this: `git push --force origin main`')
    expect(results[2]).toContain('atip wants a person to decide: `touch made.txt`')
    expect(results[3]).toContain('words in a file')
    for (const result of results.slice(judged.length)) expect(result).toContain('This was not run.')
    expect(wasPushed()).toBe(false)
    expect(existsSync(join(project, 'made.txt'))).toBe(false)
    expect(readFileSync(`${program}.count`, 'utf8').trim()).toBe(String(judged.length + FAILURES.length))
    expect(existsSync(program)).toBe(false)
  })
})

/** Why the command that starts the hook is so defensive. This test fails once an agent fixes the problem. */
test.skipIf(isSkipped).concurrent.each(AGENTS.filter(([name]) => name !== 'opencode'))(
  '%s would run what is dangerous if the hook were started without care',
  { timeout: 240_000 },
  async (name, agent) => {
    const { project, wasPushed } = newProject()
    const hook = textOf(HOSTS[name].settings('exit 1').pieces).replace(/,\s*"onFailure": "block"/, '')
    await sendAgent(agent, { calls: [agent.shellCall(DANGEROUS)], hook, project })
    expect(wasPushed()).toBe(true)
  },
)
