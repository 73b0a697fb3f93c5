import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs'
import { hashFile } from '@atip/trust'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startServices, tokenFor } from '../packages/trust/testing/services.js'
import { Place } from './fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
let tool = ''
beforeEach(() => {
  tool = place.write('tool', '#!/bin/sh\necho hello\n')
  place.write('release.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }))
  place.write('release.pub', publicKey.export({ format: 'pem', type: 'spki' }))
})

interface Report {
  level: string
  verified: boolean
  signer?: string
  steps: { step: string; status: string }[]
}

test('a file is signed and verified with a key, and refused once it was changed', () => {
  expect(place.run(['sign', 'tool', '--key', 'release.pem'])).toMatchObject({ code: 0, stdout: 'Wrote tool.bundle\n' })
  const verified = place.run(['verify', 'tool', '--key', 'release.pub', '--explain'])
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^tool: VERIFIED\n {2}hash .*\n {2}signature +valid +key:sha256:/),
  })
  const report = place.data<Report>(['verify', 'tool', '--key', 'release.pub'])
  expect(report).toMatchObject({ level: 'VERIFIED', verified: true, signer: expect.stringMatching(/^key:sha256:/) })
  appendFileSync(tool, 'rm -rf /\n')
  expect(place.run(['verify', 'tool', '--key', 'release.pub'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^tool: COMPROMISED\n {2}signature +invalid +the signature is about/),
  })
})

test('the exit code tells a refusal from what cannot be checked, and from what is not there', () => {
  expect(place.run(['verify', 'other'])).toMatchObject({ code: 66 })
  place.write('other', 'x')
  expect(place.run(['verify', 'other'])).toMatchObject({ code: 1, stdout: expect.stringContaining('UNSIGNED') })
  place.write('other.bundle', 'x')
  // No signers are configured.
  expect(place.run(['verify', 'other'])).toMatchObject({ code: 69, stdout: expect.stringContaining('UNVERIFIED') })
  expect(place.run(['verify', 'other', '--key', 'release.pub'])).toMatchObject({ code: 1 })
  expect(place.run(['verify', 'other', '--identity', 'a@example.com'])).toMatchObject({ code: 2 })
  expect(place.run(['verify'])).toMatchObject({ code: 2 })
  mkdirSync(`${place.folder}/folder`, { recursive: true })
  expect(place.run(['verify', './folder', '--key', 'release.pub']).code).not.toBe(0)
})

test('a level that cannot be kept is told all the same, with a warning', () => {
  chmodSync(place.write('unsigned', '#!/bin/sh\n'), 0o755)
  place.write('no-folder', '')
  const env = { PATH: place.folder, ATIP_DATA_DIR: `${place.folder}/no-folder/data` }
  const { code, stdout, stderr } = place.run(['verify', 'unsigned'], { env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/UNSIGNED\n/)
  expect(stdout).toContain('warning: the level is not kept for policies: ')
})

test('the hash in a description is compared, and a claimed level proves nothing', async () => {
  const describe = (hash: string) =>
    place.write(
      'description.json',
      JSON.stringify({
        atip: { version: '0.6' },
        name: 'tool',
        version: '1',
        description: 'A tool',
        binary: { hash, name: 'tool' },
        trust: { source: 'native', verified: true, provenance: { url: 'https://example.com', slsaLevel: 4 } },
        commands: { run: { description: 'Runs' } },
      }),
    )
  place.run(['sign', 'tool', '--key', 'release.pem'])
  const words = ['verify', 'tool', '--key', 'release.pub', '--description', 'description.json']
  describe(await hashFile(tool))
  expect(place.run(words)).toMatchObject({
    code: 69,
    stdout: expect.stringContaining('claims SLSA level 4; the highest is 3; proven is 0'),
  })
  describe(`sha256:${'1'.repeat(64)}`)
  expect(place.run(words)).toMatchObject({ code: 1, stdout: expect.stringContaining('COMPROMISED') })
})

test('signers in the settings of the user are trusted, and those in the description are not', () => {
  place.run(['sign', 'tool', '--key', 'release.pem'])
  expect(place.run(['verify', 'tool']).code).toBe(69)
  const key = publicKey.export({ format: 'pem', type: 'spki' })
  place.write('.config/agent-tools/config.json', JSON.stringify({ trust: { signers: [{ key, log: 'optional' }] } }))
  expect(place.run(['verify', 'tool'])).toMatchObject({ code: 0, stdout: 'tool: VERIFIED\n' })
  place.write('.config/agent-tools/config.json', '{')
  expect(place.run(['verify', 'tool'])).toMatchObject({ code: 78 })
  place.write('.config/agent-tools/config.json', '{}')
})

test('a file is signed with an identity, by services of a configuration, and the token is never printed', async () => {
  const local = await startServices()
  try {
    const token = tokenFor({ sub: 'https://example.com/ci', iss: 'https://issuer.example.com' })
    const service = [{ url: local.url, majorApiVersion: 1, validFor: { start: '2020-01-01T00:00:00Z' } }]
    place.write('services.json', JSON.stringify({ caUrls: service, rekorTlogUrls: service }))
    place.write('root.json', local.trustedRoot)
    const words = ['tool', '--services', 'services.json', '--trusted-root', 'root.json']
    const env = { SIGSTORE_ID_TOKEN: token }
    expect((await runLater(['sign', ...words], {})).code).toBe(2)
    const signed = await runLater(['sign', ...words], env)
    expect(signed).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'Wrote tool.bundle, which is in the transparency log\n',
    })
    const who = ['--identity', 'https://example.com/ci', '--issuer', 'https://issuer.example.com']
    expect(place.run(['verify', 'tool', ...who, '--trusted-root', 'root.json'])).toMatchObject({ code: 0 })
    expect(place.run(['verify', 'tool', ...who])).toMatchObject({ code: 1 })
    local.answerNext(403, 'no')
    const refused = await runLater(['sign', ...words], env)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('refused with status 403') })
    expect(JSON.stringify([signed, refused])).not.toContain(token)
  } finally {
    local.close()
  }
})

/** Asynchronous, because the services run in this process. */
async function runLater(words: readonly string[], env: Record<string, string>) {
  const { execFile } = await import('node:child_process')
  const { PROGRAM } = await import('./fixtures/start-atip.js')
  const options = { cwd: place.folder, env: { PATH: process.env.PATH, HOME: place.folder, ...env } }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('without --explain, the text still says that a file is none, or is not the one that is described', () => {
  mkdirSync(`${place.folder}/folder`, { recursive: true })
  place.write('empty', '')
  place.write('other', 'other bytes')
  const binary = { hash: `sha256:${'1'.repeat(64)}`, name: 'other', version: '1' }
  place.write('other.json', JSON.stringify({ atip: { version: '0.6' }, binary, description: 'x' }))
  expect(place.run(['verify', 'folder'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/hash +unchecked .*is not a regular file/),
  })
  expect(place.run(['verify', 'empty'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/hash +unchecked .*is empty/),
  })
  const { code, stdout } = place.run(['verify', 'other', '--description', 'other.json'])
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/COMPROMISED\n +hash +mismatch .*; described is sha256:111/),
  })
})

test('a key of ours that cannot be used is named, with its place, and accuses no program', () => {
  const refused = (message: string) => ({ code: 78, stderr: expect.stringContaining(message) })
  const words = ['verify', 'tool', '--minisign-key', 'release.pub']
  place.write('tool.minisig', 'a signature')
  expect(place.run(words)).toMatchObject(refused('release.pub'))
  expect(place.run(['verify', 'tool', '--key', 'release.pem'])).toMatchObject(refused('private key'))
  const configured = (trust: unknown) => {
    place.write('.config/agent-tools/config.json', JSON.stringify({ trust }))
    return place.run(['verify', 'tool'])
  }
  const fingerprints = ['1'.repeat(40)]
  expect(configured({ openPgp: { keys: ['release.asc'], fingerprints } })).toMatchObject(refused('trust.openPgp.keys'))
  expect(configured({ openPgp: { keys: [], fingerprints: ['1234'] } })).toMatchObject(refused('fingerprints'))
  expect(configured({ minisignKeys: ['m.key'] })).toMatchObject(refused('trust.minisignKeys'))
  expect(configured({ signers: [{ identity: 'a@example.com' }] })).toMatchObject(refused('trust.signers'))
  expect(configured({}).code).not.toBe(78)
  place.write('.config/agent-tools/config.json', '{}')
})
