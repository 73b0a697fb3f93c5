import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { claudeCode, codex, gemini, opencode } from '../fixtures/agents/agents.js'
import { sendAgent, type McpAgent } from '../fixtures/agents/launch.js'
import { areInstalled } from '../fixtures/real-programs.js'

/** The agents are large: without them, the tests are skipped on a laptop and fail in CI. */
const isSkipped = !areInstalled('.agents') && process.env.CI === undefined
if (isSkipped) console.warn('no agents to serve tools to: node scripts/install-real-programs.mjs installs them')

interface Host {
  agent: McpAgent
  /** Harmless tools that its user must allow: none if the host decides by the tools' annotations. */
  asksFor: string[]
  /** The model's result for a tool that its user did not allow. */
  refusal: string
  /** The revision of MCP that it starts with; slow servers may get another one later. */
  revision: string
}

const HOSTS: [string, Host][] = [
  [
    'Claude Code',
    { agent: claudeCode, asksFor: ['list', 'add'], refusal: "you haven't granted it yet", revision: '2026-07-28' },
  ],
  ['Codex', { agent: codex, asksFor: [], refusal: 'MCP tool call requires approval', revision: '2025-06-18' }],
]

const NOTES = fileURLToPath(new URL('../../examples/notes/notes.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atip-agents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

interface Story {
  calls: [tool: string, input: Record<string, unknown>][]
  /** Flags of the server. */
  flags?: string[]
  allowed: string[]
  isTrusted?: boolean
}

/** Lets the agent work with a note, over a connection that is recorded. */
async function tell(agent: McpAgent, { calls, flags = [], allowed, isTrusted = false }: Story) {
  const project = mkdtempSync(join(folder, 'project-'))
  mkdirSync(join(project, 'notes'))
  writeFileSync(join(project, 'notes/old.md'), 'title: Old\n\nwords\n')
  const program = [process.execPath, NOTES, '--serve-mcp', 'stdio', ...flags]
  const argv = ['/bin/sh', '-c', 'tee "$0/received" | "$@" | tee "$0/sent"', project, ...program]
  const { results } = await sendAgent(agent, {
    calls: calls.map(([tool, input]) => agent.toolCall('notes', tool, input)),
    server: { name: 'notes', argv, allowed, isTrusted },
    project,
  })
  const line = (name: string) => readFileSync(join(project, name), 'utf8')
  return { results, notes: readdirSync(join(project, 'notes')), received: line('received'), sent: line('sent') }
}

const QUESTION = 'Delete notes (old): this is destructive. Go on?'

describe.skipIf(isSkipped).concurrent.each(HOSTS)('%s', { timeout: 120_000 }, (_, host) => {
  const { agent, asksFor, refusal, revision } = host

  test('lists and adds notes, and is not led to delete one, though the server would', async () => {
    const { results, notes, received } = await tell(agent, {
      calls: [
        ['list', {}],
        ['add', { title: 'New', tag: ['shop'] }],
        ['delete', { names: ['old'] }],
      ],
      flags: ['--yes'],
      allowed: asksFor,
    })
    expect(results).toHaveLength(3)
    expect(results[0]).toContain('{"ok":true,"data":[{"name":"old","title":"Old","priority":"normal","tags":[]}]}')
    expect(results[1]).toContain('{"ok":true,"data":{"name":"new","title":"New","priority":"normal","tags":["shop"]}}')
    expect(results[2]).toContain(refusal)
    expect(notes).toEqual(['new.md', 'old.md'])
    expect(received.split('\n', 1)[0]).toContain(`rotocolVersion":"${revision}"`)
  })

  test('deletes nothing without a user to ask, and says so', async () => {
    const { results, notes, sent, received } = await tell(agent, {
      calls: [['delete', { names: ['old'] }]],
      allowed: ['delete'],
    })
    expect(sent).toContain(QUESTION)
    expect(received).toMatch(/"action":"(?:decline|cancel)"/)
    expect(results).toEqual([expect.stringContaining('"code":"E3903"')])
    expect(results[0]).toContain('declined; nothing was done')
    expect(notes).toEqual(['old.md'])
  })

  test('deletes a note with the consent of its user', async () => {
    const { results, notes, sent, received } = await tell(agent, {
      calls: [['delete', { names: ['old'] }]],
      allowed: ['delete'],
      isTrusted: true,
    })
    expect(sent).toContain(QUESTION)
    expect(received).toContain('"action":"accept"')
    expect(results).toEqual([expect.stringContaining('{"ok":true,"data":{"deleted":["old"]}}')])
    expect(notes).toEqual([])
  })

  test('is asked nothing by a server that was started with --yes, and its own permission counts', async () => {
    const { results, notes, sent } = await tell(agent, {
      calls: [['delete', { names: ['old'] }]],
      flags: ['--yes'],
      allowed: ['delete'],
    })
    expect(sent).not.toContain('elicitation/create')
    expect(results).toEqual([expect.stringContaining('{"ok":true,"data":{"deleted":["old"]}}')])
    expect(notes).toEqual([])
  })
})

const AGENTS: [string, McpAgent][] = [
  ['Claude Code', claudeCode],
  ['Codex', codex],
  ['Gemini CLI', gemini],
  ['opencode', opencode],
]

const ERROR = {
  code: 'E3100',
  category: 'state',
  message: 'there is no note "missing"',
  suggestion: {
    action: 'retry_with_modified_input',
    fix: 'Look for it',
    example: 'notes list',
    applicability: 'maybe_incorrect',
  },
  is_retryable: false,
  details: { name: 'missing', notes: ['old'] },
}

describe.skipIf(isSkipped).concurrent.each(AGENTS)('%s', { timeout: 120_000 }, (_, agent) => {
  test('tells its model the whole error of a call that fails, in the same words as the others', async () => {
    const { results, notes } = await tell(agent, {
      calls: [['delete', { names: ['missing'] }]],
      flags: ['--yes'],
      allowed: ['delete'],
    })
    expect(results).toHaveLength(1)
    // Some put the text inside of JSON.
    const heard = results[0]!.replaceAll('\\', '')
    expect(heard).toContain(JSON.stringify({ ok: false, error: ERROR }).replaceAll('\\', ''))
    expect(notes).toEqual(['old.md'])
  })
})
