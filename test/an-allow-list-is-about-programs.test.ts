import { appendFileSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPrograms, minisignName, succeed, Team } from './fixtures/team.js'

const PROGRAMS = ['bash', 'cat', 'env', 'ls', 'touch'] as const
const ALLOW_LIST = { version: '1', organization: 'Acme', approval: { mode: 'allowlist' } }
const WRITES = { network: false, destructive: false, filesystem: { write: true, delete: false }, subprocess: false }

let team: Team
let project = ''
beforeAll(async () => {
  if (!hasPrograms(PROGRAMS)) return
  team = new Team(PROGRAMS)
  for (const name of PROGRAMS) team.describe(name)
  team.describe('touch', { commands: { '': { description: 'Make a file', effects: WRITES } } })
  copyFileSync('/usr/bin/cat', join(team.bin, 'evil'))
  appendFileSync(join(team.bin, 'evil'), 'evil')
  succeed(team.build({ policy: ALLOW_LIST }))
  await team.serve()
  succeed(team.join())
  succeed(team.atip(['scan']))
  project = join(team.machine.folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
})
afterAll(() => team?.clear())

function publish(policy: object): void {
  succeed(team.build(policy))
  succeed(team.atip(['registry', 'sync', '--refresh']))
}

const all = (lines: readonly string[], decision: string) => Object.fromEntries(lines.map((line) => [line, decision]))
const decisions = (lines: readonly string[], env?: Record<string, string>) => {
  const input = lines.map((line) => JSON.stringify({ id: line, command: line })).join('\n')
  const { stdout, stderr } = team.atip(['check', '--batch'], input, env)
  if (stdout === '') throw new Error(stderr)
  const checked = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; decision: string })
  return Object.fromEntries(checked.map(({ id, decision }) => [id, decision]))
}

describe.runIf(hasPrograms(PROGRAMS))('an allow-list', () => {
  test("leaves the agent's own file tools to the ordinary rules", () => {
    const file = join(project, 'src/a.ts')
    const hook = (tool: string, input: object) => team.hook(tool, input, project)
    expect(hook('Read', { file_path: file })).toBe('none')
    expect(hook('Write', { file_path: file, content: 'x' })).toBe('none')
    expect(hook('Edit', { file_path: file, old_string: 'x', new_string: 'y' })).toBe('none')
    expect(hook('Read', { file_path: join(team.machine.folder, '.ssh/id_rsa') })).toBe('ask')
    expect(hook('Write', { file_path: join(team.machine.folder, '.bashrc'), content: 'x' })).toBe('deny')
    const registries = join(team.machine.folder, '.config/agent-tools/registries.json')
    expect(hook('Write', { file_path: registries, content: '{}' })).toBe('deny')
  })

  test('leaves redirections to the ordinary rules', () => {
    expect(decisions(['ls > out.txt', 'echo hi > out.txt', 'cat < notes.txt', 'ls > ~/.bashrc'])).toEqual({
      'ls > out.txt': 'ask',
      'echo hi > out.txt': 'ask',
      'cat < notes.txt': 'allow',
      'ls > ~/.bashrc': 'deny',
    })
  })

  test('denies what starts a program that is not approved, also beside a redirection', () => {
    const lines = [
      'evil > out.txt',
      '> out.txt evil',
      'evil < notes.txt',
      'ls > >(evil)',
      'cat < <(evil)',
      'ls | evil > out.txt',
      'ls > "$(evil)"',
      '$TOOL > out.txt',
      'bash < script',
      'bash script > out.txt',
      'PATH=/tmp/bin ls',
      'LD_PRELOAD=/tmp/x.so ls',
    ]
    expect(decisions(lines)).toEqual(all(lines, 'deny'))
  })

  test('asks about tools of other servers, and only the organisation can allow them', () => {
    const call = () => team.hook('mcp__github__list_issues', { repository: 'acme/tool' }, project)
    expect(call()).toBe('ask')
    const rules = [{ decision: 'allow', tool: 'mcp__github__*' }]
    team.machine.write('.config/agent-tools/policy.json', JSON.stringify({ rules }))
    expect(call()).toBe('ask')
    rmSync(join(team.machine.folder, '.config/agent-tools/policy.json'))
    publish({ policy: ALLOW_LIST, rules })
    expect(call()).toBe('none')
    expect(team.hook('mcp__shell__run', { command: 'evil' }, project)).toBe('ask')
    expect(decisions(['evil'])).toEqual({ evil: 'deny' })
    publish({ policy: ALLOW_LIST, rules: [...rules, { decision: 'deny', tool: 'mcp__*' }] })
    expect(call()).toBe('deny')
    publish({ policy: ALLOW_LIST })
  })

  test('approves by the bytes and the name of the program that is called, wherever it is', () => {
    mkdirSync(join(team.machine.folder, 'copies'), { recursive: true })
    mkdirSync(join(team.machine.folder, 'others'), { recursive: true })
    copyFileSync(join(team.bin, 'ls'), join(team.machine.folder, 'copies/ls'))
    copyFileSync(join(team.bin, 'ls'), join(team.machine.folder, 'copies/harmless'))
    copyFileSync(join(team.bin, 'evil'), join(team.machine.folder, 'others/ls'))
    const copies = join(team.machine.folder, 'copies')
    // The first folder of PATH differs from the one during the scan.
    expect(decisions(['ls'], { PATH: `${copies}:${team.bin}` })).toEqual({ ls: 'allow' })
    expect(decisions(['ls'], { PATH: join(team.machine.folder, 'others') })).toEqual({ ls: 'deny' })
    const lines = ['./copies/ls', `${copies}/ls`, 'cd copies && ./ls']
    // Approved. As without the list, the guard asks about a program in an unusual folder.
    expect(decisions(lines)).toEqual(all(lines, 'ask'))
    const others = ['./others/ls', 'cd others && ./ls', 'cd others; ./ls', 'cd "$X" && ./ls', './copies/harmless']
    expect(decisions(others)).toEqual(all(others, 'deny'))
    const { code, stderr } = team.atip(['run', '--ask', 'never', './others/ls'])
    expect({ code, stderr }).toMatchObject({ code: 126, stderr: expect.stringMatching(/has\s+not\s+approved/) })
  })
})

describe.runIf(hasPrograms(PROGRAMS))('what a policy demands of trust', () => {
  const rules = [{ decision: 'allow', command: ['touch'] }]
  const demand = (trust: object) => publish({ policy: { version: '1', trust }, rules })
  const reason = () => team.atip(['check', '--', 'touch x']).stdout.replaceAll(/\s+/g, ' ')

  test.each([
    ['requireSignatures', () => ({ requireSignatures: true })],
    ['minimumTrust', () => ({ minimumTrust: 'VERIFIED' })],
    ['allowedSigners', () => ({ allowedSigners: [minisignName(team.key.publicKey)] })],
  ])('%s is met by a verified shim for the hash of the program', (_, trust) => {
    demand(trust())
    expect(team.decision('touch x')).toBe('allow')
    // The same name with other bytes has no such shim.
    copyFileSync(join(team.bin, 'evil'), join(team.machine.folder, 'others/touch'))
    expect(decisions(['touch x'], { PATH: join(team.machine.folder, 'others') })).toEqual({ 'touch x': 'ask' })
  })

  test('a level of SLSA needs the provenance of the program itself', () => {
    demand({ requireSignatures: true, minimumSlsaLevel: 1 })
    expect(team.decision('touch x')).toBe('ask')
    expect(reason()).toContain('SLSA level 1 is required; proven is 0')
  })

  test('what the user writes about a program proves nothing', () => {
    demand({ requireSignatures: true })
    copyFileSync('/usr/bin/cat', join(team.bin, 'mine'))
    appendFileSync(join(team.bin, 'mine'), 'mine')
    const shimIntegrity = { signature: { type: 'minisign', identity: minisignName(team.key.publicKey) } }
    const shim = {
      atip: { version: '0.6' },
      name: 'mine',
      version: '1',
      description: 'Mine',
      trust: { source: 'org', verified: true, shimIntegrity },
      commands: { '': { description: 'Make a file', effects: WRITES } },
    }
    team.machine.write('.local/share/agent-tools/shims/mine.json', JSON.stringify(shim))
    succeed(team.atip(['scan']))
    const { stdout } = team.atip(['check', '--', 'mine x'])
    expect(stdout).toMatch(/^ASK/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('mine has no verified shim of a registry')
  })
})
