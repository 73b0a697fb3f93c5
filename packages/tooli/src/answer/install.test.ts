import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AGENT_NAMES, AGENTS } from '../describe/agent-places.js'
import { command, defineCli } from '../index.js'
import { run } from '../testing/index.js'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tooli-install-'))
  vi.stubEnv('HOME', home)
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'ZDOTDIR']) vi.stubEnv(name, '')
  // An installed program is started by its plain name.
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin/demo'), '#!/bin/sh\n')
  chmodSync(join(home, 'bin/demo'), 0o755)
  vi.stubEnv('PATH', `${join(home, 'bin')}:${process.env.PATH}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const list = command({ description: 'List', run: () => [] })
const demo = defineCli({ name: 'demo', version: '1.0.0', description: 'A demo', commands: { list } })

interface Change {
  file: string
  changed: boolean
}

async function change(...words: string[]): Promise<Change> {
  const { document, stderr } = await run(demo, words)
  const { ok, data } = document as { ok: boolean; data: Change }
  expect([ok, stderr]).toEqual([true, ''])
  return data
}

const userAgents = AGENT_NAMES.filter((name) => AGENTS[name]!.mcp.user !== undefined)

describe.each(userAgents)('mcp add %s', (agent) => {
  test('is done once, keeps what is there, and is undone', async () => {
    const first = await change('mcp', 'add', agent, '--user')
    const written = readFileSync(first.file, 'utf8')
    expect(first.changed).toBe(true)
    expect(written).toContain('"--serve-mcp"')
    expect(await change('mcp', 'add', agent, '--user')).toEqual({ ...first, changed: false })
    expect(readFileSync(first.file, 'utf8')).toBe(written)
    expect((await change('mcp', 'remove', agent, '--user')).changed).toBe(true)
    expect(existsSync(first.file)).toBe(false)
    expect((await change('mcp', 'remove', agent, '--user')).changed).toBe(false)
  })

  test('leaves the rest of the file as it was', async () => {
    const { form, user } = AGENTS[agent]!.mcp
    const file = join(home, user!)
    const before =
      form === 'toml' ? 'model = "x"\n\n[a]\nb = 1\n' : `${JSON.stringify({ a: [1], [form]: { x: {} } }, null, '\t')}\n`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, before)
    await change('mcp', 'add', agent, '--user')
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    await change('mcp', 'remove', agent, '--user')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('does nothing in a dry run but say what it would do', async () => {
    const { document } = await run(demo, ['mcp', 'add', agent, '--user', '--dry-run'])
    const file = join(home, AGENTS[agent]!.mcp.user!)
    expect(document).toMatchObject({ meta: { plan: [`write ${file}`] } })
    expect(existsSync(file)).toBe(false)
  })
})

test('another server of the same name is kept unless it may be replaced', async () => {
  const file = join(home, '.gemini/settings.json')
  mkdirSync(dirname(file))
  writeFileSync(file, '{"mcpServers":{"demo":{"command":"mine"}}}')
  expect((await run(demo, ['mcp', 'add', 'gemini', '--user'])).document).toMatchObject({ error: { code: 'E3940' } })
  expect(readFileSync(file, 'utf8')).toContain('mine')
  await change('mcp', 'add', 'gemini', '--user', '--force')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { demo: { command: 'demo', args: ['--serve-mcp', 'stdio'] } },
  })
})

test('a file with comments is not written, and the lines to add are told', async () => {
  const file = join(home, '.config/opencode/opencode.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{ // mine\n}')
  const { document } = await run(demo, ['mcp', 'add', 'opencode', '--user'])
  expect(document).toMatchObject({ error: { code: 'E3941', message: expect.stringContaining('"type":"local"') } })
  expect(readFileSync(file, 'utf8')).toBe('{ // mine\n}')
})

describe('skill add', () => {
  test('puts the page where the agent looks, once, and remove takes it and its folder away', async () => {
    for (const [agent, { skills }] of Object.entries(AGENTS)) {
      if (skills === undefined) continue
      const { file, changed } = await change('skill', 'add', agent, '--user')
      expect([file, changed]).toEqual([join(home, skills.user, 'demo/SKILL.md'), true])
      expect(readFileSync(file, 'utf8')).toBe((await run(demo, ['skill', '-'])).stdout)
      expect((await change('skill', 'add', agent, '--user')).changed).toBe(false)
      expect((await change('skill', 'remove', agent, '--user')).changed).toBe(true)
      expect(existsSync(dirname(file))).toBe(false)
    }
  })

  test('keeps a page that someone else wrote', async () => {
    const file = join(home, '.claude/skills/demo/SKILL.md')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'mine')
    for (const action of ['add', 'remove'])
      expect((await run(demo, ['skill', action, '--user'])).document).toMatchObject({ error: { code: 'E3940' } })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

describe('completion install', () => {
  test.each([
    ['bash', '.local/share/bash-completion/completions/demo', ['bash', '-n']],
    ['fish', '.config/fish/completions/demo.fish', ['fish', '--no-execute']],
    ['zsh', '.zshrc', ['zsh', '-n']],
    ['powershell', '.config/powershell/profile.ps1', undefined],
  ])('writes for %s what the shell can read, once, and takes it away', async (shell, place, check) => {
    const { file, changed } = await change('completion', 'install', shell)
    expect([file, changed]).toEqual([join(home, place), true])
    expect((await change('completion', 'install', shell)).changed).toBe(false)
    if (check !== undefined) {
      const { status, error } = spawnSync(check[0]!, [...check.slice(1), file])
      if (error === undefined) expect(status).toBe(0)
    }
    expect((await change('completion', 'uninstall', shell)).changed).toBe(true)
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(home)).toContain('bin')
  })

  test('takes the shell of the user, and leaves the rest of a start-up file', async () => {
    vi.stubEnv('SHELL', '/usr/bin/zsh')
    writeFileSync(join(home, '.zshrc'), 'alias x=y\n')
    await change('completion', 'install')
    expect(readFileSync(join(home, '.zshrc'), 'utf8')).toMatch(/^alias x=y\n\n# >>> demo/)
    await change('completion', 'uninstall')
    expect(readFileSync(join(home, '.zshrc'), 'utf8')).toBe('alias x=y\n')
    vi.stubEnv('SHELL', '/bin/tcsh')
    expect((await run(demo, ['completion', 'install'])).document).toMatchObject({ error: { code: 'E1005' } })
  })
})

test('help says what completion takes, and an unknown shell is told which there are', async () => {
  const { stdout, code } = await run(demo, ['completion', '--help'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: demo completion [OPTIONS] ACTION [SHELL]')])
  expect((await run(demo, ['completion', 'bsh'])).document).toMatchObject({
    error: { code: 'E1004', message: expect.stringContaining('must be one of bash, zsh, fish, powershell') },
  })
})

test("a tool's own command of one of these names comes first", async () => {
  for (const word of ['mcp', 'docs', 'completion']) {
    const own = command({ description: 'Its own', run: () => 'own' })
    const tool = defineCli({ name: 'demo', version: '1.0.0', description: 'x', commands: { [word]: own } })
    expect((await run(tool, [word])).document).toMatchObject({ data: 'own' })
  }
})
