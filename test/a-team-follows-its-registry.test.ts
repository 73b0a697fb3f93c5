import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, copyFileSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasPrograms, succeed, Team } from './fixtures/team.js'

const PROGRAMS = ['cat', 'ls'] as const
const ALLOW_LIST = { policy: { version: '1', organization: 'Acme', approval: { mode: 'allowlist' } } }

interface Signers {
  minisignKeys?: string[]
  signers?: object[]
}

/** The signers in `registries.json` of the machine. */
function signersOf({ machine }: Team): Signers[] {
  const name = readdirSync(machine.folder, { recursive: true, encoding: 'utf8' }).find((one) =>
    one.endsWith('/registries.json'),
  )
  return (JSON.parse(readFileSync(join(machine.folder, name!), 'utf8')) as { registries: Signers[] }).registries
}

let team: Team
beforeEach(async () => {
  if (!hasPrograms(PROGRAMS)) return
  team = new Team(PROGRAMS)
  team.describe('ls')
  succeed(team.build())
  await team.serve()
})
afterEach(() => team?.clear())

describe.runIf(hasPrograms(PROGRAMS))('a machine of a team', () => {
  test('that was never scanned is scanned by the first sync', () => {
    succeed(team.build(ALLOW_LIST))
    expect(team.join().stdout).toContain('Next: atip scan')
    const { stdout } = succeed(team.atip(['registry', 'sync']))
    expect(stdout).toContain('Scanned 2 programs first.')
    expect(stdout).toContain('Acme: build 2, its policy is an allow-list.')
    expect(stdout).toContain('1 of 2 programs')
    expect([team.decision('ls'), team.decision('cat x')]).toEqual(['allow', 'deny'])
    expect(team.join().stdout).toContain('Next: atip registry sync')
  })

  test('gets a new policy and new shims with a plain sync, however fresh its cache is', () => {
    succeed(team.join())
    expect(succeed(team.atip(['scan'])).stdout).toContain('Acme: build 1, no policy.')
    expect(team.decision('cat x')).toBe('allow')
    succeed(team.build(ALLOW_LIST))
    expect(succeed(team.atip(['registry', 'sync'])).stdout).toContain('Acme: build 2, its policy is an allow-list.')
    expect([team.decision('ls'), team.decision('cat x')]).toEqual(['allow', 'deny'])
    team.describe('cat')
    succeed(team.build())
    expect(succeed(team.atip(['registry', 'sync'])).stdout).toContain('Acme: build 3')
    expect(team.decision('cat x')).toBe('allow')
  })

  test('trusts only the signers that were named last, of whatever kind', () => {
    succeed(team.join())
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const file = team.machine.write('acme.pub', publicKey.export({ format: 'pem', type: 'spki' }) as string)
    const url = team.atip(['-o', 'json', 'registry', 'list']).stdout.match(/http:[^"]+/)![0]
    const [before] = signersOf(team)
    succeed(team.atip(['registry', 'add', url, '--signer-key', file]))
    const [after] = signersOf(team)
    expect([before!.minisignKeys?.length, after!.minisignKeys, after!.signers?.length]).toEqual([1, undefined, 1])
  })

  test('is told that the organisation denies what a rule would allow, and may add rules for what is approved', () => {
    team.describe('ls', {
      commands: {
        '': { description: 'List', effects: { network: true, destructive: false, filesystem: { write: false } } },
      },
    })
    succeed(team.build(ALLOW_LIST))
    succeed(team.join())
    succeed(team.atip(['scan']))
    const said = team.atip(['policy', 'allow', 'cat']).stdout.replaceAll(/\s+/g, ' ')
    expect(said).toContain('Not added: allow cat The organisation denies it: ')
    expect(said).toContain('Acme has not approved this program. No rule of yours can allow it.')
    expect(team.atip(['policy', 'allow', '--exact', 'ls']).stdout).toContain('Added to')
    expect(team.decision('ls')).toBe('allow')
  })

  test('asks about a program that came after the last sync with the next scan', () => {
    copyFileSync('/usr/bin/cat', join(team.bin, 'new-tool'))
    appendFileSync(join(team.bin, 'new-tool'), 'new')
    team.describe('new-tool')
    copyFileSync(join(team.bin, 'new-tool'), join(team.machine.folder, 'aside'))
    succeed(team.build(ALLOW_LIST))
    team.remove('new-tool')
    succeed(team.join())
    succeed(team.atip(['scan']))
    copyFileSync(join(team.machine.folder, 'aside'), join(team.bin, 'new-tool'))
    expect(team.decision('new-tool')).toBe('deny')
    succeed(team.atip(['scan']))
    expect(team.decision('new-tool')).toBe('allow')
  })

  test('lists descriptions of its registry as such, not as the curated ones', () => {
    succeed(team.join())
    succeed(team.atip(['scan']))
    const { stdout } = team.atip(['list'])
    expect(stdout).toMatch(/^ls .* registry /m)
    expect(stdout).toMatch(/^cat .* curated /m)
    const listed = (source: string) => team.atip(['list', '--source', source]).stdout
    expect(listed('registry')).toMatch(/^ls /m)
    expect(listed('registry')).not.toMatch(/^cat /m)
    expect(listed('curated')).not.toMatch(/^ls /m)
  })

  test('is told which policy stays in use while the registry cannot be reached', async () => {
    succeed(team.build(ALLOW_LIST))
    succeed(team.join())
    succeed(team.atip(['registry', 'sync']))
    await team.stop()
    rmSync(join(team.machine.folder, '.cache'), { recursive: true, force: true })
    const { code, stdout } = team.atip(['registry', 'sync'])
    expect(code).toBe(1)
    expect(stdout).toContain('Acme: build 2, its policy is an allow-list.')
    expect(stdout).not.toContain('denied')
    expect([team.decision('ls'), team.decision('cat x')]).toEqual(['allow', 'deny'])
    // A scan without a new sync repeats the problem.
    succeed(team.atip(['scan']))
    expect(team.atip(['scan']).stdout.replaceAll(/\s+/g, ' ')).toContain('The last sync of registries had problems: ')
    const listed = team.atip(['registry', 'list']).stdout
    expect(listed).toMatch(/organisation, build 2, valid until \d{4}-\d\d-\d\d\nLast sync without problems: \d{4}-/)
    expect(team.atip(['doctor']).stdout).toMatch(/registries +warning/)
  })

  test('does not count programs as unapproved while the policy is unknown', async () => {
    succeed(team.build(ALLOW_LIST))
    succeed(team.join())
    await team.stop()
    const { code, stdout } = team.atip(['registry', 'sync'])
    expect(code).toBe(1)
    expect(stdout).toContain('Acme: not available, its policy is not known, so everything is denied.')
    expect(stdout).not.toContain('not approved')
    expect(team.decision('ls')).toBe('deny')
  })
})
