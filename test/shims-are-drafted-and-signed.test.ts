import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { minisignName, succeed } from './fixtures/team.js'
import { Place } from './fixtures/start-atip.js'

let place: Place
beforeEach(() => {
  place = new Place()
})
afterEach(() => place.clear())

const key = newMinisignKey()
const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')

function program(name: string, text: string): void {
  place.write(name, text)
  chmodSync(join(place.folder, name), 0o755)
}

function shim(text: string, fields: object = {}): string {
  const file = `shims/${hexOf(text)}.json`
  const binary = { hash: `sha256:${hexOf(text)}`, name: text, version: '1.0.0' }
  const effects = { network: false, destructive: false, filesystem: { write: false, delete: false } }
  const commands = { '': { description: 'Run it', effects } }
  const trust = { source: 'inferred' }
  place.write(file, JSON.stringify({ atip: { version: '0.6' }, binary, trust, description: text, commands, ...fields }))
  return file
}

const drafts = () =>
  readdirSync(join(place.folder, 'shims')).map(
    (name) =>
      JSON.parse(readFileSync(join(place.folder, 'shims', name), 'utf8')) as {
        binary: { name: string; version: string }
      },
  )

describe('a draft', () => {
  test.runIf(existsSync('/usr/bin/git'))('has the version that the program tells in the sandbox', () => {
    const { stdout } = succeed(place.run(['shim', 'new', 'git', '--out', 'shims', '--depth', '0']))
    expect(stdout).toMatch(/, version \d+\.\d+/)
    expect(drafts()).toMatchObject([{ binary: { name: 'git', version: expect.stringMatching(/^\d+\.\d+/) } }])
    succeed(place.run(['shim', 'validate', 'shims']))
  })

  test('without a version is refused, with the command to repeat', () => {
    program('my tool', '#!/bin/sh\necho hello\n')
    const { code, stderr } = place.run(['shim', 'new', './my tool', '--out', 'shims'])
    expect(code).toBe(65)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain("atip shim new './my tool' --out shims --tool-version VERSION")
    expect(existsSync(join(place.folder, 'shims'))).toBe(false)
  })

  test('that says nothing does not pass for a complete one, and cannot be signed as reviewed', () => {
    place.write('acme.key', key.secretKey)
    program('mytool', '#!/bin/sh\necho tool\n')
    const { stdout } = succeed(place.run(['shim', 'new', './mytool', '--out', 'shims', '--tool-version', '1.0.0']))
    expect(stdout).toContain('Nothing is known about what it does')
    expect(succeed(place.run(['shim', 'validate', 'shims'])).stdout).toContain('effects of 1 command not known')
    const [name] = readdirSync(join(place.folder, 'shims'))
    const signed = place.run(['shim', 'sign', `shims/${name}`, '--as', 'org', '--minisign-key', 'acme.key'])
    expect(signed).toMatchObject({ code: 65, stderr: expect.stringMatching(/it has no\s+commands/) })
    const text = readFileSync(join(place.folder, 'shims', name!), 'utf8').replace('"inferred"', '"org"')
    writeFileSync(join(place.folder, 'shims', name!), text)
    expect(place.run(['shim', 'validate', 'shims'])).toMatchObject({ code: 1 })
    const words = ['--name', 'Acme', '--url', 'https://acme.example', '--minisign-key', 'acme.key', '--sign-shims']
    const built = place.run(['registry', 'build', 'shims', 'registry', ...words])
    expect(built).toMatchObject({ code: 1, stdout: expect.stringMatching(/Refused .*it has no\s+commands/) })
  })
})

describe('signing', () => {
  test('takes several files, leaves out the policy, and says what lists call the signer', () => {
    place.write('acme.key', key.secretKey)
    const files = [shim('one'), shim('two')]
    place.write('shims/policy.json', '{"policy": {"version": "1"}}')
    const { stdout } = succeed(
      place.run(['shim', 'sign', ...files, 'shims/policy.json', '--as', 'org', '--minisign-key', 'acme.key']),
    )
    expect(stdout).toContain(`You are ${minisignName(key.publicKey)} in lists of allowed signers.`)
    for (const file of files) expect(existsSync(join(place.folder, `${file}.minisig`))).toBe(true)
    expect(existsSync(join(place.folder, 'shims/policy.json.minisig'))).toBe(false)
    const words = ['--name', 'Acme', '--url', 'https://acme.example', '--minisign-key', 'acme.key']
    // The key that signs the build needs no separate option.
    expect(succeed(place.run(['registry', 'build', 'shims', 'registry', ...words])).stdout).toContain('2 shims, 2 new')
  })

  test('signs none if one of them is not valid', () => {
    place.write('acme.key', key.secretKey)
    const good = shim('good')
    const bad = shim('bad', { binary: { hash: `sha256:${hexOf('other')}`, name: 'bad', version: '1' } })
    expect(place.run(['shim', 'sign', good, bad, '--as', 'org', '--minisign-key', 'acme.key']).code).toBe(65)
    expect(existsSync(join(place.folder, `${good}.minisig`))).toBe(false)
  })
})

test('validating a folder neither waits for a FIFO nor shows files from elsewhere', () => {
  shim('one')
  const secret = place.write('secret', 'root:$6$secret')
  execFileSync('mkfifo', [join(place.folder, `shims/${hexOf('fifo')}.json`)])
  symlinkSync(secret, join(place.folder, `shims/${hexOf('away')}.json`))
  symlinkSync(secret, join(place.folder, 'shims/policy.json'))
  for (const words of [['shims'], readdirSync(join(place.folder, 'shims')).map((name) => `shims/${name}`)]) {
    const { code, stdout, stderr } = place.run(['shim', 'validate', ...words])
    expect(code).toBe(1)
    expect(stdout).toContain('it is not a regular file')
    expect(stdout.match(/it is a link to a file outside of the folder/g)).toHaveLength(2)
    expect(stdout + stderr).not.toContain('$6$')
  }
})

describe('the policy among the shims', () => {
  test('is validated as a policy, and a mistake in it stops a build', () => {
    shim('one')
    const validate = (policy: string) => {
      place.write('shims/policy.json', policy)
      return place.run(['shim', 'validate', 'shims'])
    }
    const good = '{"policy": {"version": "1", "approval": {"mode": "allowlist"}}}'
    expect(validate(good)).toMatchObject({ code: 0, stdout: expect.stringContaining('policy.json: good, a policy') })
    const misspelt = '{\n  "policy": {"version": "1"},\n  "rules": [{"decision": "alow", "tool": "x"}]\n}'
    expect(validate(misspelt)).toMatchObject({ code: 1, stdout: expect.stringContaining('policy.json:3:') })
    const words = ['--name', 'Acme', '--url', 'https://acme.example']
    const { code, stderr } = place.run(['registry', 'build', 'shims', 'registry', ...words])
    expect({ code, stderr }).toMatchObject({ code: 65, stderr: expect.stringMatching(/E4201[^]*policy\.json:3:/) })
    expect(validate('{ // comment\n }').code).toBe(1)
  })
})
