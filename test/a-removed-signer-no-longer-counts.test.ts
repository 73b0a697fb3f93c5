import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { hasPrograms, minisignName, succeed, Team } from './fixtures/team.js'

const PROGRAMS = ['cat', 'env', 'ls'] as const
const ALLOW_LIST = { version: '1', organization: 'Acme', approval: { mode: 'allowlist' } }

let team: Team
beforeEach(async () => {
  if (!hasPrograms(PROGRAMS)) return
  team = new Team(PROGRAMS)
  for (const name of PROGRAMS) team.describe(name)
  succeed(team.build({ policy: ALLOW_LIST }))
  await team.serve()
  succeed(team.join())
  succeed(team.atip(['scan']))
})
afterEach(() => team?.clear())

interface Shown {
  trust: { source: string }
  'x-atip-catalog': { registry?: { signer: { identity: string } } }
}

const shown = () =>
  (JSON.parse(team.atip(['-o', 'json', 'show', 'ls', '--sources', '--offline']).stdout) as { data: Shown }).data

/** The answers of every surface about a program that the organisation approved. */
function answers() {
  return {
    check: team.decision('ls'),
    wrapped: team.decision('env ls'),
    hook: team.hook('Bash', { command: 'ls' }),
    run: team.atip(['run', '--ask', 'never', 'ls']).code,
    isShown: shown()['x-atip-catalog'].registry !== undefined,
  }
}

const REFUSED = { check: 'deny', wrapped: 'deny', hook: 'deny', run: 126, isShown: false }

const storedShims = () =>
  readdirSync(join(team.machine.folder, '.local/share/agent-tools/shims/sha256')).filter((name) =>
    /^[0-9a-f]+\.json$/.test(name),
  )

const registriesFile = () => join(team.machine.folder, '.config/agent-tools/registries.json')
const changeRegistry = (change: (entry: Record<string, unknown>) => void) => {
  const document = JSON.parse(readFileSync(registriesFile(), 'utf8')) as { registries: Record<string, unknown>[] }
  document.registries.forEach(change)
  writeFileSync(registriesFile(), JSON.stringify(document))
}

describe.runIf(hasPrograms(PROGRAMS))('a shim that was stored while its signer was accepted', () => {
  test('counts on every surface', () => {
    expect(answers()).toEqual({ check: 'allow', wrapped: 'allow', hook: 'allow', run: 0, isShown: true })
  })

  test('does not count as soon as registries.json has another key, before any sync', () => {
    const other = newMinisignKey()
    changeRegistry((entry) => (entry.minisignKeys = [other.publicKey]))
    expect(answers()).toEqual(REFUSED)
    // The registry still sends shims that the old key signed: sync refuses them and removes stored ones.
    const synced = team.atip(['registry', 'sync'])
    expect(synced.code).toBe(1)
    expect(storedShims()).toEqual([])
    expect(answers()).toEqual(REFUSED)
    changeRegistry((entry) => (entry.minisignKeys = [team.key.publicKey]))
    succeed(team.atip(['registry', 'sync']))
    expect(answers()).toMatchObject({ check: 'allow', run: 0, isShown: true })
  })

  test('does not count if another key has the identifier of the removed one', () => {
    const id = Buffer.from(team.key.publicKey, 'base64').subarray(2, 10)
    const other = Buffer.from(newMinisignKey().publicKey, 'base64')
    id.copy(other, 2)
    changeRegistry((entry) => (entry.minisignKeys = [other.toString('base64')]))
    expect(answers()).toEqual(REFUSED)
  })

  test('still counts while its key is one of several', () => {
    changeRegistry((entry) => (entry.minisignKeys = [newMinisignKey().publicKey, team.key.publicKey]))
    expect(answers()).toMatchObject({ check: 'allow', hook: 'allow', run: 0, isShown: true })
  })

  test('does not count if its registry is not configured any more, or no longer speaks for the organisation', () => {
    changeRegistry((entry) => (entry.enabled = false))
    expect(shown()['x-atip-catalog'].registry).toBeUndefined()
    changeRegistry((entry) => (entry.enabled = true))
    expect(shown().trust.source).toBe('org')
    changeRegistry((entry) => (entry.organization = false))
    expect(shown().trust.source).toBe('community')
  })

  test("does not count once the organisation's policy does not accept its signer", () => {
    const trust = { allowedSigners: ['minisign:0000000000000000'] }
    succeed(team.build({ policy: { ...ALLOW_LIST, trust } }))
    const { code, stdout } = team.atip(['registry', 'sync', '--refresh'])
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('3 descriptions withdrawn') })
    expect(storedShims()).toEqual([])
    expect(answers()).toEqual(REFUSED)
  })

  test('counts while the policy accepts its signer, and an unsigned one does not where signatures are demanded', () => {
    const trust = { allowedSigners: [minisignName(team.key.publicKey)], minimumTrust: 'VERIFIED' }
    succeed(team.build({ policy: { ...ALLOW_LIST, trust } }))
    succeed(team.atip(['registry', 'sync', '--refresh']))
    expect(answers()).toMatchObject({ check: 'allow', hook: 'allow', run: 0, isShown: true })
    // A record without a signer cannot be judged.
    const folder = join(team.machine.folder, '.local/share/agent-tools/shims/sha256')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.meta.json'))) {
      const { records } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { records: { signer?: unknown }[] }
      for (const record of records) delete record.signer
      writeFileSync(join(folder, name), JSON.stringify({ records }))
    }
    expect(answers()).toEqual(REFUSED)
  })
})
