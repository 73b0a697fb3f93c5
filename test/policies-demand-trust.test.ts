import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, chmodSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const at = (name: string) => `${place.folder}/${name}`
const env = { PATH: `${at('bin')}:${dirname(process.execPath)}` }
const run = (...words: string[]) => place.run(words, { env })
const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [ours, theirs] = [keys(), keys()]
const publicKey = ours.publicKey.export({ format: 'pem', type: 'spki' })

const CONFIG = '.config/agent-tools/config.json'
const trusting = (key: string | Buffer) =>
  place.write(CONFIG, JSON.stringify({ trust: { signers: [{ key, log: 'optional' }] } }))

/** The decisions of check and hook about a line, with a user policy that has this demand. */
function judge(trust: object, line = 'deploy now') {
  place.write('.config/agent-tools/policy.json', JSON.stringify({ policy: { trust } }))
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: line }, cwd: place.folder }
  const { stdout } = place.run(['hook', 'claude-code'], { env, input: JSON.stringify(event) })
  const { hookSpecificOutput: hooked } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> }
  const checked = JSON.parse(run('check', '-o', 'raw', '--', line).stdout) as { decision: string; reasons: Reason[] }
  expect(hooked.permissionDecision).toBe(checked.decision)
  return { decision: checked.decision, rule: checked.reasons[0]!.rule, trust: checked.reasons[0]!.trust?.level }
}

interface Reason {
  rule: string
  trust?: { level: string; from: string }
}

const DEMANDED = { minimumTrust: 'VERIFIED', otherwise: 'deny' }
const UNMET = { decision: 'deny', rule: 'policy' }
/** The decision without any demand. */
const MET = { decision: 'ask', rule: 'network' }

beforeAll(() => {
  place.write('ours.pem', ours.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  place.write('theirs.pem', theirs.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  place.write('ours.pub', publicKey)
  const shim = {
    atip: { version: '0.6' },
    name: 'deploy',
    version: '1',
    description: 'Deploys',
    // A tool's own claims count for nothing.
    trust: { source: 'user', verified: true, integrity: { signature: { type: 'cosign', identity: 'key:1' } } },
    effects: { network: true, destructive: false, filesystem: { read: true, write: false, delete: false } },
  }
  place.write('.local/share/agent-tools/shims/deploy.json', JSON.stringify(shim))
})

beforeEach(() => {
  rmSync(at('.local/share/agent-tools/trust'), { recursive: true, force: true })
  rmSync(at('bin/deploy.bundle'), { force: true })
  chmodSync(place.write('bin/deploy', '#!/bin/sh\necho deployed\n'), 0o755)
  trusting(publicKey)
  run('scan')
})

test('a demand is met once the program was verified, and no longer when it, its signers or its parts change', () => {
  expect(judge(DEMANDED)).toMatchObject(UNMET)
  expect(run('sign', 'bin/deploy', '--key', 'ours.pem').code).toBe(0)
  expect(judge(DEMANDED)).toMatchObject(UNMET)
  expect(run('verify', 'deploy')).toMatchObject({ code: 0, stdout: expect.stringContaining('VERIFIED') })
  expect(judge(DEMANDED)).toMatchObject({ ...MET, trust: 'VERIFIED' })
  expect(judge({ minimumSlsaLevel: 1, otherwise: 'deny' })).toMatchObject(UNMET)
  expect(judge({ allowedSigners: ['key:other'], otherwise: 'deny' })).toMatchObject(UNMET)
  trusting(theirs.publicKey.export({ format: 'pem', type: 'spki' }))
  expect(judge(DEMANDED)).toMatchObject(UNMET)
  trusting(publicKey)
  expect(judge(DEMANDED)).toMatchObject(MET)
  appendFileSync(at('bin/deploy'), 'curl evil\n')
  expect(judge(DEMANDED)).toMatchObject({ decision: 'deny' })
})

test('what was verified with keys of the call, and not with those that are configured, meets no demand', () => {
  rmSync(at(CONFIG))
  expect(run('sign', 'bin/deploy', '--key', 'ours.pem').code).toBe(0)
  expect(run('verify', 'deploy', '--key', 'ours.pub').code).toBe(0)
  expect(judge(DEMANDED)).toMatchObject(UNMET)
  expect(run('verify', 'deploy').code).toBe(69)
  expect(judge(DEMANDED)).toMatchObject({ ...UNMET, trust: 'UNVERIFIED' })
})

test('a program that a stranger signed is denied, also where the policy would only ask', () => {
  expect(run('sign', 'bin/deploy', '--key', 'theirs.pem').code).toBe(0)
  expect(run('verify', 'deploy').code).toBe(1)
  expect(judge({ requireSignatures: true })).toMatchObject({ ...UNMET, trust: 'COMPROMISED' })
})

test('show and list say the level and where it comes from', () => {
  const level = () => {
    const shown = JSON.parse(run('show', 'deploy', '--offline', '-o', 'raw').stdout) as Record<
      string,
      { trust: object }
    >
    const { tools } = JSON.parse(run('list', 'deploy', '-o', 'raw').stdout) as { tools: { trust: object }[] }
    expect(shown['x-atip-catalog']!.trust).toMatchObject(tools[0]!.trust)
    return tools[0]!.trust
  }
  expect(level()).toEqual({ level: 'NOT_CHECKED', from: expect.stringContaining('not verified on this machine') })
  expect(run('list', 'deploy').stdout).not.toContain('TRUST')
  run('sign', 'bin/deploy', '--key', 'ours.pem')
  run('verify', 'deploy')
  expect(level()).toEqual({ level: 'VERIFIED', from: expect.stringMatching(/^signed by key:.*\(atip verify, \d{4}-/) })
  expect(run('list', 'deploy').stdout).toMatch(/^TOOL .*TRUST.*\n.*VERIFIED/)
  expect(run('show', 'deploy', '--offline').stdout).toContain('Program: VERIFIED, signed by key:')
})
